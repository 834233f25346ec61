package cobench.workloads

import java.util.concurrent.CountDownLatch
import java.util.concurrent.CyclicBarrier
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.atomic.AtomicInteger
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertSame

class TasksTest {
    private val here = Threads.entries.filter { it != Threads.VIRTUAL || Runtime.version().feature() >= 21 }

    private fun onEveryKind(
        pool: Int = 4,
        test: (Tasks) -> Unit,
    ) {
        for (threads in here) threads.open(pool).use(test)
    }

    @Test
    fun scopeWaitsForAll() =
        onEveryKind {
            val ran = AtomicInteger()
            it.scope { repeat(100) { fork { ran.incrementAndGet() } } }
            assertEquals(100, ran.get())
        }

    @Test
    fun valuesComeBack() = onEveryKind { assertEquals(15, it.scope { List(6) { i -> fork { i } }.sumOf { task -> task.join() } }) }

    @Test
    fun asManyAtOnceAsThePoolHas() =
        onEveryKind { tasks ->
            CyclicBarrier(4).let { tasks.scope { repeat(4) { _ -> fork { it.await() } } } }
        }

    @Test
    fun failureEndsTheOthersAndTheCaller() =
        onEveryKind {
            val boom = IllegalStateException("boom")
            val nothing = LinkedBlockingQueue<Int>()
            val begun = CountDownLatch(2)
            val interrupted = AtomicInteger()
            val thrown =
                assertFailsWith<IllegalStateException> {
                    it.scope {
                        repeat(2) {
                            fork {
                                begun.countDown()
                                try {
                                    nothing.take()
                                } catch (e: InterruptedException) {
                                    interrupted.incrementAndGet()
                                    throw e
                                }
                            }
                        }
                        fork {
                            begun.await()
                            throw boom
                        }
                        nothing.take()
                    }
                }
            assertSame(boom, thrown)
            assertEquals(2, interrupted.get())
            assertFalse(Thread.interrupted())
            it.scope { fork { Thread.sleep(1) } } // no interrupt is left behind
        }

    @Test
    fun failureOfTheCallerEndsTheTasks() =
        onEveryKind {
            assertFailsWith<IllegalStateException> {
                it.scope<Unit> {
                    fork { LinkedBlockingQueue<Int>().take() }
                    error("boom")
                }
            }
        }

    @Test
    fun noThreadIsAFailure() {
        var started = 0
        val nothing = LinkedBlockingQueue<Int>()
        val tasks =
            Tasks({ task ->
                if (++started > 3) throw OutOfMemoryError("no more")
                Thread(task).start()
            })
        val refused = assertFailsWith<IllegalStateException> { tasks.scope { repeat(10) { _ -> fork { nothing.take() } } } }
        assertEquals("no thread for task 4 (no more): want fewer tasks", refused.message)
    }
}
