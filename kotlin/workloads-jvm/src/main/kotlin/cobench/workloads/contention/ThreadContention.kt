package cobench.workloads.contention

import cobench.workloads.Benchmark
import cobench.workloads.Threads
import java.util.concurrent.Semaphore
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.withLock

/** Contention on a JVM, where threads can run it too. */
public val jvmContention: Benchmark = contention.with(Threads.entries) { ThreadContention(ContentionConfig(it), it.choice("exec")) }

/** A thread for each worker, a pool's too. Lock and semaphore are the unfair ones, which the language offers first. */
internal class ThreadContention(
    config: ContentionConfig,
    exec: Threads,
) : ContentionWorkload(config) {
    private val threads = exec.open(config.workers)

    override fun enter(work: (worker: Int) -> Unit) {
        when (config.lock) {
            Lock.MUTEX -> {
                val lock = ReentrantLock()
                each { worker -> lock.withLock { work(worker) } }
            }

            Lock.SEMAPHORE -> {
                val permits = Semaphore(config.permits)
                each { worker ->
                    permits.acquire()
                    try {
                        work(worker)
                    } finally {
                        permits.release()
                    }
                }
            }
        }
    }

    private inline fun each(crossinline body: (worker: Int) -> Unit) =
        threads.scope {
            repeat(config.workers) { worker -> fork { repeat(entries(worker)) { body(worker) } } }
        }

    override fun close() = threads.close()
}
