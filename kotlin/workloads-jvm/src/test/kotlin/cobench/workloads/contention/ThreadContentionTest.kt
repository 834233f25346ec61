package cobench.workloads.contention

import cobench.workloads.threadsHere
import org.junit.jupiter.api.Timeout
import kotlin.test.Test

@Timeout(60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreadContentionTest {
    @Test
    fun everyLock() {
        for (threads in threadsHere) {
            for (config in listOf(
                ContentionConfig(Lock.MUTEX, 1, 1001, 8, 10, 1),
                ContentionConfig(Lock.SEMAPHORE, 1, 1000, 3, 100, 2),
                ContentionConfig(Lock.SEMAPHORE, 4, 1000, 8, 10, 3),
            )) {
                ThreadContention(config, threads).use { workload -> repeat(2) { workload.check(workload.run()) } }
            }
        }
    }
}
