package cobench.workloads.channel

import cobench.workloads.Exec
import cobench.workloads.Messages
import cobench.workloads.Receipt
import cobench.workloads.execsHere
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
        for (exec in execsHere) {
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

    /** What they are stands in the tests of [Messages]. */
    @Test
    fun messages() = Messages(1000, producers = 3, seed = 1).check(workload(Topology.MPSC, messages = 1000).run())

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
    fun wrongReceiptIsRefused() {
        val wrong = listOf(Receipt(3))
        val message = assertFailsWith<IllegalStateException> { workload().check(wrong) }.message
        assertEquals("0 messages were received: want 10", message)
    }
}
