package cobench.workloads.timer

import cobench.workloads.Benchmark
import cobench.workloads.Choice
import cobench.workloads.Exec
import cobench.workloads.Figure
import cobench.workloads.Latch
import cobench.workloads.LatencyRing
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.Values
import cobench.workloads.processors
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlin.time.Duration
import kotlin.time.Duration.Companion.hours
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.TimeSource

/** Timer, as workloads.yaml has it. */
public val timer: Benchmark =
    Benchmark("Timer", listOf(Parameter("action", Action.entries), Parameter("sleepers"), Parameter("delay")), Exec.offered) {
        CoroutineTimer(TimerConfig(it), it.choice("exec"))
    }

/** What becomes of the sleepers. */
public enum class Action(
    override val key: String,
) : Choice {
    /** Each sleeps for the delay and wakes up. */
    SLEEP("sleep"),

    /** All sleep for an hour, but are cancelled after the delay, one by one. */
    CANCEL("cancel"),
}

/**
 * Who sleeps, and how.
 *
 * @property delay milliseconds
 * @throws IllegalArgumentException for a value out of range
 */
public class TimerConfig(
    public val action: Action,
    public val sleepers: Int,
    public val delay: Int,
) {
    public constructor(values: Values) : this(values.choice("action"), values.int("sleepers"), values.int("delay"))

    init {
        require(sleepers >= 1) { "sleepers=$sleepers: want 1 or more" }
        require(delay >= 1) { "delay=$delay: want 1 or more" }
    }
}

/**
 * How the sleepers of a run ended.
 *
 * @property count of those that ended as the action wants it
 * @property earliest the least of their latencies in nanoseconds: below 0 if a sleeper woke too early
 */
public class Ends(
    internal val count: Int,
    internal val earliest: Long,
)

/** A number of sleepers. How they are run is a subclass's. */
public abstract class TimerWorkload(
    protected val config: TimerConfig,
) : Operation<Ends> {
    protected val delay: Duration = config.delay.milliseconds
    private val clock = TimeSource.Monotonic.markNow()

    /** Nanoseconds by sleeper; [MISSING] if it did not end as the action wants it. */
    private val latencies = LongArray(config.sleepers)

    /** When each sleeper was cancelled, in nanoseconds of the clock. */
    private val cancelled = LongArray(config.sleepers)
    private val late = LatencyRing()

    /** Puts all sleepers to sleep and waits for the end of the last: what is measured. */
    override fun run(): Ends {
        latencies.fill(MISSING)
        when (config.action) {
            Action.SLEEP -> sleep()
            Action.CANCEL -> cancel()
        }
        var count = 0
        var earliest = Long.MAX_VALUE
        for (latency in latencies) {
            if (latency == MISSING) continue
            count++
            earliest = minOf(earliest, latency)
            late.add(latency)
        }
        return Ends(count, earliest)
    }

    /** Has each sleeper sleep for the delay. Its latency is how much longer it slept. */
    protected abstract fun sleep()

    /**
     * Has all sleep for [LONG] and, when they have slept for the delay, cancels one after the other. A sleeper's latency is the time from its
     * cancellation to its end.
     */
    protected abstract fun cancel()

    /** Nanoseconds of the clock. */
    protected fun now(): Long = clock.elapsedNow().inWholeNanoseconds

    /** The sleeper fell asleep at [begun], and woke up now. */
    protected fun woke(
        sleeper: Int,
        begun: Long,
    ) {
        latencies[sleeper] = now() - begun - delay.inWholeNanoseconds
    }

    /** The sleeper is cancelled now, before it can see it. */
    protected fun cancelling(sleeper: Int) {
        cancelled[sleeper] = now()
    }

    /** The sleeper ended now, because it was cancelled. */
    protected fun ended(sleeper: Int) {
        latencies[sleeper] = now() - cancelled[sleeper]
    }

    /** Refuses a run in which a sleeper ended otherwise than the action wants it, or woke too early. */
    override fun check(result: Ends) {
        check(result.count == config.sleepers) {
            val end = if (config.action == Action.SLEEP) "woke up" else "were cancelled"
            "${result.count} sleepers $end: want ${config.sleepers}"
        }
        check(result.earliest >= -GRANULARITY) { "a sleeper woke ${-result.earliest} ns too early: want $GRANULARITY at most" }
    }

    /** p50-ns, p95-ns and p99-ns of how late the sleepers woke, or ended after they were cancelled. */
    override fun figures(): List<Figure> = late.percentiles(50, 95, 99)

    protected companion object {
        /** How long one sleeps who is to be cancelled: far longer than any run takes. */
        public val LONG: Duration = 1.hours

        private const val MISSING = Long.MIN_VALUE

        /** How many nanoseconds too early a wake-up may come: the unit in which delays are given, and in which some timers count. */
        private const val GRANULARITY = 1_000_000L
    }
}

/** Coroutines that call `delay`. */
internal class CoroutineTimer(
    config: TimerConfig,
    exec: Exec,
) : TimerWorkload(config) {
    private val context = exec.context(processors)

    override fun sleep() =
        runBlocking(context) {
            repeat(config.sleepers) { sleeper ->
                launch {
                    val begun = now()
                    delay(delay)
                    woke(sleeper, begun)
                }
            }
        }

    override fun cancel() =
        runBlocking(context) {
            val started = Latch(config.sleepers)
            val sleepers =
                List(config.sleepers) { sleeper ->
                    launch {
                        started.countDown()
                        try {
                            delay(LONG)
                        } catch (e: CancellationException) {
                            ended(sleeper)
                            throw e
                        }
                    }
                }
            started.await()
            delay(delay)
            sleepers.forEachIndexed { sleeper, job ->
                cancelling(sleeper)
                job.cancel()
            }
        }
}
