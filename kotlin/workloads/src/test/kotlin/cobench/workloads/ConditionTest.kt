package cobench.workloads

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Job
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.coroutines.yield
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import kotlin.test.fail
import kotlin.time.Duration.Companion.seconds

class ConditionTest {
    private val mutex = Mutex()
    private val condition = Condition(mutex)

    /** What the waiters tell when they are woken, or cancelled, while they hold the mutex. */
    private val woken = ArrayList<Int>()
    private val cancelled = ArrayList<Int>()

    /** A coroutine that waits, and has when this returns. */
    private fun CoroutineScope.waiter(number: Int): Job =
        launch(start = CoroutineStart.UNDISPATCHED) {
            mutex.withLock {
                try {
                    condition.await()
                    woken += number
                } catch (e: CancellationException) {
                    cancelled += number
                    throw e
                } finally {
                    assertTrue(mutex.isLocked)
                }
            }
        }

    private suspend fun signal() = mutex.withLock { condition.signal() }

    /** Lets every other coroutine of this thread go as far as it can. */
    private suspend fun settle() = repeat(10) { yield() }

    @Test
    fun signalWakesTheOneThatWaitsLongest() =
        runBlocking {
            repeat(5) { waiter(it) }
            for (signals in 1..5) {
                signal()
                settle()
                assertEquals(List(signals) { it }, woken)
            }
            assertFalse(mutex.isLocked)
        }

    @Test
    fun signalAllWakesAllInTheirOrder() =
        runBlocking {
            repeat(1000) { waiter(it) }
            mutex.withLock { condition.signalAll() }
            settle()
            assertEquals(List(1000) { it }, woken)
        }

    @Test
    fun signalOfNobodyIsNotKept() =
        runBlocking {
            signal()
            mutex.withLock { condition.signalAll() }
            val waiter = waiter(0)
            settle()
            assertEquals(emptyList(), woken)
            waiter.cancelAndJoin()
        }

    @Test
    fun mutexIsFreeWhileOneWaits() =
        runBlocking {
            val waiter = waiter(0)
            assertFalse(mutex.isLocked)
            mutex.withLock {
                condition.signal()
                settle()
                assertEquals(emptyList(), woken, "woken while another holds the mutex")
            }
            waiter.join()
        }

    @Test
    fun cancelledWaiterHoldsTheMutexBeforeItThrows() =
        runBlocking {
            val waiter = waiter(0)
            mutex.withLock {
                waiter.cancel()
                settle()
                assertEquals(emptyList(), cancelled, "thrown while another holds the mutex")
            }
            waiter.join()
            assertEquals(listOf(0), cancelled)
            assertFalse(mutex.isLocked)
        }

    @Test
    fun waiterCancelledBeforeItWaitsIsNotLeftInTheQueue() =
        runBlocking {
            launch {
                coroutineContext[Job]!!.cancel()
                mutex.tryLock()
                assertFailsWith<CancellationException> { condition.await() }
                assertTrue(mutex.isLocked)
                mutex.unlock()
            }.join()
            waiter(1)
            signal()
            settle()
            assertEquals(listOf(1), woken)
        }

    /** A cancelled waiter eats no signal, at whatever moment it is cancelled. The first of two waiters is, and one signal is sent. */
    @Test
    fun signalReachesTheNextWaiter() {
        val moments =
            mapOf<String, suspend (Job) -> Unit>(
                "before the signal" to { first ->
                    first.cancelAndJoin()
                    signal()
                },
                "before the signal, but still in the queue" to { first ->
                    mutex.withLock {
                        first.cancel()
                        condition.signal()
                    }
                },
                "after the signal, before it runs" to { first ->
                    mutex.withLock {
                        condition.signal()
                        first.cancel()
                    }
                },
                "after the signal, while it waits for the mutex" to { first ->
                    mutex.withLock {
                        condition.signal()
                        settle()
                        first.cancel()
                    }
                },
            )
        for ((moment, cancelAndSignal) in moments) {
            woken.clear()
            cancelled.clear()
            runBlocking {
                val first = waiter(1)
                val second = waiter(2)
                val third = waiter(3)
                cancelAndSignal(first)
                withTimeoutOrNull(10.seconds) { joinAll(first, second) } ?: fail("$moment: the next waiter is not woken")
                settle()
                assertEquals(listOf(1), cancelled, moment)
                assertEquals(listOf(2), woken, moment)
                third.cancelAndJoin()
                assertFalse(mutex.isLocked, moment)
            }
        }
    }

    @Test
    fun signalOfACancelledWaiterAloneIsGone() =
        runBlocking {
            val first = waiter(1)
            mutex.withLock {
                condition.signal()
                first.cancel()
            }
            first.join()
            val second = waiter(2)
            settle()
            assertEquals(emptyList(), woken)
            second.cancelAndJoin()
        }

    @Test
    fun callerWithoutTheMutexIsRefused() =
        runBlocking {
            for (call in listOf<suspend () -> Unit>({ condition.await() }, { condition.signal() }, { condition.signalAll() })) {
                val refused = assertFailsWith<IllegalStateException> { call() }
                assertEquals("condition: its mutex is not locked: want the caller to hold it", refused.message)
            }
        }

    /**
     * As many signals as takers, and as many waiters that are cancelled at some moment or, if that comes too late, pass on what woke them.
     * If one signal got lost a taker would wait for ever.
     */
    @Test
    fun noSignalGetsLostWhileWaitersAreCancelled() {
        for (exec in execsHere) {
            repeat(300) {
                runBlocking(exec.context(4)) {
                    var available = 0
                    var taken = 0
                    val takers = 8
                    val bystanders =
                        List(takers) {
                            launch {
                                mutex.withLock {
                                    condition.await()
                                    condition.signal()
                                }
                            }.also {
                                launch {
                                    mutex.withLock {
                                        while (available == 0) condition.await()
                                        available--
                                        taken++
                                    }
                                }
                            }
                        }
                    launch { for (bystander in bystanders) bystander.cancel() }
                    repeat(takers) {
                        mutex.withLock {
                            available++
                            condition.signal()
                        }
                    }
                    // The takers hold this scope open until the last has taken.
                    bystanders.joinAll()
                    coroutineContext[Job]!!.children.toList().joinAll()
                    assertEquals(takers, taken, exec.key)
                }
            }
        }
    }

    /** Waiters on two conditions of one mutex, one party more than there are turns for, on every kind of thread. */
    @Test
    fun everySignalWakesOne() {
        for (exec in execsHere) {
            runBlocking(exec.context(4)) {
                val even = condition
                val odd = Condition(mutex)
                var turn = 0
                repeat(2) { parity ->
                    launch {
                        val (own, other) = if (parity == 0) even to odd else odd to even
                        mutex.withLock {
                            repeat(1000) {
                                while (turn % 2 != parity) own.await()
                                turn++
                                other.signal()
                            }
                        }
                    }
                }
                coroutineContext[Job]!!.children.toList().joinAll()
                assertEquals(2000, turn, exec.key)
            }
        }
    }
}
