package cobench.workloads.channel

import cobench.workloads.Exec
import kotlinx.coroutines.channels.Channel
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class ChannelTest {
    private fun workload(
        topology: Topology = Topology.MPMC,
        capacity: Int = 1,
        messages: Int = 10,
        parties: Int = 3,
        exec: Exec = Exec.DEFAULT,
    ) = CoroutineChannel(ChannelConfig(topology, capacity, messages, parties, seed = 1), exec)

    /** More parties than messages leave some with nothing to send. */
    @Test
    fun everyTopologyAndCapacity() {
        for (exec in Exec.entries) {
            for (topology in Topology.entries) {
                for (capacity in listOf(0, 1, 64, Channel.UNLIMITED)) {
                    for (messages in listOf(1, 1000)) {
                        for (parties in listOf(1, 4, 65)) {
                            val workload = workload(topology, capacity, messages, parties, exec)
                            workload.check(workload.run())
                        }
                    }
                }
            }
        }
    }

    @Test
    fun oneReceiptAConsumer() {
        for ((topology, want) in mapOf(Topology.SPSC to 1, Topology.MPSC to 1, Topology.SPMC to 4, Topology.MPMC to 4)) {
            assertEquals(want, workload(topology, parties = 4).run().size, "$topology")
        }
    }

    /** The same numbers stand in the Go twin's tests: both send the same messages. */
    @Test
    fun messages() {
        val messages = workload(Topology.MPSC, messages = 1000).messages
        val sum = messages.flatMap { listOf(it.producer, it.sequence, it.value) }.fold(0L) { sum, number -> sum * 31 + number }
        assertEquals(0xc8aa8d171653054fu, sum.toULong())
        assertEquals(listOf(333, 333, 334), messages.groupBy { it.producer }.map { it.value.size })
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "capacity=-1: want 0 or more, or unlimited" to { workload(capacity = -1) },
            "messages=0: want 1 or more" to { workload(messages = 0) },
            "parties=0: want 1 or more" to { workload(parties = 0) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongReceiptsAreRefused() {
        val workload = workload()
        val all = workload.messages

        // One consumer that takes what is given it, in that order.
        fun check(messages: List<Message>) = workload.check(listOf(Receipt(3).apply { messages.forEach(::take) }))
        check(all)

        val sum = all.sumOf { it.value.toLong() }
        val changed = all.last().let { Message(it.producer, it.sequence, it.value + 1) }
        for ((want, messages) in mapOf(
            "9 messages were received: want 10" to all.drop(1),
            "consumer 0 received 1 messages after a later one of their producer: want 0" to listOf(all[1], all[0]) + all.drop(2),
            "consumer 0 received 2 messages after a later one of their producer: want 0" to listOf(all[0], all[0], all[0]) + all.drop(3),
            "the sum of the messages received is ${sum + 1}: want $sum" to all.dropLast(1) + changed,
        )) {
            assertEquals(want, assertFailsWith<IllegalStateException> { check(messages) }.message)
        }
    }
}
