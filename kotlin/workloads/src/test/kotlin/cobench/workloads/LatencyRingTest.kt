package cobench.workloads

import kotlin.test.Test
import kotlin.test.assertEquals

class LatencyRingTest {
    /** The same table stands in the Go twin's tests. */
    @Test
    fun keepsTheNewest() {
        val ring = LatencyRing()
        for ((added, want) in listOf(
            0L until 0L to emptyList(),
            1L until 3L to listOf("p50-ns" to 1.0, "max-ns" to 2.0),
            7L until 8L to listOf("p50-ns" to 7.0, "max-ns" to 7.0), // what was there before is forgotten
            0L until 65538L to listOf("p50-ns" to 32769.0, "max-ns" to 65537.0),
        )) {
            added.forEach(ring::add)
            assertEquals(want, ring.percentiles(50, 100).map { it.unit to it.value }, "$added")
        }
    }

    @Test
    fun percentilesOfWhatWasAddedSince() {
        val ring = LatencyRing()

        fun percentiles() = ring.percentiles(50, 95, 99).map { it.unit to it.value }
        assertEquals(emptyList(), percentiles())
        for (i in 1..100L step 2) longArrayOf(i + 1, i).forEach(ring::add)
        assertEquals(listOf("p50-ns" to 50.0, "p95-ns" to 95.0, "p99-ns" to 99.0), percentiles())
        ring.add(3)
        assertEquals(listOf("p50-ns" to 3.0, "p95-ns" to 3.0, "p99-ns" to 3.0), percentiles())
        assertEquals(emptyList(), percentiles())
    }
}
