package cobench.workloads

import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executor
import java.util.concurrent.atomic.AtomicReference

/** Runs tasks on the threads of [executor], which [close] lets go of. */
public class Tasks(
    internal val executor: Executor,
    private val close: () -> Unit = {},
) : AutoCloseable {
    /**
     * Runs [block] and waits for the tasks that it forks, as `coroutineScope` does for its children: what one of them throws interrupts the
     * others and the caller, and is thrown here when all have ended.
     */
    public fun <T> scope(block: TaskScope.() -> T): T = TaskScope(executor).run(block)

    override fun close(): Unit = close.invoke()
}

/** Tasks that end together. Only the thread that opened the scope forks them. */
public class TaskScope internal constructor(
    private val executor: Executor,
) {
    private val owner = Thread.currentThread()
    private val failure = AtomicReference<Throwable>()
    private val tasks = ArrayList<Task<*>>()

    /**
     * Starts a task.
     *
     * @throws IllegalStateException where there is no thread for it: a machine has room for so many
     */
    public fun <T> fork(body: () -> T): Task<T> {
        val task = Task(body, failure) { owner.interrupt() }
        try {
            executor.execute(task)
        } catch (e: OutOfMemoryError) {
            throw IllegalStateException("no thread for task ${tasks.size + 1} (${e.message}): want fewer tasks", e)
        }
        tasks += task // One that did not start would never end.
        return task
    }

    internal fun <T> run(block: TaskScope.() -> T): T {
        val result =
            try {
                block().also { tasks.forEach { it.ended.await() } }
            } catch (e: Throwable) {
                failure.compareAndSet(null, e)
                null
            }
        val failed = failure.get()
        @Suppress("UNCHECKED_CAST")
        if (failed == null) return result as T
        tasks.forEach { it.interrupt() }
        for (task in tasks) task.awaitUninterruptibly()
        Thread.interrupted() // It was meant for what was waited for above.
        throw failed
    }
}

/** A task of a scope. It does not begin where another of the scope has failed before. */
public class Task<T> internal constructor(
    private val body: () -> T,
    private val failure: AtomicReference<Throwable>,
    private val failed: () -> Unit,
) : Runnable {
    internal val ended = CountDownLatch(1)
    private var runner: Thread? = null
    private var result: T? = null

    /** Waits for the task and returns its value. A failed one's is never returned: the scope interrupts whoever waits. */
    public fun join(): T {
        ended.await()
        if (failure.get() != null) throw InterruptedException()
        @Suppress("UNCHECKED_CAST")
        return result as T
    }

    override fun run() {
        try {
            synchronized(this) { runner = Thread.currentThread() }
            if (failure.get() == null) result = body()
        } catch (e: Throwable) {
            if (failure.compareAndSet(null, e)) failed()
        } finally {
            synchronized(this) {
                runner = null
                Thread.interrupted() // A pool's thread goes on with other tasks.
            }
            ended.countDown()
        }
    }

    internal fun interrupt(): Unit = synchronized(this) { runner?.interrupt() ?: Unit }

    internal fun awaitUninterruptibly() {
        while (true) {
            try {
                return ended.await()
            } catch (_: InterruptedException) {
                // The failure's own, late.
            }
        }
    }
}
