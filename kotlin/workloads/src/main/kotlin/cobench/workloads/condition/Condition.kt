package cobench.workloads.condition

import cobench.workloads.Benchmark
import cobench.workloads.Condition
import cobench.workloads.Exec
import cobench.workloads.Figure
import cobench.workloads.LatencyRing
import cobench.workloads.Operation
import cobench.workloads.Parameter
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlin.time.TimeSource

/** Condition, as workloads.yaml has it. */
public val condition: Benchmark =
    Benchmark("Condition", listOf(Parameter("waiters"), Parameter("signals")), Exec.offered) {
        CoroutineCondition(it.int("waiters"), it.int("signals"), it.choice("exec"))
    }

/** What the waiters of a run count together, and what the parent tells them; whoever touches it holds the mutex. */
public class WakeUps(
    private val latencies: LatencyRing,
) {
    /** All, but the last of each waiter, which ends it. */
    internal var count = 0
        private set

    /** Those that found no signal, since another had taken it. */
    internal var idle = 0
        private set

    /** A signal that nobody has taken. */
    public var pending: Boolean = false
        private set
    private var sent = TimeSource.Monotonic.markNow()

    /** The parent is about to signal. */
    public fun send() {
        pending = true
        if (count % SAMPLED == 0) sent = TimeSource.Monotonic.markNow()
    }

    /** A waiter has woken. */
    public fun take() {
        if (count % SAMPLED == 0) latencies.add(sent.elapsedNow().inWholeNanoseconds)
        count++
        if (!pending) idle++
        pending = false
    }
}

/** How many signals there are to one whose time is taken: reading the clock twice then adds a hundredth or so. */
private const val SAMPLED = 16

/**
 * A parent and its [waiters]. How they are run is a subclass's.
 *
 * @throws IllegalArgumentException for a value out of range
 */
public abstract class ConditionWorkload(
    protected val waiters: Int,
    protected val signals: Int,
) : Operation<WakeUps> {
    /** From signal to wake-up. */
    protected val latencies: LatencyRing = LatencyRing()

    init {
        require(waiters >= 1) { "waiters=$waiters: want 1 or more" }
        require(signals >= 1) { "signals=$signals: want 1 or more" }
    }

    /** Refuses a run in which a signal woke nobody, or more than one. */
    override fun check(result: WakeUps) {
        check(result.idle == 0) { "${result.idle} wake-ups found no signal: want 0" }
        check(result.count == signals) { "${result.count} wake-ups: want $signals, one a signal" }
    }

    /** p50-ns and p99-ns from a signal to the wake-up, which is over when the waiter has the mutex again. */
    override fun figures(): List<Figure> = latencies.percentiles(50, 99)
}

/** Coroutines around the [Condition] that is ours: the library has none. */
internal class CoroutineCondition(
    waiters: Int,
    signals: Int,
    exec: Exec,
) : ConditionWorkload(waiters, signals) {
    private val context = exec.context(waiters + 1)

    /**
     * Wakes waiters, each signal one, who acknowledges it: what is measured. The parent starts the waiters and sends the first signal when all
     * of them wait; after the last it wakes them all, which ends them.
     *
     * A waiter that has woken holds the mutex until it waits again: the parent always finds all of them waiting, and nobody takes a signal
     * that woke another.
     */
    override fun run(): WakeUps {
        val mutex = Mutex()
        val signalled = Condition(mutex)
        val acknowledged = Condition(mutex)
        val wakeUps = WakeUps(latencies)
        var waiting = 0
        var ended = false
        runBlocking(context) {
            repeat(waiters) {
                launch {
                    mutex.withLock {
                        if (++waiting == waiters) acknowledged.signal()
                        while (true) {
                            signalled.await()
                            if (ended) break
                            wakeUps.take()
                            acknowledged.signal()
                        }
                    }
                }
            }
            mutex.withLock {
                while (waiting < waiters) acknowledged.await()
                repeat(signals) {
                    wakeUps.send()
                    signalled.signal()
                    while (wakeUps.pending) acknowledged.await()
                }
                ended = true
                signalled.signalAll()
            }
        }
        return wakeUps
    }
}
