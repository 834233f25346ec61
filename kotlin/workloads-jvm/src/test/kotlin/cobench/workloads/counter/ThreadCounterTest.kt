package cobench.workloads.counter

import cobench.workloads.threadsHere
import org.junit.jupiter.api.Timeout
import kotlin.test.Test

@Timeout(60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreadCounterTest {
    @Test
    fun everyVariantAndNumberOfWorkers() {
        for (threads in threadsHere) {
            for (variant in Variant.entries) {
                for (workers in listOf(1, 3, 64)) {
                    for (increments in listOf(1, 1001)) {
                        ThreadCounter(variant, increments, workers, seed = 1, threads).use { workload ->
                            repeat(2) { workload.check(workload.run()) }
                        }
                    }
                }
            }
        }
    }
}
