package cobench.workloads.cancel

import cobench.workloads.Benchmark
import cobench.workloads.Exec
import cobench.workloads.Figure
import cobench.workloads.Latch
import cobench.workloads.LatencyRing
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.processors
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlin.time.TimeSource

/** Cancel, as workloads.yaml has it. */
public val cancel: Benchmark =
    Benchmark("Cancel", listOf(Parameter("children")), Exec.offered) { CoroutineCancel(it.int("children"), it.choice("exec")) }

/**
 * A parent and its [children]. How they are run is a subclass's.
 *
 * @throws IllegalArgumentException for a value out of range
 */
public abstract class CancelWorkload(
    protected val children: Int,
) : Operation<Int> {
    init {
        require(children >= 1) { "children=$children: want 1 or more" }
    }

    /** Nanoseconds by child; below 0 if it did not end because it was cancelled. */
    private val latencies = LongArray(children)
    private var cancelled = TimeSource.Monotonic.markNow()
    private val ends = LatencyRing()

    /**
     * Starts the children, which suspend for ever, cancels them when the last has started, and waits for the end of all: what is measured.
     * It returns how many ended because they were cancelled.
     *
     * A child can't say that it is suspended, only that it is about to be: the last few may be cancelled before. Go's twin is the same.
     */
    override fun run(): Int {
        latencies.fill(-1)
        startAndCancel()
        var count = 0
        for (latency in latencies) {
            if (latency < 0) continue
            count++
            ends.add(latency)
        }
        return count
    }

    protected abstract fun startAndCancel()

    /** All children are cancelled now, before any of them can see it. */
    protected fun cancelling() {
        cancelled = TimeSource.Monotonic.markNow()
    }

    /** The child ended now, because it was cancelled. */
    protected fun ended(child: Int) {
        latencies[child] = cancelled.elapsedNow().inWholeNanoseconds
    }

    /** Refuses a run after which a child had not ended because it was cancelled. */
    override fun check(result: Int): Unit =
        check(result == children) { "$result children ended because they were cancelled: want $children" }

    /** p50-ns and p99-ns from the cancellation of all to a child's end. */
    override fun figures(): List<Figure> = ends.percentiles(50, 99)
}

/** Coroutines, whose scope is cancelled. */
internal class CoroutineCancel(
    children: Int,
    exec: Exec,
) : CancelWorkload(children) {
    private val context = exec.context(processors)

    override fun startAndCancel() =
        runBlocking(context) {
            val started = Latch(children)
            val parent =
                launch {
                    repeat(children) { child ->
                        launch {
                            started.countDown()
                            try {
                                awaitCancellation()
                            } catch (e: CancellationException) {
                                ended(child)
                                throw e
                            }
                        }
                    }
                }
            started.await()
            cancelling()
            parent.cancel()
        }
}
