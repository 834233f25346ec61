package cobench.benchmarks

import cobench.workloads.choice
import cobench.workloads.matmul.MatMulWorkload
import cobench.workloads.matmul.Matrix
import org.openjdk.jmh.annotations.Benchmark
import org.openjdk.jmh.annotations.BenchmarkMode
import org.openjdk.jmh.annotations.Level
import org.openjdk.jmh.annotations.Mode
import org.openjdk.jmh.annotations.OutputTimeUnit
import org.openjdk.jmh.annotations.Param
import org.openjdk.jmh.annotations.Scope
import org.openjdk.jmh.annotations.Setup
import org.openjdk.jmh.annotations.State
import org.openjdk.jmh.annotations.TearDown
import java.util.concurrent.TimeUnit

/**
 * Time of one matrix multiplication by message passing.
 *
 * No parameter has a default: their values come from bench-config, and a second list here would drift from it. By hand:
 *
 *     java -jar benchmarks.jar MatMul -foe true -p pattern=fan -p n=100 -p workers=8 -p capacity=64 -p kernel=transposed -p seed=1 -p exec=default
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
open class MatMul {
    @Param(value = [])
    var pattern: String = ""

    @Param(value = [])
    var n: Int = 0

    @Param(value = [])
    var workers: Int = 0

    @Param(value = [])
    var capacity: Int = 0

    @Param(value = [])
    var kernel: String = ""

    @Param(value = [])
    var seed: Long = 0

    @Param(value = [])
    var exec: String = ""

    private lateinit var workload: MatMulWorkload
    private lateinit var product: Matrix

    @Setup
    fun prepare() {
        workload =
            MatMulWorkload(
                choice("pattern", pattern),
                n,
                workers,
                capacity,
                choice("kernel", kernel),
                seed,
                choice("exec", exec),
            )
    }

    @Benchmark
    fun run(): Matrix {
        product = workload.run()
        return product
    }

    /**
     * Checks every product, outside the timed part.
     *
     * JMH then reads the clock around each invocation alone. JMH warns of that for operations of nanoseconds; a multiplication takes tens
     * of microseconds at least, beside which two readings of some 25 ns vanish.
     */
    @TearDown(Level.Invocation)
    fun check() = workload.check(product)
}
