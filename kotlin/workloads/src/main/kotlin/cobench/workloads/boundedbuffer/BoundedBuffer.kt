package cobench.workloads.boundedbuffer

import cobench.workloads.Benchmark
import cobench.workloads.Condition
import cobench.workloads.Exec
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.SplitMix64
import cobench.workloads.Values
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** BoundedBuffer, as workloads.yaml has it. */
public val boundedBuffer: Benchmark =
    Benchmark(
        "BoundedBuffer",
        listOf(
            Parameter("capacity"),
            Parameter("producers"),
            Parameter("consumers"),
            Parameter("items"),
            Parameter("seed"),
        ),
        Exec.entries,
    ) { CoroutineBoundedBuffer(BoundedBufferConfig(it), it.choice("exec")) }

/**
 * What to pass on and how.
 *
 * @property capacity items that the buffer holds
 * @property items in all: dealt out evenly to the producers, and to the consumers
 * @property seed decides the items' values: the same in every language
 * @throws IllegalArgumentException for a value out of range
 */
public class BoundedBufferConfig(
    public val capacity: Int,
    public val producers: Int,
    public val consumers: Int,
    public val items: Int,
    public val seed: Long,
) {
    public constructor(values: Values) : this(
        values.int("capacity"),
        values.int("producers"),
        values.int("consumers"),
        values.int("items"),
        values.long("seed"),
    )

    init {
        require(capacity >= 1) { "capacity=$capacity: want 1 or more" }
        require(producers >= 1) { "producers=$producers: want 1 or more" }
        require(consumers >= 1) { "consumers=$consumers: want 1 or more" }
        require(items >= 1) { "items=$items: want 1 or more" }
    }
}

/** An item, with its producer's number and its own among those of that producer, both from 0. */
public class Item(
    internal val producer: Int,
    internal val sequence: Int,
    internal val value: Int,
)

/** What one consumer took from so many [producers]. The squares show two wrong values that make up for each other in the sum. */
public class Receipt(
    producers: Int,
) {
    internal var count = 0
        private set
    internal var sum = 0L
        private set
    internal var squares = 0L
        private set

    /** Items after a later one of the same producer, or twice. */
    internal var late = 0
        private set

    /** The least sequence number that may come, by producer. */
    private val next = IntArray(producers)

    public fun add(item: Item) {
        if (item.sequence < next[item.producer]) late++
        next[item.producer] = item.sequence + 1
        count++
        sum += item.value
        squares += item.value.toLong() * item.value
    }
}

/**
 * The textbook's monitor for coroutines: whoever finds it full waits until it is not, whoever finds it empty likewise, and each item wakes
 * one.
 */
internal class Buffer(
    capacity: Int,
) {
    private val mutex = Mutex()
    private val notEmpty = Condition(mutex)
    private val notFull = Condition(mutex)
    private val ring = arrayOfNulls<Item>(capacity)
    private var first = 0
    private var count = 0

    suspend fun put(item: Item) =
        mutex.withLock {
            while (count == ring.size) notFull.await()
            ring[(first + count) % ring.size] = item
            count++
            notEmpty.signal()
        }

    suspend fun take(): Item =
        mutex.withLock {
            while (count == 0) notEmpty.await()
            val item = checkNotNull(ring[first])
            first = (first + 1) % ring.size
            count--
            notFull.signal()
            item
        }
}

/**
 * A buffer's producers and consumers, whoever runs them, with everything prepared that is not measured: the items, so that it is the buffer
 * that takes time and memory.
 */
public abstract class BoundedBufferWorkload(
    protected val config: BoundedBufferConfig,
) : Operation<List<Receipt>> {
    /** Of the first producer, then of the second, …. */
    internal val items: List<Item>
    private val sum: Long
    private val squares: Long

    init {
        val generator = SplitMix64(config.seed)
        items = ArrayList(config.items)
        for (producer in 0 until config.producers) {
            repeat(share(producer, config.producers)) { items += Item(producer, it, generator.below(Int.MAX_VALUE)) }
        }
        sum = items.sumOf { it.value.toLong() }
        squares = items.sumOf { it.value.toLong() * it.value }
    }

    /** How many of all items are one party's. */
    protected fun share(
        party: Int,
        parties: Int,
    ): Int = first(party + 1, parties) - first(party, parties)

    private fun first(
        party: Int,
        parties: Int,
    ) = (config.items.toLong() * party / parties).toInt()

    /** A producer's items. */
    protected fun of(producer: Int): List<Item> = items.subList(first(producer, config.producers), first(producer + 1, config.producers))

    /** Refuses receipts with an item out of its producer's order, and ones that do not make up all items together. */
    override fun check(result: List<Receipt>) {
        result.forEachIndexed { consumer, receipt ->
            check(receipt.late == 0) { "consumer $consumer took ${receipt.late} items after a later one of their producer: want 0" }
        }
        val count = result.sumOf { it.count }
        check(count == items.size) { "$count items were taken: want ${items.size}" }
        val sum = result.sumOf { it.sum }
        check(sum == this.sum) { "the sum of the items taken is $sum: want ${this.sum}" }
        val squares = result.sumOf { it.squares }
        check(squares == this.squares) { "the sum of the squares of the items taken is $squares: want ${this.squares}" }
    }
}

/** Coroutines around a buffer. */
internal class CoroutineBoundedBuffer(
    config: BoundedBufferConfig,
    exec: Exec,
) : BoundedBufferWorkload(config) {
    private val context = exec.context(config.producers + config.consumers)

    /** Passes every item through a new buffer: what is measured. Each consumer knows how many items are its own, and ends with the last. */
    override fun run(): List<Receipt> =
        runBlocking(context) {
            val buffer = Buffer(config.capacity)
            repeat(config.producers) { producer ->
                launch { for (item in of(producer)) buffer.put(item) }
            }
            val consumers =
                List(config.consumers) { consumer ->
                    async {
                        val receipt = Receipt(config.producers)
                        repeat(share(consumer, config.consumers)) { receipt.add(buffer.take()) }
                        receipt
                    }
                }
            consumers.awaitAll()
        }
}
