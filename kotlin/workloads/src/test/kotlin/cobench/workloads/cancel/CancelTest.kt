package cobench.workloads.cancel

import cobench.workloads.Exec
import cobench.workloads.execsHere
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class CancelTest {
    @Test
    fun allChildrenEnd() {
        for (exec in execsHere) {
            for (children in listOf(1, 2, 1000)) {
                val workload = CoroutineCancel(children, exec)
                repeat(2) { workload.check(workload.run()) }
            }
        }
    }

    @Test
    fun figuresAreTimesThatRise() {
        val workload = CoroutineCancel(100, Exec.DEFAULT)
        assertEquals(emptyList(), workload.figures())
        workload.run()
        val (p50, p99) = workload.figures()
        assertEquals(listOf("p50-ns", "p99-ns"), listOf(p50.unit, p99.unit))
        assertTrue(p50.value > 0 && p50.value <= p99.value, "${p50.value} ${p99.value}")
    }

    @Test
    fun noChildrenAreRefused() {
        val refused = assertFailsWith<IllegalArgumentException> { CoroutineCancel(0, Exec.DEFAULT) }
        assertEquals("children=0: want 1 or more", refused.message)
    }

    @Test
    fun wrongCountIsRefused() {
        val refused = assertFailsWith<IllegalStateException> { CoroutineCancel(10, Exec.DEFAULT).check(9) }
        assertEquals("9 children ended because they were cancelled: want 10", refused.message)
    }
}
