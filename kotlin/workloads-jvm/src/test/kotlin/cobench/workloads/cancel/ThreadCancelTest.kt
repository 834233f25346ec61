package cobench.workloads.cancel

import cobench.workloads.here
import kotlin.test.Test
import kotlin.test.assertEquals

class ThreadCancelTest {
    @Test
    fun allChildrenEnd() {
        for (threads in here) {
            for (children in listOf(1, 2, 200)) {
                ThreadCancel(children, threads).use {
                    repeat(2) { _ -> it.check(it.run()) } // a pool serves again
                    assertEquals(listOf("p50-ns", "p99-ns"), it.figures().map { figure -> figure.unit })
                }
            }
        }
    }
}
