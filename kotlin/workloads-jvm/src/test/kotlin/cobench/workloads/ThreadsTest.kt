package cobench.workloads

import java.util.concurrent.ConcurrentHashMap
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class ThreadsTest {
    private fun threadsOf(
        threads: Threads,
        tasks: Int,
    ): Set<Thread> =
        threads.open(2).use {
            val seen = ConcurrentHashMap.newKeySet<Thread>()
            repeat(tasks) { _ -> it.scope { fork { seen += Thread.currentThread() } } }
            seen
        }

    @Test
    fun poolHasItsThreadsAndKeepsThem() {
        val before = Thread.activeCount()
        Threads.POOL.open(3).use { assertEquals(3, Thread.activeCount() - before) }
        assertTrue(threadsOf(Threads.POOL, 20).size <= 2)
    }

    @Test
    fun platformThreadsAreNew() = assertEquals(20, threadsOf(Threads.PLATFORM, 20).size)

    @Test
    fun virtualThreadsAreNewOrRefused() {
        if (Runtime.version().feature() >= 21) {
            assertEquals(20, threadsOf(Threads.VIRTUAL, 20).size)
        } else {
            val refused = assertFailsWith<IllegalArgumentException> { Threads.VIRTUAL.open(1) }
            assertEquals("exec=virtual: want JDK 21 or later, this is ${Runtime.version().feature()}", refused.message)
        }
    }
}
