package cobench.workloads.counter

import cobench.workloads.Exec
import cobench.workloads.execsHere
import cobench.workloads.within
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class CounterTest {
    private val races = listOf(Variant.PLAIN, Variant.VOLATILE)

    private fun workload(
        variant: Variant = Variant.ISOLATED,
        increments: Int = 10,
        workers: Int = 2,
        exec: Exec = Exec.DEFAULT,
    ) = CoroutineCounter(variant, increments, workers, seed = 1, exec)

    /** The same number stands in the Go twin's tests. */
    @Test
    fun checksum() {
        for (variant in Variant.entries - races) {
            val workload = workload(variant, 100_000, 3)
            repeat(2) { assertEquals(150078, workload.run(), variant.key) }
        }
    }

    @Test
    fun everyVariantAndNumberOfWorkers() {
        for (exec in execsHere) {
            for (variant in Variant.entries) {
                for (workers in listOf(1, 2, 7, 64, 200)) {
                    for (increments in listOf(1, 100, 1001)) {
                        val workload = workload(variant, increments, workers, exec)
                        workload.check(within("${exec.key}, ${variant.key}, workers=$workers, increments=$increments") { workload.run() })
                    }
                }
            }
        }
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "increments=0: want 1 or more" to { workload(increments = 0) },
            "workers=-1: want 1 or more" to { workload(workers = -1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongTotalIsRefused() {
        for (variant in Variant.entries) {
            for (workers in listOf(1, 2)) {
                val workload = workload(variant, workers = workers)
                val right = workload(Variant.RETURNED, workers = workers).run()
                workload.check(right)
                val mayLose = variant in races && workers == 2
                for (total in if (mayLose) listOf(0, right + 1) else listOf(0, right + 1, right - 1)) {
                    val refused = assertFailsWith<IllegalStateException>("${variant.key}, $total") { workload.check(total) }
                    assertEquals("total is $total: want ${if (mayLose) "1 to " else ""}$right", refused.message)
                }
                if (mayLose) workload.check(1)
            }
        }
    }

    @Test
    fun figuresOfRaces() {
        for (variant in Variant.entries) {
            val workload = workload(variant, increments = 1000)
            assertTrue(workload.figures().isEmpty(), "${variant.key}: figures before anything ran")
            val right = workload(Variant.RETURNED, increments = 1000).run()
            workload.check(right)
            if (variant in races) {
                workload.check(right / 2)
                val figure = workload.figures().single()
                assertEquals("lost-updates/op", figure.unit)
                assertEquals(0.25, figure.value, 0.001)
            }
            assertTrue(workload.figures().isEmpty(), "${variant.key}: figures where nothing ran in between")
        }
    }
}
