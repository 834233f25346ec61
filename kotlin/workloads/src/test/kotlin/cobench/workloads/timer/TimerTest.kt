package cobench.workloads.timer

import cobench.workloads.Exec
import cobench.workloads.execsHere
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlin.time.measureTime

class TimerTest {
    private fun workload(
        action: Action = Action.SLEEP,
        sleepers: Int = 10,
        delay: Int = 1,
        exec: Exec = Exec.DEFAULT,
    ) = CoroutineTimer(TimerConfig(action, sleepers, delay), exec)

    @Test
    fun everyAction() {
        for (exec in execsHere) {
            for (action in Action.entries) {
                for (sleepers in listOf(1, 2, 1000)) {
                    val workload = workload(action, sleepers, delay = 5, exec)
                    repeat(2) {
                        val took = measureTime { workload.check(workload.run()) }
                        assertTrue(took.inWholeMilliseconds >= 4, "${exec.key}, ${action.key}: a run took $took, want 5 ms or more")
                    }
                    val figures = workload.figures()
                    assertEquals(listOf("p50-ns", "p95-ns", "p99-ns"), figures.map { it.unit })
                    assertTrue(figures.last().value > 0, "${exec.key}, ${action.key}: ${figures.last().value}")
                    assertEquals(emptyList(), workload.figures())
                }
            }
        }
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "sleepers=0: want 1 or more" to { workload(sleepers = 0) },
            "delay=0: want 1 or more" to { workload(delay = 0) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongEndsAreRefused() {
        val early = -1_000_000L
        workload().check(Ends(10, early))
        for ((want, wrong) in mapOf(
            "9 sleepers woke up: want 10" to (Action.SLEEP to Ends(9, 0)),
            "9 sleepers were cancelled: want 10" to (Action.CANCEL to Ends(9, 0)),
            "a sleeper woke 1000001 ns too early: want 1000000 at most" to (Action.SLEEP to Ends(10, early - 1)),
        )) {
            val (action, ends) = wrong
            assertEquals(want, assertFailsWith<IllegalStateException> { workload(action).check(ends) }.message)
        }
    }
}
