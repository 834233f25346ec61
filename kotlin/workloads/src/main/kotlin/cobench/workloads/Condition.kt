package cobench.workloads

import kotlinx.coroutines.CancellableContinuation
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.withContext
import kotlin.coroutines.resume

/**
 * A condition variable: what `Lock.newCondition` is to threads and `sync.Cond` to goroutines, for coroutines that hold [mutex]. The library
 * has none.
 *
 * All of its functions are called by whoever holds the mutex, and so nothing else guards the queue. A woken coroutine competes for the mutex
 * with all others, and may be woken in vain where a cancelled one passes its signal on: wait in a loop, as with any condition variable.
 *
 * @throws IllegalStateException from every function, where the mutex is not locked
 */
public class Condition(
    private val mutex: Mutex,
) {
    /** Who waits for a signal, the longest first. */
    private val waiters = ArrayDeque<CancellableContinuation<Unit>>()

    /**
     * Lets go of the mutex and waits for a signal, in one step. The mutex is locked again when this returns, and when it throws because the
     * coroutine was cancelled.
     *
     * A cancelled coroutine takes no signal away: one that it was sent goes to the next in the queue, even where cancellation comes between
     * the signal and the return. Leaving the queue takes it time in proportion to the queue's length.
     */
    public suspend fun await() {
        checkLocked()
        var waiter: CancellableContinuation<Unit>? = null
        try {
            suspendCancellableCoroutine {
                waiter = it
                waiters.addLast(it)
                mutex.unlock()
            }
            mutex.lock()
        } catch (e: CancellationException) {
            withContext(NonCancellable) { mutex.lock() }
            // No longer in the queue: it was sent a signal, which it can't use.
            if (!waiters.remove(waiter)) signal()
            throw e
        }
    }

    /** Wakes the one that waits longest, if any does. */
    public fun signal() {
        checkLocked()
        waiters.removeFirstOrNull()?.resume(Unit)
    }

    /** Wakes all that wait, in the order in which they came. */
    public fun signalAll() {
        checkLocked()
        while (waiters.isNotEmpty()) signal()
    }

    private fun checkLocked() = check(mutex.isLocked) { "condition: its mutex is not locked: want the caller to hold it" }
}
