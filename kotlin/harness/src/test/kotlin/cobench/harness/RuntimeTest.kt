package cobench.harness

import kotlin.test.Test
import kotlin.test.assertTrue

class RuntimeTest {
    private var sink: ByteArray? = null

    @Test
    fun countersGrowWithUse() {
        val before = counters()
        // Processor time may come in ticks of 10 ms.
        val clock = MonotonicClock()
        val allocations = 100
        repeat(allocations) { sink = ByteArray(100_000) }
        while (clock.nanos() < 50_000_000) sink = ByteArray(1)
        val used = used(before, counters(), 1, clock.nanos()).associate { it.unit to it.value }

        assertTrue(used.getValue("cpu-ns/op") >= 20_000_000, "$used")
        used["B/op"]?.let { assertTrue(it >= allocations * 100_000, "$used") }
        used["threads-started"]?.let { assertTrue(it >= 1, "$used") }
    }

    @Test
    fun namesOfGo() {
        assertTrue(goos() in setOf("linux", "darwin", "windows"), goos())
        assertTrue(goarch() in setOf("amd64", "arm64"), goarch())
    }

    @Test
    fun dayIsAfterThisWasWritten() = assertTrue(unixNanos() > 1_750_000_000_000_000_000)
}
