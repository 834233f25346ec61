package cobench.workloads.selectfanin

import cobench.workloads.Exec
import cobench.workloads.execsHere
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.runBlocking
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class SelectFanInTest {
    private fun workload(
        sources: Sources = Sources.TWO,
        messages: Int = 10,
        capacity: Int = 0,
        exec: Exec = Exec.DEFAULT,
    ) = SelectFanInWorkload(sources, messages, capacity, seed = 1, exec)

    /** Fewer messages than channels leave some sources with nothing to send. */
    @Test
    fun everyNumberOfChannelsAndEveryCapacity() {
        for (exec in execsHere) {
            for (sources in Sources.entries) {
                for (messages in listOf(1, 3, 1000)) {
                    for (capacity in listOf(0, 1, 64, 1000)) {
                        val workload = workload(sources, messages, capacity, exec)
                        workload.check(workload.run())
                    }
                }
            }
        }
    }

    /** The same numbers stand in the Go twin's tests: both send the same messages. */
    @Test
    fun messages() {
        val messages = workload(Sources.FOUR, 1001).messages
        val sum = messages.flatMap { listOf(it.source, it.sequence, it.value) }.fold(0L) { sum, number -> sum * 31 + number }
        assertEquals(0x7bc3ba2133a5aee5, sum)
        assertEquals(listOf(250, 250, 250, 251), messages.groupBy { it.source }.map { it.value.size })
    }

    @Test
    fun fairnessIsTheLeastShareByTheMean() {
        for ((shares, want) in listOf(
            listOf(5, 5) to 1.0,
            listOf(0, 10) to 0.0,
            listOf(1, 3) to 0.5,
            listOf(25, 25, 30, 20) to 0.8,
        )) {
            assertEquals(want, fairness(shares.toIntArray()), "$shares")
        }
    }

    @Test
    fun figuresOfTheRunsSinceTheLast() {
        val workload = workload(Sources.FOUR, 4000, 64)
        repeat(2) { workload.run() }
        val fairness = workload.figures().single()
        assertEquals("fairness", fairness.unit)
        assertEquals(true, fairness.value in 0.0..1.0, "${fairness.value}")
        assertEquals(0, workload.figures().size)

        val short = workload(messages = 1)
        short.run()
        assertEquals(0, short.figures().size)
    }

    /** It takes the first that is ready, as long as there is one. */
    @Test
    fun selectIsBiased() =
        runBlocking {
            for (sources in Sources.entries) {
                val channels = List(sources.count) { Channel<Message>(3) }
                channels.forEachIndexed { source, channel -> repeat(3) { channel.send(Message(source, it, 0)) } }
                val order = ArrayList<Int>()
                repeat(3 * sources.count) { receive(channels) { order += it.source } }
                assertEquals(order.sorted(), order)
            }
        }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "messages=0: want 1 or more" to { workload(messages = 0) },
            "capacity=-1: want 0 or more" to { workload(capacity = -1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongReceiptIsRefused() {
        val workload = workload()
        val all = workload.messages

        fun check(messages: List<Message>) = workload.check(Receipt(2).apply { messages.forEach(::take) })
        check(all)

        val sum = all.sumOf { it.value.toLong() }
        val changed = all.last().let { Message(it.source, it.sequence, it.value + 1) }
        for ((want, messages) in mapOf(
            "9 messages were received: want 10" to all.dropLast(1),
            "2 messages were not the next of their source: want 0" to listOf(all[1], all[0]) + all.drop(2),
            "1 messages were not the next of their source: want 0" to listOf(all[0], all[0]) + all.drop(2),
            "the sum of the messages received is ${sum + 1}: want $sum" to all.dropLast(1) + changed,
        )) {
            assertEquals(want, assertFailsWith<IllegalStateException> { check(messages) }.message)
        }
    }
}
