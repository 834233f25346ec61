package cobench.workloads.fanout

import cobench.workloads.Benchmark
import cobench.workloads.Choice
import cobench.workloads.Exec
import cobench.workloads.Figure
import cobench.workloads.LatencyRing
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.SplitMix64
import cobench.workloads.Values
import cobench.workloads.step
import cobench.workloads.steps
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.incrementAndFetch
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.TimeSource

/** FanOut, as workloads.yaml has it. */
public val fanOut: Benchmark =
    Benchmark(
        "FanOut",
        listOf(
            Parameter("requests"),
            Parameter("children"),
            Parameter("outcome", Outcome.entries),
            Parameter("timeout"),
            Parameter("work"),
            Parameter("seed"),
        ),
        Exec.offered,
    ) { FanOutWorkload(FanOutConfig(it), it.choice("exec")) }

/** How every request ends. */
public enum class Outcome(
    override val key: String,
) : Choice {
    /** All children answer. */
    ANSWERS("answers"),

    /** The last child to begin fails, and the others, which wait, are cancelled. */
    FAILURE("failure"),

    /** The last child to begin never answers, and is cancelled when time is up. */
    TIMEOUT("timeout"),
}

/**
 * What is asked and how it ends.
 *
 * @property requests one after another
 * @property children of each request
 * @property timeout of each request
 * @property work steps that a child computes for its answer
 * @property seed decides the states that the steps begin with: the same in every language
 * @throws IllegalArgumentException for a value out of range
 */
public class FanOutConfig(
    public val requests: Int,
    public val children: Int,
    public val outcome: Outcome,
    public val timeout: Duration,
    public val work: Int,
    public val seed: Long,
) {
    public constructor(values: Values) : this(
        values.int("requests"),
        values.int("children"),
        values.choice("outcome"),
        values.int("timeout").milliseconds,
        values.int("work"),
        values.long("seed"),
    )

    init {
        require(requests >= 1) { "requests=$requests: want 1 or more" }
        require(children >= 1) { "children=$children: want 1 or more" }
        require(timeout >= 1.milliseconds) { "timeout=${timeout.inWholeMilliseconds}: want 1 or more" }
        require(work >= 0) { "work=$work: want 0 or more" }
    }
}

/** What became of a run's requests and their children. */
public class Tally {
    internal var answered = 0
    internal var failed = 0
    internal var timedOut = 0

    /** Children that answered, and that were cancelled. */
    internal var replies = 0
    internal var cancelled = 0

    /** Of the answers that the parent put together. */
    internal var sum = 0L
}

private class Failed : Exception("failed")

/** A parent with everything prepared that is not measured. */
@OptIn(ExperimentalAtomicApi::class)
public class FanOutWorkload(
    private val config: FanOutConfig,
    exec: Exec,
) : Operation<Tally> {
    private val context = exec.context(config.children)

    /** By child: what its work begins with. */
    private val states: LongArray

    /** Of a request's answers. Not made before it is asked for: a cold start is to run its loop for the first time. */
    private val sum by lazy { states.sumOf { last(it) } }
    internal val expected: Tally by lazy {
        val n = config.requests
        Tally().apply {
            when (config.outcome) {
                Outcome.ANSWERS -> {
                    answered = n
                    sum = this@FanOutWorkload.sum * n
                }

                Outcome.FAILURE -> {
                    failed = n
                    cancelled = n * (config.children - 1)
                }

                Outcome.TIMEOUT -> {
                    timedOut = n
                    cancelled = n
                }
            }
            replies = n * config.children - cancelled - failed
        }
    }
    private val latencies = LatencyRing()

    init {
        val generator = SplitMix64(config.seed)
        states = LongArray(config.children) { generator.next() }
    }

    /** It shares no loop with the children, or both could leave out the same. */
    private fun last(first: Long): Long {
        var state = first
        for (step in 1..config.work) state = step(state)
        return state
    }

    /** Sends all requests, one after another: what is measured. */
    override fun run(): Tally {
        val tally = Tally()
        runBlocking(context) {
            repeat(config.requests) {
                val begun = TimeSource.Monotonic.markNow()
                request(tally)
                val took = begun.elapsedNow()
                val latency = if (config.outcome == Outcome.TIMEOUT) took - config.timeout else took
                latencies.add(latency.inWholeNanoseconds)
            }
        }
        return tally
    }

    /** Starts all children, waits until every one has ended, and puts their answers together. */
    private suspend fun request(tally: Tally) {
        val begun = AtomicInt(0)
        val replies = AtomicInt(0)
        val cancelled = AtomicInt(0)
        val children = ArrayList<Deferred<Long>>(states.size)
        try {
            val answers =
                withTimeout(config.timeout) {
                    states.mapTo(children) { state -> async { answer(state, begun, replies, cancelled) } }.awaitAll()
                }
            tally.answered++
            tally.sum += answers.sum()
        } catch (_: TimeoutCancellationException) {
            tally.timedOut++
        } catch (_: Failed) {
            tally.failed++
        }
        tally.replies += replies.load()
        // A coroutine that is cancelled before its turn never begins.
        tally.cancelled += cancelled.load() + children.size - begun.load()
    }

    private suspend fun answer(
        state: Long,
        begun: AtomicInt,
        replies: AtomicInt,
        cancelled: AtomicInt,
    ): Long {
        val last = begun.incrementAndFetch() == states.size
        if (config.outcome == Outcome.FAILURE && last) throw Failed()
        if (config.outcome == Outcome.FAILURE || (config.outcome == Outcome.TIMEOUT && last)) {
            try {
                awaitCancellation()
            } catch (e: CancellationException) {
                cancelled.incrementAndFetch()
                throw e
            }
        }
        return steps(state, config.work).also { replies.incrementAndFetch() }
    }

    /**
     * Refuses a tally in which a request ended otherwise, or a child.
     *
     * @throws IllegalStateException that says what is wrong and what was wanted
     */
    override fun check(result: Tally) {
        val want = expected
        check(result.answered == want.answered && result.failed == want.failed && result.timedOut == want.timedOut) {
            "${result.answered} requests were answered, ${result.failed} failed and ${result.timedOut} timed out: " +
                "want ${want.answered}, ${want.failed} and ${want.timedOut}"
        }
        check(accounted(result)) {
            "${result.replies} children answered and ${result.cancelled} were cancelled: want ${want.replies} and ${want.cancelled}"
        }
        check(result.sum == want.sum) { "the answers' sum is ${hex(result.sum)}: want ${hex(want.sum)}" }
    }

    /** Whether as many children answered and were cancelled as must. Where time is up before all have begun, more are cancelled. */
    private fun accounted(result: Tally) =
        if (config.outcome == Outcome.TIMEOUT) {
            result.replies + result.cancelled == expected.replies + expected.cancelled && result.cancelled >= expected.cancelled
        } else {
            result.replies == expected.replies && result.cancelled == expected.cancelled
        }

    /** `p50-ns` and `p99-ns` of a request; of one that times out, of how long after its deadline the parent goes on. */
    override fun figures(): List<Figure> = latencies.percentiles(50, 99)
}

private fun hex(sum: Long) = "0x" + sum.toULong().toString(16)
