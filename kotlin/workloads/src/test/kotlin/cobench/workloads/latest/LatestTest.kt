package cobench.workloads.latest

import cobench.workloads.Exec
import cobench.workloads.execsHere
import cobench.workloads.within
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class LatestTest {
    @Test
    fun everyPace() {
        for (exec in execsHere) {
            for (pace in Pace.entries) {
                for (subscribers in listOf(1, 2, 100)) {
                    for (updates in listOf(1, 2, 1000)) {
                        val workload = LatestWorkload(pace, subscribers, updates, 1, exec)
                        val case = "${exec.key}, ${pace.key}, subscribers=$subscribers, updates=$updates"
                        repeat(2) { workload.check(within(case) { workload.run() }) }
                        val seen = workload.figures().single()
                        assertEquals("seen/op", seen.unit)
                        assertTrue(seen.value > 0 && seen.value <= 1, "$case: ${seen.value}")
                        if (pace == Pace.SEEN) assertEquals(1.0, seen.value, case)
                        assertTrue(workload.figures().isEmpty(), "$case: figures where nothing ran in between")
                    }
                }
            }
        }
    }

    /** The sum is the same in Go's test. */
    @Test
    fun sameWorkInEveryLanguage() = assertEquals(0x9d5cabf785697f28UL.toLong(), LatestWorkload(Pace.SEEN, 1, 100, 7, Exec.DEFAULT).sum)

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "subscribers=0: want 1 or more" to { LatestWorkload(Pace.SEEN, 0, 1, 1, Exec.DEFAULT) },
            "updates=0: want 1 or more" to { LatestWorkload(Pace.SEEN, 1, 0, 1, Exec.DEFAULT) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongReceiptsAreRefused() {
        val workload = LatestWorkload(Pace.SEEN, 2, 10, 1, Exec.DEFAULT)
        assertEquals(
            "1 subscribers have a receipt: want 2",
            assertFailsWith<IllegalStateException> { workload.check(workload.run().drop(1)) }.message,
        )
        for ((want, spoil) in mapOf<String, (List<Receipt>) -> Unit>(
            "subscriber 1 saw 2 updates after a newer one and 0 of another value: want 0 and 0" to { it[1].late = 2 },
            "subscriber 0 saw 0 updates after a newer one and 1 of another value: want 0 and 0" to { it[0].wrong = 1 },
            "subscriber 0 saw update 8 last: want 9" to { it[0].last = 8 },
            "subscriber 1 saw 9 updates: want 10" to { it[1].seen = 9 },
            "the sum of what subscriber 1 saw is 0x1: want 0x${workload.sum.toULong().toString(16)}" to { it[1].sum = 1 },
        )) {
            val receipts = workload.run()
            spoil(receipts)
            assertEquals(want, assertFailsWith<IllegalStateException> { workload.check(receipts) }.message)
        }
    }
}
