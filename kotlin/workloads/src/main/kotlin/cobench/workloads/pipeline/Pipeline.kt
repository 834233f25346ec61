package cobench.workloads.pipeline

import cobench.workloads.Benchmark
import cobench.workloads.Choice
import cobench.workloads.Exec
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.SplitMix64
import cobench.workloads.step
import kotlinx.coroutines.Job
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.filter
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.onStart
import kotlinx.coroutines.job
import kotlinx.coroutines.runBlocking

/** Pipeline, as workloads.yaml has it. */
public val pipeline: Benchmark =
    Benchmark(
        "Pipeline",
        listOf(
            Parameter("between", Between.entries),
            Parameter("stages"),
            Parameter("messages"),
            Parameter("capacity"),
            Parameter("seed"),
        ),
        Exec.offered,
    ) {
        PipelineWorkload(
            it.choice("between"),
            it.int("stages"),
            it.int("messages"),
            it.int("capacity"),
            it.long("seed"),
            it.choice("exec"),
        )
    }

/** What passes a message from one stage to the next. */
public enum class Between(
    override val key: String,
) : Choice {
    /** Nothing: a stage calls the next, as a flow's operators do. */
    CALLS("calls"),

    /** A channel, with a coroutine for each stage: `buffer` after each operator. */
    CHANNELS("channels"),
}

/** What arrived at the end. The chain shows another order too. */
public class Receipt {
    internal var count = 0
    internal var chain = 0L

    /** Coroutines that had a part. Each is noted before it starts the next, so that no two are at once. */
    internal val parties = mutableSetOf<Job>()

    internal fun take(message: Long) {
        count++
        chain = step(chain) + message
    }
}

/**
 * A flow with everything prepared that is not measured: its messages.
 *
 * @param stages the first, third, … changes every message; the second, fourth, … drops one of eight
 * @param capacity messages that each channel holds
 * @param seed decides the messages: the same in every language
 * @throws IllegalArgumentException for a value out of range
 */
public class PipelineWorkload(
    private val between: Between,
    private val stages: Int,
    messages: Int,
    private val capacity: Int,
    seed: Long,
    exec: Exec,
) : Operation<Receipt> {
    private val context = exec.context(stages + 1)
    private val messages: List<Long>

    /** Not made before it is asked for: a cold start is to run its steps for the first time. */
    internal val expected: Receipt by lazy { expect() }

    init {
        require(stages >= 1) { "stages=$stages: want 1 or more" }
        require(messages >= 1) { "messages=$messages: want 1 or more" }
        // Below 0 are the library's names for other kinds of channel.
        require(capacity >= 0) { "capacity=$capacity: want 0 or more" }
        val generator = SplitMix64(seed)
        this.messages = List(messages) { generator.next() }
    }

    /** It shares no stage with the flow, or both could leave out the same. */
    private fun expect(): Receipt {
        val receipt = Receipt()
        for (first in messages) {
            var message = first
            var dropped = false
            for (stage in 0 until stages) {
                if (stage % 2 == 0) message = step(message) else dropped = dropped || message ushr 61 == 0L
            }
            if (!dropped) receipt.take(message)
        }
        return receipt
    }

    /** Sends all messages through all stages: what is measured. */
    override fun run(): Receipt {
        val receipt = Receipt()
        runBlocking(context) {
            receipt.parties += currentCoroutineContext().job
            build(receipt.parties).collect { receipt.take(it) }
        }
        return receipt
    }

    private fun build(parties: MutableSet<Job>): Flow<Long> {
        var flow = flow { for (message in messages) emit(message) }.passedOn(parties)
        repeat(stages) { stage ->
            flow = (if (stage % 2 == 0) flow.map { change(it) } else flow.filter { keep(it) }).passedOn(parties)
        }
        return flow
    }

    private fun Flow<Long>.passedOn(parties: MutableSet<Job>): Flow<Long> {
        val noted = onStart { parties += currentCoroutineContext().job }
        return if (between == Between.CHANNELS) noted.buffer(capacity) else noted
    }

    /** Refuses another number of parties, another number of messages than what the stages let pass, and others or in another order. */
    override fun check(result: Receipt) {
        val parties = if (between == Between.CHANNELS) stages + 2 else 1
        check(result.parties.size == parties) { "${result.parties.size} parties had a part: want $parties for between=${between.key}" }
        check(result.count == expected.count) { "${result.count} messages arrived: want ${expected.count} of ${messages.size}" }
        check(result.chain == expected.chain) {
            "the chain of the messages that arrived is ${hex(result.chain)}: want ${hex(expected.chain)}"
        }
    }
}

/** What the first, third, … stage makes of a message. */
private fun change(message: Long) = step(message)

/** Whether the second, fourth, … stage lets a message pass: seven of eight. */
private fun keep(message: Long) = message ushr 61 != 0L

private fun hex(chain: Long) = "0x" + chain.toULong().toString(16)
