package cobench.workloads.pingpong

import cobench.workloads.here
import kotlin.test.Test
import kotlin.test.assertEquals

class ThreadPingPongTest {
    @Test
    fun everyNumberOfHops() {
        for (threads in here) {
            for (hops in listOf(1, 2, 3, 2 * SAMPLED, 1001)) {
                ThreadPingPong(hops, threads).use {
                    repeat(2) { _ -> it.check(it.run()) } // a pool serves again
                    assertEquals(hops / 2 / SAMPLED * 2, it.trips.took.size)
                }
            }
        }
    }
}
