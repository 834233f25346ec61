package cobench.workloads

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.decrementAndFetch
import kotlin.concurrent.atomics.incrementAndFetch
import kotlin.coroutines.ContinuationInterceptor
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotEquals
import kotlin.test.assertTrue

@OptIn(ExperimentalAtomicApi::class)
class ExecTest {
    private val dispatchers =
        execsHere.associateWith { exec ->
            runBlocking(exec.context(3)) { coroutineContext[ContinuationInterceptor] }
        }

    @Test
    fun defaultIsTheDefaultDispatcher() = assertEquals(Dispatchers.Default, dispatchers[Exec.DEFAULT])

    @Test
    fun eventLoopIsNot() = assertNotEquals(Dispatchers.Default, dispatchers[Exec.EVENT_LOOP])

    @Test
    fun limitedRunsSoManyAtOnce() {
        val running = AtomicInt(0)
        val most = AtomicInt(0)
        runBlocking(Exec.LIMITED.context(2)) {
            repeat(20) {
                launch {
                    val now = running.incrementAndFetch()
                    while (true) {
                        val seen = most.load()
                        if (seen >= now || most.compareAndSet(seen, now)) break
                    }
                    repeat(1000) { running.load() }
                    running.decrementAndFetch()
                }
            }
        }
        assertTrue(most.load() in 1..2, "${most.load()}")
    }
}
