package cobench.harness

import cobench.warmup.Compilers
import cobench.workloads.Benchmark
import cobench.workloads.jvmBenchmarks
import com.sun.management.OperatingSystemMXBean
import com.sun.management.ThreadMXBean
import java.lang.invoke.MethodHandles
import java.lang.invoke.MethodType
import java.lang.management.ManagementFactory

// What a JVM and a native image tell of themselves. Kotlin/Native's file of this name has the same functions.

/** Whether this is a native image: what org.graalvm.nativeimage.ImageInfo asks for, without its library. */
private val nativeImage = System.getProperty("org.graalvm.nativeimage.imagecode") != null

/** Every workload that the harness can measure here. */
internal val benchmarks: List<Benchmark> get() = jvmBenchmarks

/** The VM's own name and version. */
internal fun vm(): String = System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version")

/** What the study of matrix multiplication calls programs like this one. */
internal fun modePrefix(): String = if (nativeImage) "kt_graal" else "kt"

/** The operating system, by Go's name for it. */
internal fun goos(): String =
    System.getProperty("os.name").lowercase().let { name ->
        when {
            name.startsWith("mac") -> "darwin"
            name.startsWith("windows") -> "windows"
            else -> name
        }
    }

/** The processor's architecture, by Go's name for it. */
internal fun goarch(): String =
    when (val name = System.getProperty("os.arch")) {
        "x86_64" -> "amd64"
        "aarch64" -> "arm64"
        else -> name
    }

/** The processors that this process may use. */
internal fun processors(): Int = Runtime.getRuntime().availableProcessors()

internal fun printError(line: String) = System.err.println(line)

private val compilers = Compilers()

/** How long compilers have been at work in this process; null where there are none, as in a native image, or nobody tells. */
internal fun compilerNanos(): Long? = if (nativeImage) null else compilers.nanos()

internal fun counters(): Counters {
    val threads = ManagementFactory.getThreadMXBean()
    val system = ManagementFactory.getOperatingSystemMXBean() as? OperatingSystemMXBean
    return Counters(
        cpuNanos = system?.processCpuTime?.takeIf { it >= 0 },
        allocatedBytes = (threads as? ThreadMXBean)?.let(::allocatedBytes),
        compilerNanos = compilerNanos(),
        startedThreads = threads.totalStartedThreadCount,
    )
}

/** Since JDK 21, and for all threads there ever were. */
private val totalAllocatedBytes by lazy {
    try {
        MethodHandles.publicLookup().findVirtual(
            ThreadMXBean::class.java,
            "getTotalThreadAllocatedBytes",
            MethodType.methodType(Long::class.javaPrimitiveType),
        )
    } catch (_: NoSuchMethodException) {
        null
    }
}

/**
 * Before JDK 21, what the live threads tell: a thread that ends between two readings takes its bytes along.
 *
 * A native image says that it supports this, and then that no thread ever allocates anything. It resolves no method by name either.
 */
private fun allocatedBytes(threads: ThreadMXBean): Long? {
    if (nativeImage || !threads.isThreadAllocatedMemorySupported) return null
    totalAllocatedBytes?.let { return it.invokeWithArguments(threads) as Long }
    return threads.getThreadAllocatedBytes(threads.allThreadIds).filter { it >= 0 }.sum()
}
