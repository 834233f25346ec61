package cobench.workloads.parked

import cobench.workloads.Benchmark
import cobench.workloads.Exec
import cobench.workloads.Figure
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.liveBytes
import cobench.workloads.processors
import cobench.workloads.tellsLiveBytes
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.incrementAndFetch

/** Parked, as workloads.yaml has it. */
public val parked: Benchmark =
    Benchmark("Parked", listOf(Parameter("tasks")), Exec.offered) {
        CoroutineParked(it.int("tasks"), it.choice("exec"))
    }

/** What was counted of a run's tasks. */
public class Census(
    /** At the gate, and not through it, just before it opened. */
    public val parked: Int,
    /** Through the gate, after all were joined. */
    public val woken: Int,
)

/**
 * A parent and the [tasks] that it parks and wakes. How they are run is a subclass's.
 *
 * @throws IllegalArgumentException for a value out of range
 */
public abstract class ParkedWorkload(
    protected val tasks: Int,
) : Operation<Census> {
    /**
     * Measured once, when first asked for, on tasks that are parked for it: a collection while they are takes longer than a run, and what
     * is made before a cold start would warm it up.
     */
    private val live by lazy {
        val before = liveBytes()
        var during = 0L
        park { during = liveBytes() }
        (during - before).toDouble() / tasks
    }
    private var ran = false

    init {
        require(tasks >= 1) { "tasks=$tasks: want 1 or more" }
    }

    /** What is measured: all tasks are started, park and wake. */
    final override fun run(): Census {
        ran = true
        return park {}
    }

    /**
     * Starts all tasks; each says that it is there and waits at the gate. When the last has said so the parent calls [whileParked], opens
     * the gate, and joins all.
     *
     * A task can't say that it is parked, only that it is about to be: the last few may find the gate open. Go's twin is the same.
     */
    protected abstract fun park(whileParked: () -> Unit): Census

    /** Whether what a parked task needs lies on the heap, as all of a coroutine does. */
    protected open val onHeap: Boolean get() = true

    /**
     * Refuses a run that did not park all tasks at once, or did not wake them all.
     *
     * @throws IllegalStateException with the count that is wrong
     */
    final override fun check(result: Census) {
        check(result.parked == tasks) { "${result.parked} tasks were parked when the gate opened: want $tasks" }
        check(result.woken == tasks) { "${result.woken} tasks woke: want $tasks" }
    }

    /** `live-B/task`: by how much each parked task makes the live heap grow. */
    final override fun figures(): List<Figure> {
        if (!onHeap || !tellsLiveBytes) return emptyList()
        val figure = Figure(live, "live-B/task")
        return if (ran) listOf(figure).also { ran = false } else emptyList()
    }
}

/** A coroutine for each task; the gate is a deferred that is completed. */
@OptIn(ExperimentalAtomicApi::class)
internal class CoroutineParked(
    tasks: Int,
    exec: Exec,
) : ParkedWorkload(tasks) {
    private val context = exec.context(processors)

    public override fun park(whileParked: () -> Unit): Census {
        val gate = CompletableDeferred<Unit>()
        val all = CompletableDeferred<Unit>()
        val arrived = AtomicInt(0)
        val passed = AtomicInt(0)
        val parked =
            runBlocking(context) {
                repeat(tasks) {
                    launch {
                        if (arrived.incrementAndFetch() == tasks) all.complete(Unit)
                        gate.await()
                        passed.incrementAndFetch()
                    }
                }
                all.await()
                whileParked()
                val parked = arrived.load() - passed.load()
                gate.complete(Unit)
                parked
            }
        return Census(parked, passed.load())
    }
}
