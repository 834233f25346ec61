package cobench.workloads.boundedbuffer

import cobench.workloads.Exec
import cobench.workloads.Message
import cobench.workloads.Messages
import cobench.workloads.Receipt
import cobench.workloads.execsHere
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertTrue

class BoundedBufferTest {
    private fun workload(
        capacity: Int = 2,
        producers: Int = 3,
        consumers: Int = 2,
        items: Int = 10,
        exec: Exec = Exec.DEFAULT,
    ) = CoroutineBoundedBuffer(BoundedBufferConfig(capacity, producers, consumers, items, seed = 1), exec)

    /** More parties than items leave some with nothing to do. */
    @Test
    fun everyCapacityAndParties() {
        for (exec in execsHere) {
            for (capacity in listOf(1, 2, 64, 2000)) {
                for (producers in listOf(1, 4, 65)) {
                    for (consumers in listOf(1, 4, 65)) {
                        for (items in listOf(1, 1000)) {
                            val workload = workload(capacity, producers, consumers, items, exec)
                            val receipts = workload.run()
                            workload.check(receipts)
                            assertEquals(consumers, receipts.size)
                        }
                    }
                }
            }
        }
    }

    /** The ring's end and its beginning, from every place that it can start at. */
    @Test
    fun bufferIsFifo() =
        runBlocking {
            val buffer = Buffer(3)
            var put = 0
            var taken = 0
            repeat(10) { round ->
                while (put < taken + 3) buffer.put(Message(0, 0, put++))
                repeat(1 + round % 3) { assertEquals(taken++, buffer.take().value) }
            }
        }

    @Test
    fun whoFindsTheBufferFullOrEmptyWaits() =
        runBlocking {
            val buffer = Buffer(1)
            val item = Message(0, 0, 0)
            buffer.put(item)
            val putting = launch(start = CoroutineStart.UNDISPATCHED) { buffer.put(item) }
            assertFalse(putting.isCompleted)
            buffer.take()
            putting.join()
            buffer.take()
            val taking = launch(start = CoroutineStart.UNDISPATCHED) { buffer.take() }
            assertFalse(taking.isCompleted)
            buffer.put(item)
            taking.join()
            assertTrue(taking.isCompleted)
        }

    /** What they are stands in the tests of [Messages]. */
    @Test
    fun items() = Messages(1000, producers = 3, seed = 1).check(workload(producers = 3, items = 1000).run())

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "capacity=0: want 1 or more" to { workload(capacity = 0) },
            "producers=0: want 1 or more" to { workload(producers = 0) },
            "consumers=-1: want 1 or more" to { workload(consumers = -1) },
            "items=0: want 1 or more" to { workload(items = 0) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongReceiptIsRefused() {
        val wrong = listOf(Receipt(3))
        val message = assertFailsWith<IllegalStateException> { workload().check(wrong) }.message
        assertEquals("0 messages were received: want 10", message)
    }
}
