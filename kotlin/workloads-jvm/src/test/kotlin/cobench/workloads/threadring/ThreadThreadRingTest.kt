package cobench.workloads.threadring

import cobench.workloads.here
import kotlin.test.Test

class ThreadThreadRingTest {
    @Test
    fun everyHolder() {
        for (threads in here) {
            for ((hops, ring) in listOf(1 to 2, 2 to 2, 3 to 2, 1 to 50, 49 to 50, 50 to 50, 1000 to 7)) {
                ThreadThreadRing(hops, ring, threads).use {
                    repeat(2) { _ -> it.check(it.run()) } // a pool serves again
                }
            }
        }
    }
}
