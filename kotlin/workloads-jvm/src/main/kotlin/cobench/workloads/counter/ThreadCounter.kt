package cobench.workloads.counter

import cobench.workloads.Benchmark
import cobench.workloads.Threads
import java.util.concurrent.ArrayBlockingQueue
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.withLock

/** Counter on a JVM, where threads can run it too. */
public val jvmCounter: Benchmark =
    counter.with(Threads.entries) {
        ThreadCounter(it.choice("variant"), it.int("increments"), it.int("workers"), it.long("seed"), it.choice("exec"))
    }

/** A thread for each worker, a pool's too. */
internal class ThreadCounter(
    variant: Variant,
    increments: Int,
    workers: Int,
    seed: Long,
    exec: Threads,
) : CounterWorkload(variant, increments, workers, seed) {
    private val threads = exec.open(workers)

    override fun each(work: (id: Int, share: Share) -> Unit) =
        threads.scope {
            shares.forEachIndexed { id, share -> fork { work(id, share) } }
        }

    override fun returned(): Long =
        threads.scope {
            val counts =
                shares.map { share ->
                    fork {
                        var count = 0L
                        share.forEach { count += it }
                        count
                    }
                }
            counts.sumOf { it.join() }
        }

    override fun mutex(): Long {
        val lock = ReentrantLock()
        var total = 0L
        threads.scope {
            for (share in shares) fork { share.forEach { lock.withLock { total += it } } }
        }
        return total
    }

    override fun confined(): Long =
        threads.scope {
            val amounts = ArrayBlockingQueue<Long>(CAPACITY)
            for (share in shares) fork { share.forEach { amounts.put(it) } }
            var total = 0L
            repeat(increments) { total += amounts.take() }
            total
        }

    override fun close() = threads.close()
}
