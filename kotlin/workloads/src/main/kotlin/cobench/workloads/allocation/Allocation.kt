package cobench.workloads.allocation

import cobench.workloads.Benchmark
import cobench.workloads.Exec
import cobench.workloads.Figure
import cobench.workloads.LatencyRing
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.SplitMix64
import cobench.workloads.Values
import cobench.workloads.step
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlin.time.TimeSource

/** Allocation, as workloads.yaml has it. */
public val allocation: Benchmark =
    Benchmark(
        "Allocation",
        listOf(
            Parameter("requests"),
            Parameter("workers"),
            Parameter("nodes"),
            Parameter("live"),
            Parameter("seed"),
        ),
        Exec.offered,
    ) { CoroutineAllocation(AllocationConfig(it), it.choice("exec")) }

/**
 * What is allocated and by whom.
 *
 * @property requests of all workers
 * @property nodes that a request allocates, of 64 bytes each
 * @property live MiB that live
 * @property seed decides what stands in the nodes: the same in every language
 * @throws IllegalArgumentException for a value out of range
 */
public class AllocationConfig(
    public val requests: Int,
    public val workers: Int,
    public val nodes: Int,
    public val live: Int,
    public val seed: Long,
) {
    public constructor(values: Values) : this(
        values.int("requests"),
        values.int("workers"),
        values.int("nodes"),
        values.int("live"),
        values.long("seed"),
    )

    init {
        require(requests >= 1) { "requests=$requests: want 1 or more" }
        require(workers >= 1) { "workers=$workers: want 1 or more" }
        require(nodes >= 1) { "nodes=$nodes: want 1 or more" }
        require(live >= 0) { "live=$live: want 0 or more" }
    }
}

/** How many bytes a node has, where an object's head and a reference have 16 together. */
internal const val NODE_SIZE: Int = 64

/** A node of a list. The rest is room alone, so that it is as large as Go's. */
@Suppress("unused")
internal class Node(
    val next: Node?,
    val value: Long,
) {
    private var a = 0L
    private var b = 0L
    private var c = 0L
    private var d = 0L
    private var e = 0L
}

/** What one worker did. */
public class Tally {
    /** Nodes. */
    internal var allocated = 0

    /** Nodes in the lists that gave way to others. */
    internal var found = 0

    /** Lists of another sum than they had. */
    internal var wrong = 0

    /** Of the worker's chain. */
    internal var state = 0L
}

/** A worker with the lists that it keeps alive. */
public class Worker internal constructor(
    requests: Int,
    private val first: Long,
    lists: Int,
    private val nodes: Int,
) {
    private var state = first
    internal val lists = arrayOfNulls<Node>(lists)

    /** Of the lists' values, as they were made. */
    private val sums = LongArray(lists)
    private var oldest = 0

    /** Nodes, since it began. */
    private var allocated = 0
    internal val latencies = LongArray(requests)

    init {
        repeat(lists) { at ->
            sums[at] = sumOfNext { this.lists[at] = it }
        }
    }

    /** Makes a list whose values are the next of the worker's chain, hands it to [keep], and returns the sum of its values. */
    private inline fun sumOfNext(keep: (Node?) -> Unit): Long {
        var list: Node? = null
        var sum = 0L
        repeat(nodes) {
            state = step(state)
            list = Node(list, state)
            sum += state
            allocated++
        }
        keep(list)
        return sum
    }

    /** Answers all of the worker's requests. */
    internal fun work(): Tally {
        val tally = Tally()
        state = first
        allocated = 0
        for (request in latencies.indices) {
            val begun = TimeSource.Monotonic.markNow()
            val at = oldest
            oldest = (at + 1) % lists.size
            var node = lists[at]
            val want = sums[at]
            sums[at] = sumOfNext { lists[at] = it }
            var sum = 0L
            while (node != null) {
                sum += node.value
                tally.found++
                node = node.next
            }
            if (sum != want) tally.wrong++
            latencies[request] = begun.elapsedNow().inWholeNanoseconds
        }
        tally.allocated = allocated
        tally.state = state
        return tally
    }

    /** The chain's last state. It shares no loop with [work], or both could leave out the same. */
    internal fun last(): Long {
        var last = first
        for (node in 1..latencies.size.toLong() * nodes) last = step(last)
        return last
    }
}

/** Workers with everything prepared that is not measured: what lives. How they are run is a subclass's. */
public abstract class AllocationWorkload(
    protected val config: AllocationConfig,
) : Operation<List<Tally>> {
    internal val workers: List<Worker>

    /** All chains' last states together. Not made before it is asked for: a cold start is to run its loop for the first time. */
    internal val expected: Long by lazy { workers.sumOf { it.last() } }
    private val latencies = LatencyRing()

    init {
        val generator = SplitMix64(config.seed)
        val lists = ((config.live.toLong() shl 20) / (config.nodes.toLong() * NODE_SIZE) / config.workers).toInt()
        workers = List(config.workers) { Worker(first(it + 1) - first(it), generator.next(), maxOf(lists, 1), config.nodes) }
    }

    private fun first(worker: Int) = (config.requests.toLong() * worker / config.workers).toInt()

    /**
     * Answers all requests: what is measured. A worker begins with the next when it has ended one, so that a pause is in as many requests as
     * there are workers, however many would have come meanwhile.
     */
    final override fun run(): List<Tally> {
        val tallies = arrayOfNulls<Tally>(workers.size)
        each { tallies[it] = workers[it].work() }
        return tallies.map { checkNotNull(it) }
    }

    /** Has each worker do [work], and returns when all have ended. */
    protected abstract fun each(work: (worker: Int) -> Unit)

    /**
     * Refuses tallies of fewer nodes or other values, and takes the latencies.
     *
     * @throws IllegalStateException that says what is wrong and what was wanted
     */
    final override fun check(result: List<Tally>) {
        val allocated = result.sumOf { it.allocated }
        val found = result.sumOf { it.found }
        val want = config.requests * config.nodes
        check(allocated == want && found == want) { "$allocated nodes were allocated and $found found: want $want" }
        val wrong = result.sumOf { it.wrong }
        check(wrong == 0) { "$wrong lists had another sum: want 0" }
        val states = result.sumOf { it.state }
        check(states == expected) { "the sum of the workers' states is ${hex(states)}: want ${hex(expected)}" }
        for (worker in workers) for (latency in worker.latencies) latencies.add(latency)
    }

    /** Percentiles of how long a request took, and the longest. */
    final override fun figures(): List<Figure> = latencies.percentiles(50, 99, 100)
}

private fun hex(state: Long) = "0x" + state.toULong().toString(16)

/** A coroutine for each worker. */
internal class CoroutineAllocation(
    config: AllocationConfig,
    exec: Exec,
) : AllocationWorkload(config) {
    private val context = exec.context(config.workers)

    override fun each(work: (worker: Int) -> Unit) =
        runBlocking(context) {
            repeat(config.workers) { launch { work(it) } }
        }
}
