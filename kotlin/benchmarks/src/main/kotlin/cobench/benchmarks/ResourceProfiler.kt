package cobench.benchmarks

import cobench.warmup.Compilers
import com.sun.management.OperatingSystemMXBean
import org.openjdk.jmh.infra.BenchmarkParams
import org.openjdk.jmh.infra.IterationParams
import org.openjdk.jmh.profile.InternalProfiler
import org.openjdk.jmh.results.AggregationPolicy
import org.openjdk.jmh.results.IterationResult
import org.openjdk.jmh.results.Result
import org.openjdk.jmh.results.ScalarResult
import java.lang.management.ManagementFactory

/**
 * What each measured iteration used besides time:
 *
 * - `cpu` (ns/op): user and system time of the process on all cores, its compilers and its garbage collector included;
 * - `compilers` (counts): cores that the JVM's compilers kept busy, or would have if they had got them, where the JVM tells; of warm code none;
 * - `threads-started` (counts): Java threads that this process has started so far, half a dozen of the JVM's own and JMH's among them.
 *
 * The JVM tells its CPU time in steps of 10 ms, which is a twentieth of an iteration of 200 ms. What one iteration lost to such a step its
 * neighbour has gained, so the mean over all iterations of a process is close; a median of them is not.
 *
 * By hand: `java -jar benchmarks.jar … -prof cobench.benchmarks.ResourceProfiler`.
 *
 * JMH starts no profiler for a warm-up iteration. Preparing the state falls into the first iteration of all, and so counts only if there
 * is no warm-up.
 */
class ResourceProfiler : InternalProfiler {
    private val system = ManagementFactory.getOperatingSystemMXBean() as OperatingSystemMXBean
    private val threads = ManagementFactory.getThreadMXBean()
    private val compilers = Compilers()
    private var before = 0L
    private var compiledBefore: Long? = null
    private var begun = 0L

    override fun getDescription() = "CPU time and threads, per iteration"

    override fun beforeIteration(
        benchmark: BenchmarkParams,
        iteration: IterationParams,
    ) {
        compiledBefore = compilers.nanos()
        begun = System.nanoTime()
        before = system.processCpuTime
    }

    override fun afterIteration(
        benchmark: BenchmarkParams,
        iteration: IterationParams,
        result: IterationResult,
    ): List<Result<*>> {
        val used = system.processCpuTime - before
        val nanos = System.nanoTime() - begun
        val compiled = compiledBefore?.let { from -> compilers.nanos()?.let { it - from } }
        // All operations, not the measured ones alone: the rest ran while threads waited for each other, and used CPU time as well.
        val operations = result.metadata.allOps
        return listOfNotNull(
            ScalarResult("cpu", if (operations == 0L) Double.NaN else used.toDouble() / operations, "ns/op", AggregationPolicy.AVG),
            compiled?.let { ScalarResult("compilers", it.toDouble() / nanos, "counts", AggregationPolicy.AVG) },
            // Not those of this iteration: a pool starts its threads once, in the warm-up as a rule.
            ScalarResult("threads-started", threads.totalStartedThreadCount.toDouble(), "counts", AggregationPolicy.MAX),
        )
    }
}
