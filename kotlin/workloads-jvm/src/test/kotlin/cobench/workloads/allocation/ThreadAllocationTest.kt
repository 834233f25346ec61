package cobench.workloads.allocation

import cobench.workloads.threadsHere
import org.junit.jupiter.api.Timeout
import kotlin.test.Test

@Timeout(60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreadAllocationTest {
    @Test
    fun everyNumber() {
        for (threads in threadsHere) {
            for (workers in listOf(1, 8)) {
                ThreadAllocation(AllocationConfig(5000, workers, 10, 1, 1), threads).use { workload ->
                    repeat(2) { workload.check(workload.run()) }
                }
            }
        }
    }
}
