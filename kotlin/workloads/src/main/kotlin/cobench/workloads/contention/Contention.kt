package cobench.workloads.contention

import cobench.workloads.Benchmark
import cobench.workloads.Choice
import cobench.workloads.Exec
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.SplitMix64
import cobench.workloads.Values
import cobench.workloads.step
import cobench.workloads.steps
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.sync.withPermit
import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.decrementAndFetch
import kotlin.concurrent.atomics.incrementAndFetch

/** Contention, as workloads.yaml has it. */
public val contention: Benchmark =
    Benchmark(
        "Contention",
        listOf(
            Parameter("lock", Lock.entries),
            Parameter("permits"),
            Parameter("entries"),
            Parameter("workers"),
            Parameter("work"),
            Parameter("seed"),
        ),
        Exec.offered,
    ) { CoroutineContention(ContentionConfig(it), it.choice("exec")) }

/** What guards the work. */
public enum class Lock(
    override val key: String,
) : Choice {
    /** Lets one in. */
    MUTEX("mutex"),

    /** Lets so many in. */
    SEMAPHORE("semaphore"),
}

/**
 * Who enters what, and how often.
 *
 * @property permits how many may be inside at once; 1 for a mutex
 * @property entries of all workers
 * @property work steps inside, each time
 * @property seed decides the states that the steps begin with: the same in every language
 * @throws IllegalArgumentException for a value out of range
 */
public class ContentionConfig(
    public val lock: Lock,
    public val permits: Int,
    public val entries: Int,
    public val workers: Int,
    public val work: Int,
    public val seed: Long,
) {
    public constructor(values: Values) : this(
        values.choice("lock"),
        values.int("permits"),
        values.int("entries"),
        values.int("workers"),
        values.int("work"),
        values.long("seed"),
    )

    init {
        require(permits >= 1) { "permits=$permits: want 1 or more" }
        require(lock != Lock.MUTEX || permits == 1) { "permits=$permits: want 1 for lock=mutex" }
        require(entries >= 1) { "entries=$entries: want 1 or more" }
        require(workers >= 1) { "workers=$workers: want 1 or more" }
        require(work >= 0) { "work=$work: want 0 or more" }
    }
}

/** What one worker did inside, up to where its chain of states has come. */
public class Tally internal constructor(
    internal var state: Long,
) {
    internal var entries = 0

    /** The most workers that it saw inside at once, itself too. */
    internal var most = 0
}

/** Workers with everything prepared that is not measured. How they are run and what lets them in is a subclass's. */
@OptIn(ExperimentalAtomicApi::class)
public abstract class ContentionWorkload(
    protected val config: ContentionConfig,
) : Operation<List<Tally>> {
    /** The states that the workers' chains begin with. */
    private val first: List<Long>

    /** All chains' last states together. Not made before it is asked for: a cold start is to run its loop for the first time. */
    internal val expected: Long by lazy { first.indices.sumOf { last(first[it], entries(it) * config.work) } }

    init {
        val generator = SplitMix64(config.seed)
        first = List(config.workers) { generator.next() }
    }

    /** It shares no loop with the workers, or both could leave out the same. */
    private fun last(
        first: Long,
        steps: Int,
    ): Long {
        var state = first
        for (step in 1..steps) state = step(state)
        return state
    }

    /** How often a worker enters. */
    protected fun entries(worker: Int): Int = first(worker + 1) - first(worker)

    private fun first(worker: Int) = (config.entries.toLong() * worker / config.workers).toInt()

    /** Has all workers enter as often as each must: what is measured. */
    final override fun run(): List<Tally> {
        val inside = AtomicInt(0)
        val tallies = first.map { Tally(it) }
        enter { worker ->
            val tally = tallies[worker]
            tally.most = maxOf(tally.most, inside.incrementAndFetch())
            tally.entries++
            tally.state = steps(tally.state, config.work)
            inside.decrementAndFetch()
        }
        return tallies
    }

    /** Has each worker do [work] as often as it enters, and returns when all have ended. */
    protected abstract fun enter(work: (worker: Int) -> Unit)

    /**
     * Refuses tallies of too few entries or too little work, and of more workers inside than there are permits.
     *
     * @throws IllegalStateException that says what is wrong and what was wanted
     */
    final override fun check(result: List<Tally>) {
        val entries = result.sumOf { it.entries }
        check(entries == config.entries) { "workers entered $entries times: want ${config.entries}" }
        val states = result.sumOf { it.state }
        check(states == expected) { "the sum of the workers' states is ${hex(states)}: want ${hex(expected)}" }
        val most = result.maxOf { it.most }
        check(most <= config.permits) { "$most workers were inside at once: want ${config.permits} at most" }
    }
}

private fun hex(state: Long) = "0x" + state.toULong().toString(16)

/** A coroutine for each worker. */
internal class CoroutineContention(
    config: ContentionConfig,
    exec: Exec,
) : ContentionWorkload(config) {
    private val context = exec.context(config.workers)

    override fun enter(work: (worker: Int) -> Unit) {
        when (config.lock) {
            Lock.MUTEX -> {
                val mutex = Mutex()
                each { worker -> repeat(entries(worker)) { mutex.withLock { work(worker) } } }
            }

            Lock.SEMAPHORE -> {
                val permits = Semaphore(config.permits)
                each { worker -> repeat(entries(worker)) { permits.withPermit { work(worker) } } }
            }
        }
    }

    private fun each(body: suspend (worker: Int) -> Unit) =
        runBlocking(context) {
            repeat(config.workers) { launch { body(it) } }
        }
}
