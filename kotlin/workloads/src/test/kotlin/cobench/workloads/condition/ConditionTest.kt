package cobench.workloads.condition

import cobench.workloads.Exec
import cobench.workloads.LatencyRing
import cobench.workloads.execsHere
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class ConditionTest {
    private fun workload(
        waiters: Int = 2,
        signals: Int = 10,
        exec: Exec = Exec.DEFAULT,
    ) = CoroutineCondition(waiters, signals, exec)

    @Test
    fun everySignalWakesOne() {
        for (exec in execsHere) {
            for (waiters in listOf(1, 2, 65)) {
                for (signals in listOf(1, 16, 17, 1000)) {
                    val workload = workload(waiters, signals, exec)
                    repeat(2) { workload.check(workload.run()) }
                }
            }
        }
    }

    @Test
    fun figuresAreTimesThatRise() {
        val workload = workload(signals = 100)
        assertEquals(emptyList(), workload.figures())
        workload.run()
        val (p50, p99) = workload.figures()
        assertEquals(listOf("p50-ns", "p99-ns"), listOf(p50.unit, p99.unit))
        assertTrue(p50.value > 0 && p50.value <= p99.value, "${p50.value} ${p99.value}")
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "waiters=0: want 1 or more" to { workload(waiters = 0) },
            "signals=-1: want 1 or more" to { workload(signals = -1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    /** Each letter is a step: s a signal, w a wake-up. */
    @Test
    fun wrongWakeUpsAreRefused() {
        val workload = workload(signals = 3)

        fun check(steps: String) = workload.check(WakeUps(LatencyRing()).apply { for (step in steps) if (step == 's') send() else take() })
        check("swswsw")
        for ((want, steps) in mapOf(
            "2 wake-ups: want 3, one a signal" to "swsws",
            "4 wake-ups: want 3, one a signal" to "swswswsw",
            "1 wake-ups found no signal: want 0" to "swwswsw",
        )) {
            assertEquals(want, assertFailsWith<IllegalStateException> { check(steps) }.message)
        }
    }
}
