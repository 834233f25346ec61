package cobench.workloads.condition

import cobench.workloads.Benchmark
import cobench.workloads.Threads
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.withLock

/** Condition on a JVM, where threads can run it too. */
public val jvmCondition: Benchmark =
    condition.with(Threads.entries) {
        ThreadCondition(it.int("waiters"), it.int("signals"), it.choice("exec"))
    }

/** Threads around a lock's conditions. */
internal class ThreadCondition(
    waiters: Int,
    signals: Int,
    threads: Threads,
) : ConditionWorkload(waiters, signals) {
    private val tasks = threads.open(waiters + 1)

    /**
     * Wakes waiters, each signal one, who acknowledges it: what is measured. The parent starts the waiters and sends the first signal when all
     * of them wait; after the last it wakes them all, which ends them.
     *
     * The parent is a task too: between virtual threads and a platform thread, each signal would have to wake one of the system's.
     */
    override fun run(): WakeUps {
        val lock = ReentrantLock()
        val signalled = lock.newCondition()
        val acknowledged = lock.newCondition()
        val wakeUps = WakeUps(latencies)
        var waiting = 0
        var ended = false
        tasks.scope {
            repeat(waiters) {
                fork {
                    lock.withLock {
                        if (++waiting == waiters) acknowledged.signal()
                        while (true) {
                            signalled.await()
                            if (ended) break
                            wakeUps.take()
                            acknowledged.signal()
                        }
                    }
                }
            }
            fork {
                lock.withLock {
                    while (waiting < waiters) acknowledged.await()
                    repeat(signals) {
                        wakeUps.send()
                        signalled.signal()
                        while (wakeUps.pending) acknowledged.await()
                    }
                    ended = true
                    signalled.signalAll()
                }
            }
        }
        return wakeUps
    }

    override fun close(): Unit = tasks.close()
}
