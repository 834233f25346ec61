package cobench.workloads.parked

import cobench.workloads.Exec
import cobench.workloads.execsHere
import cobench.workloads.tellsLiveBytes
import cobench.workloads.within
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class ParkedTest {
    @Test
    fun everyNumberOfTasks() {
        for (exec in execsHere) {
            for (tasks in listOf(1, 2, 100, 10_000)) {
                val workload = CoroutineParked(tasks, exec)
                workload.check(within("${exec.key}, tasks=$tasks") { workload.run() })
            }
        }
    }

    @Test
    fun gateOpensWhenAllAreThere() {
        for (exec in execsHere) {
            var opened = 0
            within(exec.key) { CoroutineParked(100, exec).park { opened++ } }
            assertEquals(1, opened, exec.key)
        }
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        val refused = assertFailsWith<IllegalArgumentException> { CoroutineParked(0, Exec.DEFAULT) }
        assertEquals("tasks=0: want 1 or more", refused.message)
    }

    @Test
    fun wrongCensusIsRefused() {
        val workload = CoroutineParked(10, Exec.DEFAULT)
        workload.check(workload.run())
        for ((want, wrong) in mapOf(
            "9 tasks were parked when the gate opened: want 10" to Census(9, 10),
            "11 tasks woke: want 10" to Census(10, 11),
        )) {
            assertEquals(want, assertFailsWith<IllegalStateException> { workload.check(wrong) }.message)
        }
    }

    /** A coroutine is a handful of objects, none of them below 16 bytes. */
    @Test
    fun figuresOfWhatRan() {
        if (!tellsLiveBytes) return
        for (exec in execsHere) {
            val workload = CoroutineParked(10_000, exec)
            assertTrue(workload.figures().isEmpty(), "${exec.key}: figures before anything ran")
            repeat(2) {
                workload.run()
                val figure = workload.figures().single()
                assertEquals("live-B/task", figure.unit)
                assertTrue(figure.value in 64.0..2048.0, "${exec.key}: ${figure.value} live-B/task")
            }
            assertTrue(workload.figures().isEmpty(), "${exec.key}: figures where nothing ran in between")
        }
    }
}
