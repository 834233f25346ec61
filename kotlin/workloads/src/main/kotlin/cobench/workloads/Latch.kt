package cobench.workloads

import kotlinx.coroutines.Job
import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.decrementAndFetch

/** Opens when it has been counted down [count] times: what `CountDownLatch` is to threads, for coroutines. The library has none. */
@OptIn(ExperimentalAtomicApi::class)
internal class Latch(
    count: Int,
) {
    private val left = AtomicInt(count)
    private val open = Job()

    fun countDown() {
        if (left.decrementAndFetch() == 0) open.complete()
    }

    suspend fun await() = open.join()
}
