package cobench.workloads

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class BenchmarkTest {
    private enum class Other(
        override val key: String,
    ) : Choice {
        POOL("pool"),
    }

    private class Made(
        val by: String,
    ) : Operation<Unit> {
        override fun run() {}

        override fun check(result: Unit) {}
    }

    private val benchmark =
        Benchmark("Example", listOf(Parameter("n"), Parameter("capacity", "unlimited")), Exec.entries - Exec.VIRTUAL_DISPATCHER) {
            Made("coroutines")
        }
    private val wider = benchmark.with(Other.entries) { Made("threads") }

    private fun Benchmark.madeBy(exec: String) = (prepare(Values(mapOf("exec" to exec))) as Made).by

    @Test
    fun execIsTheLastParameter() {
        assertEquals("n capacity=unlimited,# exec=default,event-loop,io,limited", benchmark.parameters.joinToString(" "))
        assertEquals("n capacity=unlimited,# exec=default,event-loop,io,limited,pool", wider.parameters.joinToString(" "))
    }

    @Test
    fun execDecidesWhatIsMade() {
        assertEquals("coroutines", wider.madeBy("io"))
        assertEquals("threads", wider.madeBy("pool"))
    }

    @Test
    fun unknownExecIsRefused() {
        for ((with, want) in mapOf(benchmark to "default, event-loop, io, limited", wider to "default, event-loop, io, limited, pool")) {
            val refused = assertFailsWith<IllegalArgumentException> { with.madeBy("goroutine") }
            assertEquals("exec=goroutine: want one of $want", refused.message)
        }
    }
}
