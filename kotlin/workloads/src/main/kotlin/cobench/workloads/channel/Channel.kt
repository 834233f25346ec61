package cobench.workloads.channel

import cobench.workloads.Benchmark
import cobench.workloads.Choice
import cobench.workloads.Exec
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.SplitMix64
import cobench.workloads.Values
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** Channel, as workloads.yaml has it. */
public val channel: Benchmark =
    Benchmark(
        "Channel",
        listOf(
            Parameter("topology", Topology.entries),
            Parameter("capacity", UNLIMITED),
            Parameter("messages"),
            Parameter("parties"),
            Parameter("seed"),
        ),
        Exec.entries,
    ) { CoroutineChannel(ChannelConfig(it), it.choice("exec")) }

/** How many producers and consumers share the channel. */
public enum class Topology(
    override val key: String,
) : Choice {
    /** One producer, one consumer. */
    SPSC("spsc"),

    /** Many producers. */
    MPSC("mpsc"),

    /** Many consumers. */
    SPMC("spmc"),

    /** Many of both. */
    MPMC("mpmc"),
}

/** The word for [Channel.UNLIMITED], the capacity of a channel that never keeps a producer waiting. */
private const val UNLIMITED = "unlimited"

/**
 * What to send and how.
 *
 * @property capacity messages that the channel holds, or [Channel.UNLIMITED]; without room each is handed over
 * @property messages dealt out evenly to the producers
 * @property parties coroutines or threads on each side that has many
 * @property seed decides the messages' values: the same in every language
 * @throws IllegalArgumentException for a value out of range
 */
public class ChannelConfig(
    public val topology: Topology,
    public val capacity: Int,
    public val messages: Int,
    public val parties: Int,
    public val seed: Long,
) {
    public constructor(values: Values) : this(
        values.choice("topology"),
        values.int("capacity", UNLIMITED, Channel.UNLIMITED),
        values.int("messages"),
        values.int("parties"),
        values.long("seed"),
    )

    init {
        // Below 0 are the library's names for other kinds of channel.
        require(capacity >= 0) { "capacity=$capacity: want 0 or more, or $UNLIMITED" }
        require(messages >= 1) { "messages=$messages: want 1 or more" }
        require(parties >= 1) { "parties=$parties: want 1 or more" }
    }
}

/** A message, with its producer's number and its own among those of that producer, both from 0. */
public class Message(
    internal val producer: Int,
    internal val sequence: Int,
    internal val value: Int,
)

/** What one consumer received from so many [producers]. */
public class Receipt(
    producers: Int,
) {
    internal var count = 0
        private set
    internal var sum = 0L
        private set

    /** Messages after a later one of the same producer, or twice. */
    internal var late = 0
        private set

    /** The least sequence number that may come, by producer. */
    private val next = IntArray(producers)

    public fun take(message: Message) {
        if (message.sequence < next[message.producer]) late++
        next[message.producer] = message.sequence + 1
        count++
        sum += message.value
    }
}

/**
 * A channel's producers and consumers, whoever runs them, with everything prepared that is not measured: the messages, so that it is the
 * channel that takes time and memory.
 */
public abstract class ChannelWorkload(
    config: ChannelConfig,
) : Operation<List<Receipt>> {
    protected val producers: Int = if (config.topology in setOf(Topology.MPSC, Topology.MPMC)) config.parties else 1
    protected val consumers: Int = if (config.topology in setOf(Topology.SPMC, Topology.MPMC)) config.parties else 1

    /** Of the first producer, then of the second, …. */
    internal val messages: List<Message>
    private val sum: Long

    init {
        val generator = SplitMix64(config.seed)
        messages = ArrayList(config.messages)
        for (producer in 0 until producers) {
            val share = share(config.messages, producer)
            for (index in share) messages += Message(producer, index - share.first, generator.below(Int.MAX_VALUE))
        }
        sum = messages.sumOf { it.value.toLong() }
    }

    private fun share(
        all: Int,
        producer: Int,
    ): IntRange {
        fun first(producer: Int) = (all.toLong() * producer / producers).toInt()
        return first(producer) until first(producer + 1)
    }

    /** A producer's messages. */
    protected fun share(producer: Int): List<Message> = share(messages.size, producer).let { messages.subList(it.first, it.last + 1) }

    /**
     * Refuses receipts with a message out of a producer's order, and ones that do not make up all messages together. Where one consumer has
     * all of them in order, there is no gap either.
     */
    override fun check(result: List<Receipt>) {
        result.forEachIndexed { consumer, receipt ->
            check(receipt.late == 0) {
                "consumer $consumer received ${receipt.late} messages after a later one of their producer: want 0"
            }
        }
        val count = result.sumOf { it.count }
        check(count == messages.size) { "$count messages were received: want ${messages.size}" }
        val sum = result.sumOf { it.sum }
        check(sum == this.sum) { "the sum of the messages received is $sum: want ${this.sum}" }
    }
}

/** Coroutines over a channel. */
internal class CoroutineChannel(
    private val config: ChannelConfig,
    exec: Exec,
) : ChannelWorkload(config) {
    private val context = exec.context(producers + consumers)

    /**
     * Sends every message over a new channel: what is measured. The channel is closed when the last producer has ended, which ends the
     * consumers.
     */
    override fun run(): List<Receipt> =
        runBlocking(context) {
            val channel = Channel<Message>(config.capacity)
            val producers =
                List(producers) { producer ->
                    launch { for (message in share(producer)) channel.send(message) }
                }
            val consumers =
                List(consumers) {
                    async {
                        val receipt = Receipt(this@CoroutineChannel.producers)
                        for (message in channel) receipt.take(message)
                        receipt
                    }
                }
            producers.joinAll()
            channel.close()
            consumers.awaitAll()
        }
}
