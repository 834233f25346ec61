package cobench.workloads.broadcast

import cobench.workloads.Exec
import cobench.workloads.execsHere
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class BroadcastTest {
    private fun workload(
        subscribers: Int = 2,
        messages: Int = 10,
        capacity: Int = 0,
        replay: Int = 0,
        exec: Exec = Exec.DEFAULT,
    ) = BroadcastWorkload(subscribers, messages, capacity, replay, seed = 1, exec)

    /** Without any room the sender waits for each; more is replayed than there are messages. */
    @Test
    fun everyCapacityAndReplay() {
        for (exec in execsHere) {
            for (subscribers in listOf(1, 3, 65)) {
                for (messages in listOf(1, 100)) {
                    for (capacity in listOf(0, 1, 64)) {
                        for (replay in listOf(0, 1, 10, 1000)) {
                            val workload = workload(subscribers, messages, capacity, replay, exec)
                            workload.check(workload.run())
                        }
                    }
                }
            }
        }
    }

    /** The same number stands in the Go twin's tests: both send the same messages. */
    @Test
    fun messages() {
        val messages = workload(messages = 1000).messages
        val sum = messages.flatMap { listOf(it.sequence, it.value) }.fold(0L) { sum, number -> sum * 31 + number }
        assertEquals(0xfbaf09a1ad135a07u, sum.toULong())
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "subscribers=0: want 1 or more" to { workload(subscribers = 0) },
            "messages=0: want 1 or more" to { workload(messages = 0) },
            "capacity=-1: want 0 or more" to { workload(capacity = -1) },
            "replay=-1: want 0 or more" to { workload(replay = -1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongReceiptsAreRefused() {
        val workload = workload()
        val all = workload.messages
        val right = workload.run()

        fun check(messages: List<Message>) = workload.check(listOf(right[0], Receipt().apply { messages.forEach(::take) }))
        check(all)

        val sum = all.sumOf { it.value.toLong() }
        val changed = Message(9, all[9].value + 1)
        for ((want, messages) in mapOf(
            "subscriber 1 received 9 messages: want 10" to all.dropLast(1),
            "subscriber 1 received 2 messages that were not the next: want 0" to listOf(all[1], all[0]) + all.drop(2),
            "subscriber 1 received 1 messages that were not the next: want 0" to listOf(all[0], all[0]) + all.drop(2),
            "the sum of the messages that subscriber 1 received is ${sum + 1}: want $sum" to all.dropLast(1) + changed,
        )) {
            assertEquals(want, assertFailsWith<IllegalStateException> { check(messages) }.message)
        }
        val missing = assertFailsWith<IllegalStateException> { workload.check(right.take(1)) }
        assertEquals("1 subscribers have a receipt: want 2", missing.message)
    }
}
