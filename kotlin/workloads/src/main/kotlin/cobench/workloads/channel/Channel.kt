package cobench.workloads.channel

import cobench.workloads.Benchmark
import cobench.workloads.Choice
import cobench.workloads.Exec
import cobench.workloads.Message
import cobench.workloads.Messages
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.Receipt
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
        Exec.offered,
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

/**
 * A channel's producers and consumers, whoever runs them, with everything prepared that is not measured: the messages, so that it is the
 * channel that takes time and memory.
 */
public abstract class ChannelWorkload(
    config: ChannelConfig,
) : Operation<List<Receipt>> {
    protected val producers: Int = if (config.topology in setOf(Topology.MPSC, Topology.MPMC)) config.parties else 1
    protected val consumers: Int = if (config.topology in setOf(Topology.SPMC, Topology.MPMC)) config.parties else 1

    protected val messages: Messages = Messages(config.messages, producers, config.seed)

    /** Refuses receipts with a message out of a producer's order, and ones that do not make up all messages together. */
    override fun check(result: List<Receipt>): Unit = messages.check(result)
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
                    launch { for (message in messages.of(producer)) channel.send(message) }
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
