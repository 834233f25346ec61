package cobench.workloads.selectfanin

import cobench.workloads.Benchmark
import cobench.workloads.Choice
import cobench.workloads.Exec
import cobench.workloads.Figure
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.SplitMix64
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.selects.select

/** SelectFanIn, as workloads.yaml has it. */
public val selectFanIn: Benchmark =
    Benchmark(
        "SelectFanIn",
        listOf(
            Parameter("channels", Sources.entries),
            Parameter("messages"),
            Parameter("capacity"),
            Parameter("seed"),
        ),
        Exec.offered,
    ) {
        SelectFanInWorkload(
            it.choice("channels"),
            it.int("messages"),
            it.int("capacity"),
            it.long("seed"),
            it.choice("exec"),
        )
    }

/** How many channels there are, each with a source. Only these, since Go's select knows its channels when it is compiled. */
public enum class Sources(
    internal val count: Int,
) : Choice {
    TWO(2),
    FOUR(4),
    EIGHT(8),
    ;

    override val key: String = count.toString()
}

/** A message, with its source's number and its own among those of that source, both from 0. */
internal class Message(
    val source: Int,
    val sequence: Int,
    val value: Int,
)

/** What was received from so many [sources]. */
public class Receipt(
    sources: Int,
) {
    internal var count = 0
        private set
    internal var sum = 0L
        private set

    /** Messages that were not the next of their source. */
    internal var disorder = 0
        private set

    /** The sequence number that must come, by source: as many as came. */
    internal val next = IntArray(sources)

    internal fun take(message: Message) {
        if (message.sequence != next[message.source]) disorder++
        next[message.source]++
        count++
        sum += message.value
    }
}

/**
 * Sources and a receiver with everything prepared that is not measured: the messages, so that it is select and channels that take time and
 * memory.
 *
 * @param messages dealt out evenly to the [sources]
 * @param capacity messages that each channel holds
 * @param seed decides the messages' values: the same in every language
 * @throws IllegalArgumentException for a value out of range
 */
public class SelectFanInWorkload(
    sources: Sources,
    messages: Int,
    private val capacity: Int,
    seed: Long,
    exec: Exec,
) : Operation<Receipt> {
    private val sources = sources.count
    private val context = exec.context(this.sources + 1)

    /** Of the first source, then of the second, …. */
    internal val messages: List<Message>
    private val sum: Long

    /** Sum of those of the runs since the figures were last asked for. */
    private var fairness = 0.0
    private var runs = 0

    init {
        require(messages >= 1) { "messages=$messages: want 1 or more" }
        // Below 0 are the library's names for other kinds of channel.
        require(capacity >= 0) { "capacity=$capacity: want 0 or more" }
        val generator = SplitMix64(seed)
        this.messages = ArrayList(messages)
        for (source in 0 until this.sources) {
            val share = share(messages, source)
            for (index in share) this.messages += Message(source, index - share.first, generator.below(Int.MAX_VALUE))
        }
        sum = this.messages.sumOf { it.value.toLong() }
    }

    private fun share(
        all: Int,
        source: Int,
    ): IntRange {
        fun first(source: Int) = (all.toLong() * source / sources).toInt()
        return first(source) until first(source + 1)
    }

    /** A source's messages. */
    private fun share(source: Int): List<Message> = share(messages.size, source).let { messages.subList(it.first, it.last + 1) }

    /**
     * Sends every message over its source's channel and receives them all by select: what is measured. The receiver counts, so that no
     * channel need be closed: a closed one is always ready.
     */
    override fun run(): Receipt {
        val receipt = Receipt(sources)
        runBlocking(context) {
            val channels =
                List(sources) { source ->
                    val channel = Channel<Message>(capacity)
                    launch { for (message in share(source)) channel.send(message) }
                    channel
                }
            // Outside the loop, so that a select need not make it anew.
            val take: suspend (Message) -> Unit = { receipt.take(it) }
            val half = messages.size / 2
            repeat(half) { receive(channels, take) }
            if (half > 0) {
                fairness += fairness(receipt.next)
                runs++
            }
            repeat(messages.size - half) { receive(channels, take) }
        }
        return receipt
    }

    /** Refuses a receipt with a message that was not its source's next, and one that does not hold all messages. */
    override fun check(result: Receipt) {
        check(result.disorder == 0) { "${result.disorder} messages were not the next of their source: want 0" }
        check(result.count == messages.size) { "${result.count} messages were received: want ${messages.size}" }
        check(result.sum == sum) { "the sum of the messages received is ${result.sum}: want $sum" }
    }

    /**
     * fairness: of the first half of a run's receives, the smallest share of a source by the mean share; the mean of the runs. None if the
     * runs had one message alone.
     */
    override fun figures(): List<Figure> {
        if (runs == 0) return emptyList()
        val mean = fairness / runs
        fairness = 0.0
        runs = 0
        return listOf(Figure(mean, "fairness"))
    }
}

/**
 * Receives one message by select.
 *
 * Where several channels are ready, select takes the first; Go's picks any of them with the same probability. Each is what the language
 * offers under that name: selectUnbiased would be a shuffle more than a Kotlin programmer writes.
 */
internal suspend fun receive(
    channels: List<ReceiveChannel<Message>>,
    take: suspend (Message) -> Unit,
): Unit =
    select {
        for (channel in channels) channel.onReceive(take)
    }

/** The least of the [shares] by the mean of them: 1 where all are the same, 0 where one source has not been heard. */
internal fun fairness(shares: IntArray): Double = shares.min().toDouble() * shares.size / shares.sum()
