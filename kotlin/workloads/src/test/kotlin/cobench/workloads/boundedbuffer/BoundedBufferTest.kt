package cobench.workloads.boundedbuffer

import cobench.workloads.Exec
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
        for (exec in Exec.entries) {
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
                while (put < taken + 3) buffer.put(Item(0, 0, put++))
                repeat(1 + round % 3) { assertEquals(taken++, buffer.take().value) }
            }
        }

    @Test
    fun whoFindsTheBufferFullOrEmptyWaits() =
        runBlocking {
            val buffer = Buffer(1)
            val item = Item(0, 0, 0)
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

    /** The same numbers stand in the Go twin's tests: both pass on the same items. */
    @Test
    fun items() {
        val items = workload(producers = 3, items = 1000).items
        val sum = items.flatMap { listOf(it.producer, it.sequence, it.value) }.fold(0L) { sum, number -> sum * 31 + number }
        assertEquals(0xc8aa8d171653054fu, sum.toULong())
        assertEquals(listOf(333, 333, 334), items.groupBy { it.producer }.map { it.value.size })
    }

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
    fun wrongReceiptsAreRefused() {
        val workload = workload()
        val all = workload.items

        // One consumer that takes what is given it, in that order.
        fun check(items: List<Item>) = workload.check(listOf(Receipt(3).apply { items.forEach(::add) }))
        check(all)

        fun Item.plus(more: Int) = Item(producer, sequence, value + more)
        val sum = all.sumOf { it.value.toLong() }
        val evened = all.dropLast(2) + all[8].plus(-1) + all[9].plus(1) // the sum is right

        fun squares(items: List<Item>) = items.sumOf { it.value.toLong() * it.value }
        for ((want, items) in mapOf(
            "9 items were taken: want 10" to all.drop(1),
            "consumer 0 took 1 items after a later one of their producer: want 0" to listOf(all[1], all[0]) + all.drop(2),
            "consumer 0 took 2 items after a later one of their producer: want 0" to listOf(all[0], all[0], all[0]) + all.drop(3),
            "the sum of the items taken is ${sum + 1}: want $sum" to all.dropLast(1) + all[9].plus(1),
            "the sum of the squares of the items taken is ${squares(evened)}: want ${squares(all)}" to evened,
        )) {
            assertEquals(want, assertFailsWith<IllegalStateException> { check(items) }.message)
        }
    }
}
