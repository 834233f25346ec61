package cobench.workloads.allocation

import cobench.workloads.Exec
import cobench.workloads.execsHere
import cobench.workloads.within
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class AllocationTest {
    private fun workload(
        requests: Int = 100,
        workers: Int = 3,
        live: Int = 1,
        exec: Exec = Exec.DEFAULT,
    ) = CoroutineAllocation(AllocationConfig(requests, workers, 10, live, 1), exec)

    @Test
    fun everyNumber() {
        for (exec in execsHere) {
            for (workers in listOf(1, 2, 8)) {
                for (live in listOf(0, 1)) {
                    for (requests in listOf(1, 5000)) { // fewer than live, and more
                        val workload = workload(requests, workers, live, exec)
                        val case = "${exec.key}, workers=$workers, live=$live, requests=$requests"
                        repeat(2) { workload.check(within(case) { workload.run() }) }
                        assertEquals(listOf("p50-ns", "p99-ns", "max-ns"), workload.figures().map { it.unit }, case)
                    }
                }
            }
        }
    }

    @Test
    fun sizeOfWhatLives() {
        val bytes = workload().workers.sumOf { it.lists.size * 10 * NODE_SIZE }
        assertTrue(bytes in (1 shl 20) / 100 * 99..(1 shl 20), "$bytes bytes live: want 1 MiB")
    }

    /** The sum is the same in Go's test. */
    @Test
    fun sameWorkInEveryLanguage() = assertEquals(0x655d66c4ee81979f, workload().expected)

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "requests=0: want 1 or more" to { AllocationConfig(0, 1, 1, 1, 1) },
            "workers=0: want 1 or more" to { AllocationConfig(1, 0, 1, 1, 1) },
            "nodes=0: want 1 or more" to { AllocationConfig(1, 1, 0, 1, 1) },
            "live=-1: want 0 or more" to { AllocationConfig(1, 1, 1, -1, 1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongTalliesAreRefused() {
        val workload = workload()
        for ((want, spoil) in mapOf<String, (List<Tally>) -> Unit>(
            "999 nodes were allocated and 1000 found: want 1000" to { it[0].allocated-- },
            "1000 nodes were allocated and 999 found: want 1000" to { it[1].found-- },
            "1 lists had another sum: want 0" to { it[1].wrong = 1 },
            "the sum of the workers' states is " to { it[2].state++ },
        )) {
            val tallies = workload.run()
            spoil(tallies)
            val refused = assertFailsWith<IllegalStateException> { workload.check(tallies) }
            assertTrue(refused.message.orEmpty().startsWith(want), refused.message)
        }
    }
}
