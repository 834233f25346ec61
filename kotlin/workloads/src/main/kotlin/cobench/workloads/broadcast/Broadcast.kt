package cobench.workloads.broadcast

import cobench.workloads.Benchmark
import cobench.workloads.Exec
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.SplitMix64
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.takeWhile
import kotlinx.coroutines.runBlocking
import kotlin.coroutines.CoroutineContext

/** Broadcast, as workloads.yaml has it. */
public val broadcast: Benchmark =
    Benchmark(
        "Broadcast",
        listOf(
            Parameter("subscribers"),
            Parameter("messages"),
            Parameter("capacity"),
            Parameter("replay"),
            Parameter("seed"),
        ),
        Exec.offered,
    ) {
        BroadcastWorkload(
            it.int("subscribers"),
            it.int("messages"),
            it.int("capacity"),
            it.int("replay"),
            it.long("seed"),
            it.choice("exec"),
        )
    }

/** A message, with its number from 0. */
internal class Message(
    val sequence: Int,
    val value: Int,
)

/** What one subscriber received. */
public class Receipt {
    internal var count = 0
        private set
    internal var sum = 0L
        private set

    /** Messages that were not the next. */
    internal var disorder = 0
        private set

    internal fun take(message: Message) {
        if (message.sequence != count) disorder++
        count++
        sum += message.value
    }
}

/**
 * A publisher and subscribers with everything prepared that is not measured: the messages, so that it is the sending that takes time and
 * memory.
 *
 * @param capacity messages that the slowest subscriber may be behind, beside those of [replay]
 * @param replay messages that are sent before anybody has subscribed, and so kept for those who will
 * @param seed decides the messages' values: the same in every language
 * @throws IllegalArgumentException for a value out of range
 */
public class BroadcastWorkload(
    private val subscribers: Int,
    messages: Int,
    private val capacity: Int,
    private val replay: Int,
    seed: Long,
    exec: Exec,
) : Operation<List<Receipt>> {
    internal val messages: List<Message>
    private val sum: Long
    private val context: CoroutineContext

    init {
        require(subscribers >= 1) { "subscribers=$subscribers: want 1 or more" }
        require(messages >= 1) { "messages=$messages: want 1 or more" }
        require(capacity >= 0) { "capacity=$capacity: want 0 or more" }
        require(replay >= 0) { "replay=$replay: want 0 or more" }
        context = exec.context(subscribers + 1)
        val generator = SplitMix64(seed)
        this.messages = List(messages) { Message(it, generator.below(Int.MAX_VALUE)) }
        sum = this.messages.sumOf { it.value.toLong() }
    }

    /**
     * Sends every message to every subscriber: what is measured. Everybody sees all: the first messages, as many as are replayed, are sent
     * before anybody has subscribed, the others when everybody has. A shared flow can't be closed: a last message ends the subscribers.
     */
    override fun run(): List<Receipt> =
        runBlocking(context) {
            // One buffer for all, where Go has a channel for each subscriber. Whoever sends waits for the slowest in both.
            val flow = MutableSharedFlow<Message>(replay, capacity)
            val early = minOf(replay, messages.size)
            for (message in messages.subList(0, early)) flow.emit(message)
            val subscribers =
                List(subscribers) {
                    async {
                        val receipt = Receipt()
                        flow.takeWhile { it !== END }.collect { receipt.take(it) }
                        receipt
                    }
                }
            flow.subscriptionCount.first { it == subscribers.size }
            for (message in messages.subList(early, messages.size)) flow.emit(message)
            flow.emit(END)
            subscribers.awaitAll()
        }

    /** Refuses a receipt with a message that was not the next, and one that does not hold all messages. */
    override fun check(result: List<Receipt>) {
        check(result.size == subscribers) { "${result.size} subscribers have a receipt: want $subscribers" }
        result.forEachIndexed { subscriber, receipt ->
            check(receipt.disorder == 0) { "subscriber $subscriber received ${receipt.disorder} messages that were not the next: want 0" }
            check(receipt.count == messages.size) { "subscriber $subscriber received ${receipt.count} messages: want ${messages.size}" }
            check(receipt.sum == sum) { "the sum of the messages that subscriber $subscriber received is ${receipt.sum}: want $sum" }
        }
    }

    private companion object {
        val END = Message(-1, 0)
    }
}
