package cobench.workloads

import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executor
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors

/** How tasks are run by threads, which block where coroutines suspend. */
public enum class Threads(
    override val key: String,
) : Choice {
    /** A fixed number of platform threads, which are there before anything is measured. */
    POOL("pool") {
        override fun open(pool: Int): Tasks = started(Executors.newFixedThreadPool(pool), pool)
    },

    /** A platform thread for each task, started with it. */
    PLATFORM("platform") {
        override fun open(pool: Int): Tasks = Tasks(Executor { Thread(it).start() })
    },

    /** A virtual thread for each task, started with it. */
    VIRTUAL("virtual") {
        override fun open(pool: Int): Tasks = Tasks(virtualThreads(this))
    }, ;

    /**
     * Somewhere to run tasks.
     *
     * @param pool how many threads [POOL] has, 1 or more. Where tasks wait for each other it needs as many as there are tasks.
     * @throws IllegalArgumentException where this JVM has no such threads
     */
    public abstract fun open(pool: Int): Tasks
}

/** A pool whose threads have all started. */
private fun started(
    executor: ExecutorService,
    threads: Int,
): Tasks {
    val tasks = Tasks(executor) { executor.shutdownNow() }
    val all = CountDownLatch(threads)
    try {
        tasks.scope { repeat(threads) { fork { all.apply { countDown() }.await() } } }
    } catch (e: Throwable) {
        tasks.close() // Those that did start would keep the process alive.
        throw e
    }
    return tasks
}
