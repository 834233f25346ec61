package cobench.workloads.channel

import cobench.workloads.Threads
import cobench.workloads.here
import kotlinx.coroutines.channels.Channel
import kotlin.test.Test

class ThreadChannelTest {
    @Test
    fun everyTopologyAndCapacity() {
        for (threads in here) {
            for (topology in Topology.entries) {
                for (capacity in listOf(0, 1, 64, Channel.UNLIMITED)) {
                    for (parties in listOf(1, 4, 65)) {
                        ThreadChannel(ChannelConfig(topology, capacity, messages = 1000, parties, seed = 1), threads).use {
                            repeat(2) { _ -> it.check(it.run()) } // a pool serves again
                        }
                    }
                }
            }
        }
    }
}
