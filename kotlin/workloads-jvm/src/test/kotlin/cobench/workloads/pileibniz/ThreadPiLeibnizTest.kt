package cobench.workloads.pileibniz

import cobench.workloads.threadsHere
import org.junit.jupiter.api.Timeout
import kotlin.test.Test

@Timeout(60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreadPiLeibnizTest {
    @Test
    fun everyMethodAndGrain() {
        for (threads in threadsHere) {
            for (method in Method.entries) {
                for ((terms, grain) in listOf(1 to 1, 1000 to 1, 1000 to 7, 100 to 200)) {
                    ThreadPiLeibniz(method, terms, grain, threads).use { workload -> repeat(2) { workload.check(workload.run()) } }
                }
            }
        }
    }
}
