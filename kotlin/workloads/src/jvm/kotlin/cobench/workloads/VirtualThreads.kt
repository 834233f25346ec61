package cobench.workloads

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.asCoroutineDispatcher
import java.util.concurrent.Executor
import java.util.concurrent.ThreadFactory

/** Whether this kind of runtime has virtual threads, of which a JVM may be too old all the same. */
internal val hasVirtualThreads: Boolean get() = true

/**
 * Starts each task in a virtual thread of its own.
 *
 * @param exec what asks for it, for the message
 * @throws IllegalArgumentException before JDK 21
 */
public fun virtualThreads(exec: Choice): Executor {
    val threads = requireNotNull(virtual) { "exec=${exec.key}: want JDK 21 or later, this is ${Runtime.version().feature()}" }
    return Executor { threads.newThread(it).start() }
}

internal fun virtualDispatcher(): CoroutineDispatcher = virtualThreads(Exec.VIRTUAL_DISPATCHER).asCoroutineDispatcher()

/**
 * The factory of virtual threads; null before JDK 21.
 *
 * It is `Thread.ofVirtual().factory()`, which the API of JDK 17 has not: one jar serves every JDK. By reflection and not by method handles,
 * which a native image does not resolve; META-INF/native-image names to it what is looked up here.
 */
private val virtual: ThreadFactory? by lazy {
    try {
        val builder = Thread::class.java.getMethod("ofVirtual").invoke(null)
        Class.forName("java.lang.Thread\$Builder").getMethod("factory").invoke(builder) as ThreadFactory
    } catch (_: ReflectiveOperationException) {
        null
    }
}
