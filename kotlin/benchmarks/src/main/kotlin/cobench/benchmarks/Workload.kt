package cobench.benchmarks

import cobench.warmup.Bounds
import cobench.warmup.Compilers
import cobench.warmup.WarmUp
import cobench.warmup.warmUp
import cobench.workloads.Figure
import cobench.workloads.Operation
import cobench.workloads.Values
import org.openjdk.jmh.annotations.Benchmark
import org.openjdk.jmh.annotations.BenchmarkMode
import org.openjdk.jmh.annotations.Level
import org.openjdk.jmh.annotations.Mode
import org.openjdk.jmh.annotations.OutputTimeUnit
import org.openjdk.jmh.annotations.Scope
import org.openjdk.jmh.annotations.Setup
import org.openjdk.jmh.annotations.State
import org.openjdk.jmh.annotations.TearDown
import org.openjdk.jmh.infra.BenchmarkParams
import java.util.concurrent.TimeUnit
import cobench.workloads.Benchmark as WorkloadBenchmark

/**
 * A workload under JMH: the operation that [workload] makes. A class only says which that is and what parameters it has. It names the workload
 * itself, and not the list of all, so that what a benchmark can reach holds no other workload's code.
 *
 * No parameter has a default: their values come from bench-config, and a second list here would drift from it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
abstract class Workload(
    private val workload: WorkloadBenchmark,
) {
    private lateinit var operation: Operation<Any?>
    private var result: Any? = null
    private val slowdown = System.getProperty("cobench.slowdown")?.toDouble() ?: 0.0
    private val bounds = System.getProperty("cobench.warmup")?.let(Bounds::parse)
    private var warmUp: WarmUp? = null

    /**
     * With `-Dcobench.warmup=1s..30s`, it warms up here: JMH's own warm-up has so many iterations as it was told beforehand. What is repeated
     * is JMH's benchmark method, so that all but JMH's loop around it is compiled as it will be measured. That loop takes JMH's warm-up.
     */
    @Setup
    fun prepare(params: BenchmarkParams) {
        val values = Values(params.paramsKeys.associateWith(params::getParam))
        @Suppress("UNCHECKED_CAST")
        operation = workload.prepare(values) as Operation<Any?>
        warmUp =
            bounds?.let {
                warmUp(it, System::nanoTime, Compilers()::nanos) {
                    run()
                    check()
                }
            }
    }

    @Benchmark
    fun run(): Any? {
        result = if (slowdown == 0.0) operation.run() else slowed()
        return result
    }

    /** An operation that takes a part of its time longer, by doing nothing: a known change, by which verdicts are tried. */
    private fun slowed(): Any? {
        val begun = System.nanoTime()
        val result = operation.run()
        val end = begun + ((System.nanoTime() - begun) * (1 + slowdown)).toLong()
        while (System.nanoTime() - end < 0) Thread.onSpinWait()
        return result
    }

    /**
     * Checks every result, outside the timed part.
     *
     * JMH then reads the clock around each invocation alone. JMH warns of that for operations of nanoseconds; these take tens of
     * microseconds at least, beside which two readings of some 25 ns vanish.
     */
    @TearDown(Level.Invocation)
    fun check() = operation.check(result)

    /** Before the operation is closed, which happens before a profiler may ask. */
    @TearDown(Level.Iteration)
    fun takeFigures() {
        figures = operation.figures()
    }

    @TearDown
    fun close() {
        operation.note()?.let { say("note: $it") }
        warmUp?.let {
            say("warmup-ns: ${it.nanos}")
            it.unsteady?.let { why -> say("unsteady: $why") }
        }
        operation.close()
    }

    /** On a line of its own: JMH is in the midst of one. */
    private fun say(line: String) = println("\n$line")

    companion object {
        /** What the operation has seen in the last iteration. JMH makes profilers itself, and so none can be handed this. */
        @Volatile
        var figures: List<Figure> = emptyList()
            private set
    }
}
