package cobench.workloads

import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import kotlin.test.Test
import kotlin.test.assertFalse

class LatchTest {
    @Test
    fun opensAtTheLastCount() =
        runBlocking {
            val latch = Latch(2)
            val waiter = launch(start = CoroutineStart.UNDISPATCHED) { latch.await() }
            latch.countDown()
            yield()
            assertFalse(waiter.isCompleted)
            latch.countDown()
            waiter.join()
            latch.await() // and stays open
        }

    @Test
    fun opensForCountsFromEverywhere() {
        for (exec in execsHere) {
            runBlocking(exec.context(4)) {
                val latch = Latch(1000)
                repeat(1000) { launch { latch.countDown() } }
                latch.await()
            }
        }
    }
}
