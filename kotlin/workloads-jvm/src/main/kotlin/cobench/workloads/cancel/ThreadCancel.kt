package cobench.workloads.cancel

import cobench.workloads.Benchmark
import cobench.workloads.Threads
import java.util.concurrent.CancellationException
import java.util.concurrent.CountDownLatch
import java.util.concurrent.locks.LockSupport

/** Cancel on a JVM, where threads can run it too. */
public val jvmCancel: Benchmark = cancel.with(Threads.entries) { ThreadCancel(it.int("children"), it.choice("exec")) }

/** Threads, whose scope interrupts them when it fails. */
internal class ThreadCancel(
    children: Int,
    threads: Threads,
) : CancelWorkload(children) {
    private val tasks = threads.open(children)

    override fun startAndCancel() =
        try {
            tasks.scope {
                val started = CountDownLatch(children)
                repeat(children) { child ->
                    fork {
                        started.countDown()
                        // No queue of waiters, which all would have to leave: each parks by itself.
                        while (!Thread.interrupted()) LockSupport.park(this)
                        ended(child)
                    }
                }
                started.await()
                cancelling()
                throw CancellationException()
            }
        } catch (_: CancellationException) {
            // It has done its work.
        }

    override fun close(): Unit = tasks.close()
}
