package cobench.benchmarks

import org.openjdk.jmh.results.IterationResult
import org.openjdk.jmh.results.IterationResultMetaData
import org.openjdk.jmh.results.Result
import org.openjdk.jmh.results.RunResult
import org.openjdk.jmh.runner.Runner
import org.openjdk.jmh.runner.options.OptionsBuilder
import org.openjdk.jmh.runner.options.TimeValue
import org.openjdk.jmh.runner.options.VerboseMode
import java.lang.management.ManagementFactory
import kotlin.concurrent.thread
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

class ResourceProfilerTest {
    @Test
    fun measuresEachIterationButNoWarmUp() {
        val iterations = measured.benchmarkResults.single().iterationResults
        assertEquals(3, iterations.size)
        for (iteration in iterations) {
            val results = iteration.secondaryResults
            assertEquals(
                mapOf("cpu" to "ns/op", "compilers" to "counts", "threads-started" to "counts"),
                results.mapValues { it.value.scoreUnit },
            )
            assertTrue(score(results.values, "cpu") >= 0)
            assertTrue(score(results.values, "threads-started") >= 1)
        }
        assertEquals(3, measured.secondaryResults.getValue("cpu").sampleCount)
    }

    @Test
    fun dividesCpuTimeByAllOperations() {
        // CPU time comes in steps of 10 ms, and compilers use some beside this thread.
        val results = profile(allOps = 1000, measuredOps = 1) { compute(100_000_000) }
        assertTrue(score(results, "cpu") in 90_000.0..1_000_000.0, "${score(results, "cpu")} ns/op")
    }

    @Test
    fun countsNoCpuTimeFromBefore() {
        compute(100_000_000)
        val results = profile(allOps = 1, measuredOps = 1) {}
        assertTrue(score(results, "cpu") < 50_000_000, "${score(results, "cpu")} ns/op")
    }

    @Test
    fun knowsNoCpuTimeOfNoOperations() {
        assertTrue(score(profile(allOps = 0, measuredOps = 0) {}, "cpu").isNaN())
    }

    @Test
    fun countsThreadsThatHaveEnded() {
        val before = ManagementFactory.getThreadMXBean().totalStartedThreadCount
        val results = profile(allOps = 1, measuredOps = 1) { repeat(30) { thread {}.join() } }
        assertTrue(score(results, "threads-started") >= before + 30)
    }

    private fun profile(
        allOps: Long,
        measuredOps: Long,
        iteration: () -> Unit,
    ): Collection<Result<*>> {
        val params = measured.params
        val profiler = ResourceProfiler()
        profiler.beforeIteration(params, params.measurement)
        iteration()
        val result = IterationResult(params, params.measurement, IterationResultMetaData(allOps, measuredOps))
        return profiler.afterIteration(params, params.measurement, result)
    }

    private fun score(
        results: Collection<Result<*>>,
        label: String,
    ): Double = results.single { it.label == label }.score

    /** Uses CPU time of this thread, in nanoseconds. */
    private fun compute(nanos: Long) {
        val threads = ManagementFactory.getThreadMXBean()
        val from = threads.currentThreadCpuTime
        do {} while (threads.currentThreadCpuTime - from < nanos)
    }

    private companion object {
        /** A real run in this JVM, as short as they get. */
        val measured: RunResult by lazy {
            val options =
                OptionsBuilder()
                    .include(MatMul::class.qualifiedName)
                    .param("pattern", "fan")
                    .param("n", "3")
                    .param("workers", "2")
                    .param("capacity", "1")
                    .param("kernel", "transposed")
                    .param("grain", "cell")
                    .param("seed", "1")
                    .param("exec", "event-loop")
                    .addProfiler(ResourceProfiler::class.java)
                    .forks(0)
                    .warmupIterations(2)
                    .warmupTime(TimeValue.milliseconds(1))
                    .measurementIterations(3)
                    .measurementTime(TimeValue.milliseconds(1))
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
            Runner(options.build()).runSingle()
        }
    }
}
