package cobench.workloads.condition

import cobench.workloads.here
import kotlin.test.Test
import kotlin.test.assertEquals

class ThreadConditionTest {
    @Test
    fun everySignalWakesOne() {
        for (threads in here) {
            for (waiters in listOf(1, 2, 65)) {
                for (signals in listOf(1, 16, 17, 1000)) {
                    ThreadCondition(waiters, signals, threads).use {
                        repeat(2) { _ -> it.check(it.run()) } // a pool serves again
                        assertEquals(listOf("p50-ns", "p99-ns"), it.figures().map { figure -> figure.unit })
                    }
                }
            }
        }
    }
}
