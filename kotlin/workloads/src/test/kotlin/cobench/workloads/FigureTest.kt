package cobench.workloads

import kotlin.test.Test
import kotlin.test.assertEquals

class FigureTest {
    /** The same table stands in the Go twin's tests. */
    @Test
    fun percentilesByNearestRank() {
        for ((latencies, want) in mapOf(
            emptyList<Long>() to emptyList(),
            listOf(7L) to listOf("p50-ns" to 7.0, "p99-ns" to 7.0, "max-ns" to 7.0),
            listOf(9L, 3L) to listOf("p50-ns" to 3.0, "p99-ns" to 9.0, "max-ns" to 9.0),
            listOf(9L, 3L, 5L) to listOf("p50-ns" to 5.0, "p99-ns" to 9.0, "max-ns" to 9.0),
            List(100) { 100L - it } to listOf("p50-ns" to 50.0, "p99-ns" to 99.0, "max-ns" to 100.0),
        )) {
            assertEquals(want, percentiles(latencies.toLongArray(), 50, 99, 100).map { it.unit to it.value }, "$latencies")
        }
    }
}
