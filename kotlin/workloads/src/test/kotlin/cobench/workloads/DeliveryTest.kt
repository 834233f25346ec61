package cobench.workloads

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class DeliveryTest {
    /** The same numbers stand in the Go twin's tests: both send the same messages. */
    @Test
    fun messages() {
        val messages = Messages(1000, producers = 3, seed = 1).all
        val sum = messages.flatMap { listOf(it.producer, it.sequence, it.value) }.fold(0L) { sum, number -> sum * 31 + number }
        assertEquals(0xc8aa8d171653054fu, sum.toULong())
    }

    /** More parties than messages leave some with none. */
    @Test
    fun messagesAreDealtOutEvenly() {
        for ((count, want) in mapOf(1000 to listOf(333, 333, 334), 2 to listOf(0, 1, 1))) {
            val messages = Messages(count, producers = 3, seed = 1)
            assertEquals(want, List(3) { messages.share(it, 3) })
            assertEquals(want, List(3) { messages.of(it).size })
            assertEquals(messages.all, List(3) { messages.of(it) }.flatten())
        }
    }

    @Test
    fun wrongReceiptsAreRefused() {
        val messages = Messages(10, producers = 3, seed = 1)
        val all = messages.all

        // One consumer that takes what is given it, in that order.
        fun check(received: List<Message>) = messages.check(listOf(Receipt(3).apply { received.forEach(::take) }))
        check(all)

        fun Message.plus(more: Int) = Message(producer, sequence, value + more)
        val sum = all.sumOf { it.value.toLong() }
        val evened = all.dropLast(2) + all[8].plus(-1) + all[9].plus(1) // the sum is right

        fun squares(messages: List<Message>) = messages.sumOf { it.value.toLong() * it.value }
        for ((want, received) in mapOf(
            "9 messages were received: want 10" to all.drop(1),
            "consumer 0 received 1 messages after a later one of their producer: want 0" to listOf(all[1], all[0]) + all.drop(2),
            "consumer 0 received 2 messages after a later one of their producer: want 0" to listOf(all[0], all[0], all[0]) + all.drop(3),
            "the sum of the messages received is ${sum + 1}: want $sum" to all.dropLast(1) + all[9].plus(1),
            "the sum of the squares of the messages received is ${squares(evened)}: want ${squares(all)}" to evened,
        )) {
            assertEquals(want, assertFailsWith<IllegalStateException> { check(received) }.message)
        }
    }
}
