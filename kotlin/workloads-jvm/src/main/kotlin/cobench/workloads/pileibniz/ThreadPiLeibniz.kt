package cobench.workloads.pileibniz

import cobench.workloads.Benchmark
import cobench.workloads.Threads
import cobench.workloads.processors
import java.util.concurrent.ArrayBlockingQueue
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.withLock

/** PiLeibniz on a JVM, where threads can run it too. */
public val jvmPiLeibniz: Benchmark =
    piLeibniz.with(Threads.entries) {
        ThreadPiLeibniz(it.choice("method"), it.int("terms"), it.int("grain"), it.choice("exec"))
    }

/** A thread for each task, or a pool's turn: it has as many threads as there are processors. */
internal class ThreadPiLeibniz(
    method: Method,
    terms: Int,
    grain: Int,
    exec: Threads,
) : PiLeibnizWorkload(method, terms, grain) {
    private val threads = exec.open(processors)

    override fun channel(): Sum =
        threads.scope {
            val sums = ArrayBlockingQueue<Sum>(CAPACITY)
            repeat(tasks) { task -> fork { sums.put(partial(task)) } }
            var total = Sum.ZERO
            repeat(tasks) { total += sums.take() }
            total
        }

    override fun mutex(): Sum {
        val lock = ReentrantLock()
        var total = Sum.ZERO
        threads.scope {
            repeat(tasks) { task ->
                fork {
                    val sum = partial(task)
                    lock.withLock { total += sum }
                }
            }
        }
        return total
    }

    override fun reduce(): Sum =
        threads.scope {
            val sums = List(tasks) { task -> fork { partial(task) } }
            var total = Sum.ZERO
            for (sum in sums) total += sum.join()
            total
        }

    override fun close() = threads.close()
}
