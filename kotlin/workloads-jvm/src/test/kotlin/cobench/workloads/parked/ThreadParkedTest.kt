package cobench.workloads.parked

import cobench.workloads.Threads
import cobench.workloads.threadsHere
import org.junit.jupiter.api.Timeout
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

@Timeout(60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreadParkedTest {
    @Test
    fun everyNumberOfTasks() {
        for (threads in threadsHere) {
            for (tasks in listOf(1, 2, 1000)) {
                ThreadParked(tasks, threads).use { workload -> repeat(2) { workload.check(workload.run()) } }
            }
        }
    }

    @Test
    fun liveBytesOfVirtualThreadsAlone() {
        for (threads in threadsHere) {
            ThreadParked(1000, threads).use { workload ->
                workload.run()
                val figures = workload.figures()
                assertEquals(if (threads == Threads.VIRTUAL) listOf("live-B/task") else emptyList(), figures.map { it.unit })
                for (figure in figures) assertTrue(figure.value in 256.0..16384.0, "${figure.value} live-B/task")
            }
        }
    }
}
