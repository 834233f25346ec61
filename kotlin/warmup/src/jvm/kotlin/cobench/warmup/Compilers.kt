package cobench.warmup

import java.io.File
import java.io.IOException
import java.lang.management.ManagementFactory

/**
 * How long the JIT compilers of this JVM have been at work. `java.lang.management` tells that only when a compile ends, and one of C2 may take
 * seconds, so this looks at their threads.
 */
public class Compilers {
    private val threads: () -> Map<String, Long>? = if (onLinux() != null) ::onLinux else ::byHotSpot
    private var last = emptyMap<String, Long>()
    private var total = 0L

    /** Nanoseconds of all compiler threads together, or null where this JVM doesn't tell. A JVM starts and ends such threads as it needs them. */
    @Synchronized
    public fun nanos(): Long? {
        val now = threads() ?: return null
        total += now.entries.sumOf { (thread, nanos) -> maxOf(0, nanos - (last[thread] ?: 0)) }
        last = now
        return total
    }
}

/**
 * What Linux tells of each thread: how long it ran, and how long it was ready to run while others did. Both are work that is not done yet, and
 * on a machine with too much to do the second is the larger.
 */
internal fun onLinux(): Map<String, Long>? {
    val threads = File("/proc/self/task").listFiles() ?: return null
    if (!File("/proc/self/schedstat").exists()) return null
    return buildMap {
        for (thread in threads) {
            try {
                if (!isCompiler(File(thread, "comm").readText())) continue
                val (ran, waited) = File(thread, "schedstat").readText().split(' ')
                put(thread.name, ran.toLong() + waited.toLong())
            } catch (_: IOException) {
                // It has ended.
            }
        }
    }
}

/** By the start of its name: HotSpot's own are C1 and C2, Graal's JVMCI. */
private fun isCompiler(thread: String) = thread.startsWith("C1 ") || thread.startsWith("C2 ") || thread.startsWith("JVMCI")

/**
 * What HotSpot tells of its own threads on any system, if it was started with [EXPORT]. Graal's are Java threads, which it tells of elsewhere.
 */
internal fun byHotSpot(): Map<String, Long>? {
    val own =
        try {
            val bean = Class.forName("sun.management.ManagementFactoryHelper").getMethod("getHotspotThreadMBean").invoke(null)
            Class.forName("sun.management.HotspotThreadMBean").getMethod("getInternalThreadCpuTimes").invoke(bean) as Map<*, *>
        } catch (_: ReflectiveOperationException) {
            return null
        }
    val java = ManagementFactory.getThreadMXBean()
    return buildMap {
        for ((name, nanos) in own) if (isCompiler(name as String)) put(name, nanos as Long)
        for (thread in java.getThreadInfo(java.allThreadIds)) {
            if (thread != null && isCompiler(thread.threadName)) put(thread.threadName, maxOf(0, java.getThreadCpuTime(thread.threadId)))
        }
    }
}

/** The flag without which a JVM hides what it knows of its threads. */
public const val EXPORT: String = "--add-exports=java.management/sun.management=ALL-UNNAMED"
