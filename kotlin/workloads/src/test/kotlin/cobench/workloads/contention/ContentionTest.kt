package cobench.workloads.contention

import cobench.workloads.Exec
import cobench.workloads.execsHere
import cobench.workloads.within
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class ContentionTest {
    @Test
    fun everyLock() {
        for (exec in execsHere) {
            for (config in listOf(
                ContentionConfig(Lock.MUTEX, 1, 1, 1, 0, 1),
                ContentionConfig(Lock.MUTEX, 1, 1001, 8, 10, 1),
                ContentionConfig(Lock.SEMAPHORE, 1, 1000, 3, 100, 2),
                ContentionConfig(Lock.SEMAPHORE, 4, 1000, 8, 10, 3),
                ContentionConfig(Lock.SEMAPHORE, 8, 3, 4, 1, 3),
            )) {
                val workload = CoroutineContention(config, exec)
                repeat(2) { workload.check(within("${exec.key}, ${config.lock.key}, ${config.entries}") { workload.run() }) }
            }
        }
    }

    /** The sum is the same in Go's test. */
    @Test
    fun sameWorkInEveryLanguage() {
        val workload = CoroutineContention(ContentionConfig(Lock.SEMAPHORE, 2, 10, 3, 5, 7), Exec.DEFAULT)
        assertEquals(0x4ec63d02948f022eUL.toLong(), workload.expected)
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "permits=0: want 1 or more" to { ContentionConfig(Lock.SEMAPHORE, 0, 1, 1, 1, 1) },
            "permits=2: want 1 for lock=mutex" to { ContentionConfig(Lock.MUTEX, 2, 1, 1, 1, 1) },
            "entries=0: want 1 or more" to { ContentionConfig(Lock.MUTEX, 1, 0, 1, 1, 1) },
            "workers=0: want 1 or more" to { ContentionConfig(Lock.MUTEX, 1, 1, 0, 1, 1) },
            "work=-1: want 0 or more" to { ContentionConfig(Lock.MUTEX, 1, 1, 1, -1, 1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongTalliesAreRefused() {
        val workload = CoroutineContention(ContentionConfig(Lock.SEMAPHORE, 2, 10, 2, 5, 1), Exec.DEFAULT)
        for ((want, spoil) in mapOf<String, (List<Tally>) -> Unit>(
            "workers entered 9 times: want 10" to { it[1].entries-- },
            "the sum of the workers' states is " to { it[0].state++ },
            "3 workers were inside at once: want 2 at most" to { it[0].most = 3 },
        )) {
            val tallies = workload.run()
            spoil(tallies)
            val refused = assertFailsWith<IllegalStateException> { workload.check(tallies) }
            assertTrue(refused.message.orEmpty().startsWith(want), refused.message)
        }
    }
}
