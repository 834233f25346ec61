package cobench.workloads

import kotlinx.coroutines.IO_PARALLELISM_PROPERTY_NAME
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withPermit
import java.util.concurrent.Semaphore as ThreadSemaphore

/**
 * Runs tasks that block or wait, of which so many are at work at once, whatever runs them. The limit is the workload's and never that of
 * what runs it: else a pool of 12 would be compared with 64 threads and with as many as there are tasks.
 */
internal interface Limited : AutoCloseable {
    /** Runs [work] for each number below [tasks], each in a task of its own, and waits for all. What one throws is thrown here. */
    fun each(
        tasks: Int,
        work: (Int) -> Unit,
    )

    override fun close() {}
}

/** What can run tasks under a limit. The event loop is not there: its one thread would run each to its end before the next. */
internal val limitedExecs: List<Choice> = listOf(Exec.DEFAULT, Exec.IO, Exec.LIMITED, Exec.VIRTUAL_DISPATCHER) + Threads.entries

/**
 * @param exec the key of one of [limitedExecs]
 * @param limit how many tasks are at work at once, 1 or more
 * @throws IllegalArgumentException where this JVM has no such threads
 */
internal fun limited(
    exec: String,
    limit: Int,
): Limited =
    when (val choice = limitedExecs.single { it.key == exec }) {
        is Threads -> LimitedThreads(choice, limit)
        else -> LimitedCoroutines((choice as Exec).also { if (it == Exec.IO) widenIO(limit) }, limit)
    }

/** Threads that Dispatchers.IO has unless it is told otherwise. */
private const val IO_THREADS = 64

/**
 * Gives Dispatchers.IO as many threads as there may be tasks at work, where that is more than it has. It reads the property once in a
 * process, when it is first used. Dispatchers.Default stays as it is, with a thread for each processor: work that blocks has no more.
 */
private fun widenIO(limit: Int) {
    if (limit > IO_THREADS) System.setProperty(IO_PARALLELISM_PROPERTY_NAME, "$limit")
}

/** A coroutine for each task. [Exec.LIMITED] is its own limit; the others take one of so many permits. */
internal class LimitedCoroutines(
    exec: Exec,
    limit: Int,
) : Limited {
    private val context = exec.context(limit)
    private val permits = if (exec == Exec.LIMITED) null else Semaphore(limit)

    override fun each(
        tasks: Int,
        work: (Int) -> Unit,
    ) = eachSuspending(tasks) { work(it) }

    /** The same for work that suspends, for which [Exec.LIMITED] is no limit: what waits leaves its place to others. */
    fun eachSuspending(
        tasks: Int,
        work: suspend (Int) -> Unit,
    ): Unit =
        runBlocking(context) {
            repeat(tasks) { task ->
                launch { if (permits == null) work(task) else permits.withPermit { work(task) } }
            }
        }
}

/** A thread for each task, which takes one of so many permits; or a pool, which has so many threads and no more. */
internal class LimitedThreads(
    threads: Threads,
    limit: Int,
) : Limited {
    private val threads = threads.open(limit)

    /** Fair, as those of coroutines and goroutines are. */
    private val permits = if (threads == Threads.POOL) null else ThreadSemaphore(limit, true)

    override fun each(
        tasks: Int,
        work: (Int) -> Unit,
    ): Unit =
        threads.scope {
            repeat(tasks) { task ->
                fork {
                    permits?.acquire()
                    try {
                        work(task)
                    } finally {
                        permits?.release()
                    }
                }
            }
        }

    override fun close() = threads.close()
}
