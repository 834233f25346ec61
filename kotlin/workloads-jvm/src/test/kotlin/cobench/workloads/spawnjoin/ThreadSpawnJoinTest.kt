package cobench.workloads.spawnjoin

import cobench.workloads.threadsHere
import org.junit.jupiter.api.Timeout
import kotlin.test.Test

@Timeout(60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreadSpawnJoinTest {
    @Test
    fun everyNumberOfTasks() {
        for (threads in threadsHere) {
            for (tasks in listOf(1, 2, 1000)) {
                ThreadSpawnJoin(tasks, seed = 1, threads).use { workload -> repeat(2) { workload.check(workload.run()) } }
            }
        }
    }
}
