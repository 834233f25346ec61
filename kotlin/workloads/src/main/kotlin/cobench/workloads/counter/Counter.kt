package cobench.workloads.counter

import cobench.workloads.Benchmark
import cobench.workloads.Choice
import cobench.workloads.Exec
import cobench.workloads.Figure
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.SplitMix64
import cobench.workloads.step
import kotlinx.coroutines.async
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlin.concurrent.Volatile
import kotlin.concurrent.atomics.AtomicLong
import kotlin.concurrent.atomics.AtomicLongArray
import kotlin.concurrent.atomics.ExperimentalAtomicApi

/** Counter, as workloads.yaml has it. */
public val counter: Benchmark =
    Benchmark(
        "Counter",
        listOf(Parameter("variant", Variant.entries), Parameter("increments"), Parameter("workers"), Parameter("seed")),
        Exec.offered,
    ) {
        CoroutineCounter(it.choice("variant"), it.int("increments"), it.int("workers"), it.long("seed"), it.choice("exec"))
    }

/** Where the count is kept. The last two are races: updates get lost, and the total is any that can be made of some of them. */
public enum class Variant(
    override val key: String,
) : Choice {
    /** Each worker has a counter of its own in memory, which the parent adds up in the end. */
    ISOLATED("isolated"),

    /** Each worker returns its count, which the parent adds up. */
    RETURNED("returned"),

    /** One counter with atomic additions. */
    ATOMIC("atomic"),

    /** One counter, and a lock for each increment. */
    MUTEX("mutex"),

    /** A counter of a cell for each worker with atomic additions, so that anybody may add or read at any time. */
    STRIPED("striped"),

    /** One counter that nobody but its owner touches: each increment is a message to it, over one channel. */
    CONFINED("confined"),

    /** One counter and nothing that guards it. */
    PLAIN("plain"),

    /** One counter that is read and written atomically, but not in one step. */
    VOLATILE("volatile"),
}

/** How many increments the channel of [Variant.CONFINED] holds. */
public const val CAPACITY: Int = 64

/**
 * What one worker adds: so many amounts of 1 or 2, each decided by the high bit of a state, from the first [state] on.
 */
public class Share(
    public val increments: Int,
    public val state: Long,
) {
    public inline fun forEach(add: (amount: Long) -> Unit) {
        var state = state
        repeat(increments) {
            state = step(state)
            add(1 + (state ushr 63))
        }
    }
}

/** From one cell to the next, in longs: they share no cache line, nor the pair of lines that processors fetch at once. */
private const val STRIDE: Int = 16

/**
 * [increments] divided over [workers], with everything prepared that is not measured. How the workers are run is a subclass's.
 *
 * @throws IllegalArgumentException for a value out of range
 */
@OptIn(ExperimentalAtomicApi::class)
public abstract class CounterWorkload(
    private val variant: Variant,
    protected val increments: Int,
    workers: Int,
    seed: Long,
) : Operation<Long> {
    protected val shares: List<Share>

    /** Not made before it is asked for: it would warm up the very code that a cold start is to run for the first time. */
    private val expected by lazy { shares.sumOf { sum(it.state, increments = it.increments) } }

    /** What so many amounts after a state make. It shares no loop with the workers, or both could leave out the same. */
    private fun sum(
        first: Long,
        increments: Int,
    ): Long {
        var state = first
        var total = increments.toLong()
        for (increment in 1..increments) {
            state = step(state)
            if (state < 0) total++
        }
        return total
    }

    /** Whether updates may get lost. One worker has nobody to lose them to. */
    private val races = (variant == Variant.PLAIN || variant == Variant.VOLATILE) && workers > 1

    private val counters: LongArray
    private val stripes: AtomicLongArray
    private var lost = 0L
    private var wanted = 0L

    init {
        require(increments >= 1) { "increments=$increments: want 1 or more" }
        require(workers >= 1) { "workers=$workers: want 1 or more" }
        val generator = SplitMix64(seed)
        shares = List(workers) { Share(increments / workers + if (it < increments % workers) 1 else 0, generator.next()) }
        counters = LongArray(cell(workers))
        stripes = AtomicLongArray(cell(workers))
    }

    /** Makes all increments and returns the total: what is measured. */
    final override fun run(): Long =
        when (variant) {
            Variant.ISOLATED -> isolated()
            Variant.RETURNED -> returned()
            Variant.ATOMIC -> atomic()
            Variant.MUTEX -> mutex()
            Variant.STRIPED -> striped()
            Variant.CONFINED -> confined()
            Variant.PLAIN -> plain()
            Variant.VOLATILE -> volatile()
        }

    /** Has each worker do [work], and returns when all have ended. */
    protected abstract fun each(work: (id: Int, share: Share) -> Unit)

    private fun isolated(): Long {
        each { id, share ->
            val at = cell(id)
            counters[at] = 0
            share.forEach { counters[at] += it }
        }
        return shares.indices.sumOf { counters[cell(it)] }
    }

    protected abstract fun returned(): Long

    private fun atomic(): Long {
        val total = AtomicLong(0)
        each { _, share -> share.forEach { total.addAndFetch(it) } }
        return total.load()
    }

    protected abstract fun mutex(): Long

    private fun striped(): Long {
        for (id in shares.indices) stripes.storeAt(cell(id), 0)
        each { id, share ->
            val at = cell(id)
            share.forEach { stripes.addAndFetchAt(at, it) }
        }
        return shares.indices.sumOf { stripes.loadAt(cell(it)) }
    }

    /** The parent is the owner. */
    protected abstract fun confined(): Long

    private fun plain(): Long {
        var total = 0L
        each { _, share -> share.forEach { total += it } }
        return total
    }

    private fun volatile(): Long {
        val counter = VolatileCounter()
        each { _, share -> share.forEach { counter.total += it } }
        return counter.total
    }

    /** The first cell lies away from the array's header too. */
    private fun cell(id: Int) = (id + 1) * STRIDE

    /**
     * Refuses every total but the sum of all amounts; of a race, one that cannot be: nothing, since the last to write has added something, or
     * more than all.
     *
     * @throws IllegalStateException with the total
     */
    final override fun check(result: Long) {
        if (races) {
            check(result in 1..expected) { "total is $result: want 1 to $expected" }
        } else {
            check(result == expected) { "total is $result: want $expected" }
        }
        lost += expected - result
        wanted += expected
    }

    /** `lost-updates/op` of the races: which share of the increments is missing, by what they would have added. */
    final override fun figures(): List<Figure> {
        val share = lost.toDouble() / wanted
        val seen = wanted > 0 && (variant == Variant.PLAIN || variant == Variant.VOLATILE)
        lost = 0
        wanted = 0
        return if (seen) listOf(Figure(share, "lost-updates/op")) else emptyList()
    }
}

private class VolatileCounter {
    @Volatile
    var total = 0L
}

/** A coroutine for each worker. */
internal class CoroutineCounter(
    variant: Variant,
    increments: Int,
    workers: Int,
    seed: Long,
    exec: Exec,
) : CounterWorkload(variant, increments, workers, seed) {
    private val context = exec.context(workers)

    override fun each(work: (id: Int, share: Share) -> Unit) =
        runBlocking(context) {
            shares.forEachIndexed { id, share -> launch { work(id, share) } }
        }

    override fun returned(): Long =
        runBlocking(context) {
            val counts =
                shares.map { share ->
                    async {
                        var count = 0L
                        share.forEach { count += it }
                        count
                    }
                }
            counts.sumOf { it.await() }
        }

    override fun mutex(): Long {
        val mutex = Mutex()
        var total = 0L
        runBlocking(context) {
            for (share in shares) launch { share.forEach { mutex.withLock { total += it } } }
        }
        return total
    }

    override fun confined(): Long =
        runBlocking(context) {
            val amounts = Channel<Long>(CAPACITY)
            for (share in shares) launch { share.forEach { amounts.send(it) } }
            var total = 0L
            repeat(increments) { total += amounts.receive() }
            total
        }
}
