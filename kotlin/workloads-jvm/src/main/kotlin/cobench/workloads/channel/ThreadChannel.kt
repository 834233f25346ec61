package cobench.workloads.channel

import cobench.workloads.Benchmark
import cobench.workloads.Message
import cobench.workloads.Receipt
import cobench.workloads.Threads
import cobench.workloads.queue

/** Channel on a JVM, where threads can run it too. */
public val jvmChannel: Benchmark = channel.with(Threads.entries) { ThreadChannel(ChannelConfig(it), it.choice("exec")) }

/** Threads over a blocking queue. */
internal class ThreadChannel(
    private val config: ChannelConfig,
    threads: Threads,
) : ChannelWorkload(config) {
    private val tasks = threads.open(producers + consumers)

    /**
     * Sends every message over a new queue: what is measured. A queue can't be closed: when the last producer has ended, each consumer is
     * sent a message that ends it.
     */
    override fun run(): List<Receipt> =
        tasks.scope {
            val queue = queue<Message>(config.capacity)
            val producers =
                List(producers) { producer ->
                    fork { for (message in messages.of(producer)) queue.put(message) }
                }
            val consumers =
                List(consumers) {
                    fork {
                        val receipt = Receipt(this@ThreadChannel.producers)
                        while (true) {
                            val message = queue.take()
                            if (message === END) break
                            receipt.take(message)
                        }
                        receipt
                    }
                }
            producers.forEach { it.join() }
            repeat(consumers.size) { queue.put(END) }
            consumers.map { it.join() }
        }

    override fun close(): Unit = tasks.close()

    private companion object {
        val END = Message(-1, -1, 0)
    }
}
