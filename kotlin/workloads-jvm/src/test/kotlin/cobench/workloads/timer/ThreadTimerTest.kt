package cobench.workloads.timer

import cobench.workloads.here
import kotlin.test.Test
import kotlin.test.assertEquals

class ThreadTimerTest {
    @Test
    fun everyAction() {
        for (threads in here) {
            for (action in Action.entries) {
                for (sleepers in listOf(1, 2, 200)) {
                    ThreadTimer(TimerConfig(action, sleepers, delay = 5), threads).use {
                        repeat(2) { _ -> it.check(it.run()) } // a pool serves again
                        assertEquals(listOf("p50-ns", "p95-ns", "p99-ns"), it.figures().map { figure -> figure.unit })
                    }
                }
            }
        }
    }
}
