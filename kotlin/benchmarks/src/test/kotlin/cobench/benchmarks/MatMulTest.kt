package cobench.benchmarks

import org.openjdk.jmh.results.RunResult
import org.openjdk.jmh.runner.Runner
import org.openjdk.jmh.runner.RunnerException
import org.openjdk.jmh.runner.options.OptionsBuilder
import org.openjdk.jmh.runner.options.TimeValue
import org.openjdk.jmh.runner.options.VerboseMode
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class MatMulTest {
    private val valid =
        mapOf(
            "pattern" to "fan",
            "n" to "3",
            "workers" to "2",
            "capacity" to "1",
            "kernel" to "transposed",
            "grain" to "cell",
            "seed" to "1",
            "exec" to "event-loop",
        )

    @Test
    fun runsWithAllParameters() {
        val params = run(valid).single().params
        assertEquals(valid, params.paramsKeys.associateWith(params::getParam))
    }

    @Test
    fun refusesToRunWithoutOne() {
        for (key in valid.keys) {
            val refused = assertFailsWith<RunnerException>(key) { run(valid - key) }
            val want = """Benchmark "cobench.benchmarks.MatMul.run" defines the parameter "$key", but no default values."""
            assertEquals(want, refused.message?.lines()?.first())
        }
    }

    @Test
    fun refusesValuesOutOfRange() {
        for ((change, want) in mapOf(
            ("pattern" to "x") to "pattern=x: want one of fan, coordinator, pure, sequential",
            ("n" to "0") to "n=0: want 1 or more",
            ("workers" to "-1") to "workers=-1: want 1 or more",
            ("capacity" to "-1") to "capacity=-1: want 0 or more",
            ("kernel" to "x") to "kernel=x: want one of transposed, ijk, ikj",
            ("exec" to "goroutine") to
                "exec=goroutine: want one of default, event-loop, io, limited, virtual-dispatcher, pool, platform, virtual",
        )) {
            val cause = assertFailsWith<RunnerException> { run(valid + change) }.cause
            assertEquals(listOf(want), cause?.suppressed?.map { it.message })
        }
    }

    /** One invocation or a few, in this JVM: it is not the time that is wanted. */
    private fun run(params: Map<String, String>): Collection<RunResult> {
        val options =
            OptionsBuilder()
                .include(MatMul::class.qualifiedName)
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(1))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
        for ((key, value) in params) options.param(key, value)
        return Runner(options.build()).run()
    }
}
