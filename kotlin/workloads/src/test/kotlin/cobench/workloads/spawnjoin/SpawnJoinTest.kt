package cobench.workloads.spawnjoin

import cobench.workloads.Exec
import cobench.workloads.execsHere
import cobench.workloads.within
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class SpawnJoinTest {
    private fun workload(
        tasks: Int,
        exec: Exec = Exec.DEFAULT,
    ) = CoroutineSpawnJoin(tasks, seed = 1, exec)

    /** The same number stands in the Go twin's tests. */
    @Test
    fun checksum() {
        val workload = workload(1000)
        repeat(2) {
            val joined = workload.run()
            assertEquals(1000, joined.tasks)
            assertEquals(0x6365f74f9e0a4302, joined.sum)
        }
    }

    @Test
    fun everyNumberOfTasks() {
        for (exec in execsHere) {
            for (tasks in listOf(1, 2, 100, 100_000)) {
                val workload = workload(tasks, exec)
                workload.check(within("${exec.key}, tasks=$tasks") { workload.run() })
            }
        }
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        val refused = assertFailsWith<IllegalArgumentException> { workload(tasks = 0) }
        assertEquals("tasks=0: want 1 or more", refused.message)
    }

    /** One that loses a task: its slot holds nothing, not even of the run before. */
    @Test
    fun lostTaskIsRefused() {
        val workload =
            object : SpawnJoinWorkload(10, seed = 1) {
                var lost = -1

                override fun spawnAndJoin() {
                    for (task in 0 until tasks) if (task != lost) leave(task)
                }
            }
        workload.check(workload.run())
        workload.lost = 3
        val refused = assertFailsWith<IllegalStateException> { workload.check(workload.run()) }
        assertEquals("9 tasks left a value: want 10", refused.message)
    }

    @Test
    fun wrongResultIsRefused() {
        val workload = workload(10)
        val right = workload.run()
        workload.check(right)
        for ((want, wrong) in mapOf(
            "11 tasks left a value: want 10" to Joined(11, right.sum),
            "the values' sum is ${right.sum + 1}: want ${right.sum}" to Joined(10, right.sum + 1),
        )) {
            assertEquals(want, assertFailsWith<IllegalStateException> { workload.check(wrong) }.message)
        }
    }
}
