package cobench.workloads.fanout

import cobench.workloads.Exec
import cobench.workloads.execsHere
import cobench.workloads.within
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds

class FanOutTest {
    private fun workload(
        outcome: Outcome,
        timeout: Duration = 20.seconds,
        children: Int = 8,
        exec: Exec = Exec.DEFAULT,
    ) = FanOutWorkload(FanOutConfig(5, children, outcome, timeout, 100, 1), exec)

    @Test
    fun everyOutcome() {
        for (exec in execsHere) {
            for (outcome in Outcome.entries) {
                for (children in listOf(1, 2, 100)) {
                    val timeout = if (outcome == Outcome.TIMEOUT) 100.milliseconds else 20.seconds
                    val workload = workload(outcome, timeout, children, exec)
                    repeat(2) { workload.check(within("${exec.key}, ${outcome.key}, children=$children") { workload.run() }) }
                    val figures = workload.figures()
                    assertEquals(listOf("p50-ns", "p99-ns"), figures.map { it.unit })
                    // Of those that time out it is how late they are, and never early.
                    assertTrue(figures.all { it.value >= 0 }, "${exec.key}, ${outcome.key}: ${figures.map { it.value }}")
                }
            }
        }
    }

    /** The sum is the same in Go's test. */
    @Test
    fun sameWorkInEveryLanguage() = assertEquals(0xc6a1f0a855f2a4c3UL.toLong(), workload(Outcome.ANSWERS).expected.sum)

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "requests=0: want 1 or more" to { FanOutConfig(0, 1, Outcome.ANSWERS, 1.seconds, 1, 1) },
            "children=0: want 1 or more" to { FanOutConfig(1, 0, Outcome.ANSWERS, 1.seconds, 1, 1) },
            "timeout=0: want 1 or more" to { FanOutConfig(1, 1, Outcome.ANSWERS, Duration.ZERO, 1, 1) },
            "work=-1: want 0 or more" to { FanOutConfig(1, 1, Outcome.ANSWERS, 1.seconds, -1, 1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongTallyIsRefused() {
        val workload = workload(Outcome.ANSWERS)
        for ((want, spoil) in mapOf<String, (Tally) -> Unit>(
            "4 requests were answered, 0 failed and 1 timed out: want 5, 0 and 0" to {
                it.answered--
                it.timedOut++
            },
            "39 children answered and 1 were cancelled: want 40 and 0" to {
                it.replies--
                it.cancelled++
            },
            "the answers' sum is 0x1: want 0xc6a1f0a855f2a4c3" to { it.sum = 1 },
        )) {
            val tally = workload.run()
            spoil(tally)
            assertEquals(want, assertFailsWith<IllegalStateException> { workload.check(tally) }.message)
        }
    }
}
