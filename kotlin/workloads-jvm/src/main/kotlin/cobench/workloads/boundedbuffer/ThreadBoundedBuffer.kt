package cobench.workloads.boundedbuffer

import cobench.workloads.Benchmark
import cobench.workloads.Message
import cobench.workloads.Receipt
import cobench.workloads.Threads
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.withLock

/** BoundedBuffer on a JVM, where threads can run it too. */
public val jvmBoundedBuffer: Benchmark =
    boundedBuffer.with(Threads.entries) {
        ThreadBoundedBuffer(BoundedBufferConfig(it), it.choice("exec"))
    }

/** The textbook's monitor for threads. */
private class ThreadBuffer(
    capacity: Int,
) {
    private val lock = ReentrantLock()
    private val notEmpty = lock.newCondition()
    private val notFull = lock.newCondition()
    private val ring = arrayOfNulls<Message>(capacity)
    private var first = 0
    private var count = 0

    fun put(item: Message) =
        lock.withLock {
            while (count == ring.size) notFull.await()
            ring[(first + count) % ring.size] = item
            count++
            notEmpty.signal()
        }

    fun take(): Message =
        lock.withLock {
            while (count == 0) notEmpty.await()
            val item = checkNotNull(ring[first])
            first = (first + 1) % ring.size
            count--
            notFull.signal()
            item
        }
}

/** Threads around a buffer. */
internal class ThreadBoundedBuffer(
    config: BoundedBufferConfig,
    threads: Threads,
) : BoundedBufferWorkload(config) {
    private val tasks = threads.open(config.producers + config.consumers)

    /** Passes every item through a new buffer: what is measured. Each consumer knows how many items are its own, and ends with the last. */
    override fun run(): List<Receipt> =
        tasks.scope {
            val buffer = ThreadBuffer(config.capacity)
            repeat(config.producers) { producer ->
                fork { for (item in items.of(producer)) buffer.put(item) }
            }
            val consumers =
                List(config.consumers) { consumer ->
                    fork {
                        val receipt = Receipt(config.producers)
                        repeat(items.share(consumer, config.consumers)) { receipt.take(buffer.take()) }
                        receipt
                    }
                }
            consumers.map { it.join() }
        }

    override fun close(): Unit = tasks.close()
}
