package cobench.workloads

import kotlin.test.Test
import kotlin.test.assertEquals

class LatenciesTest {
    private fun Latencies.taken() = take().map { it.unit to it.value }

    @Test
    fun percentilesOfWhatWasAddedSince() {
        val latencies = Latencies()
        assertEquals(emptyList(), latencies.taken())
        for (i in 1..100L step 2) latencies += longArrayOf(i + 1, i)
        assertEquals(listOf("p50-ns" to 50.0, "p95-ns" to 95.0, "p99-ns" to 99.0), latencies.taken())
        latencies += longArrayOf(3)
        assertEquals(listOf("p50-ns" to 3.0, "p95-ns" to 3.0, "p99-ns" to 3.0), latencies.taken())
        assertEquals(emptyList(), latencies.taken())
    }
}
