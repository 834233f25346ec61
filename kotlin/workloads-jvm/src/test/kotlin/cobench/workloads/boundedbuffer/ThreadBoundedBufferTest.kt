package cobench.workloads.boundedbuffer

import cobench.workloads.here
import kotlin.test.Test

class ThreadBoundedBufferTest {
    @Test
    fun everyCapacityAndParties() {
        for (threads in here) {
            for (capacity in listOf(1, 2, 64, 2000)) {
                for (producers in listOf(1, 4, 65)) {
                    for (consumers in listOf(1, 4, 65)) {
                        ThreadBoundedBuffer(BoundedBufferConfig(capacity, producers, consumers, items = 300, seed = 1), threads).use {
                            repeat(2) { _ -> it.check(it.run()) } // a pool serves again
                        }
                    }
                }
            }
        }
    }
}
