package cobench.workloads.boundedbuffer

import cobench.workloads.Benchmark
import cobench.workloads.Condition
import cobench.workloads.Exec
import cobench.workloads.Message
import cobench.workloads.Messages
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.Receipt
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
        Exec.offered,
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
    private val ring = arrayOfNulls<Message>(capacity)
    private var first = 0
    private var count = 0

    suspend fun put(item: Message) =
        mutex.withLock {
            while (count == ring.size) notFull.await()
            ring[(first + count) % ring.size] = item
            count++
            notEmpty.signal()
        }

    suspend fun take(): Message =
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
    protected val items: Messages = Messages(config.items, config.producers, config.seed)

    /** Refuses receipts with an item out of its producer's order, and ones that do not make up all items together. */
    override fun check(result: List<Receipt>): Unit = items.check(result)
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
                launch { for (item in items.of(producer)) buffer.put(item) }
            }
            val consumers =
                List(config.consumers) { consumer ->
                    async {
                        val receipt = Receipt(config.producers)
                        repeat(items.share(consumer, config.consumers)) { receipt.take(buffer.take()) }
                        receipt
                    }
                }
            consumers.awaitAll()
        }
}
