package cobench.harness

import cobench.workloads.Benchmark
import cobench.workloads.coroutineBenchmarks
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.alloc
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import platform.posix.CLOCK_PROCESS_CPUTIME_ID
import platform.posix.clock_gettime
import platform.posix.fflush
import platform.posix.fputs
import platform.posix.stderr
import platform.posix.timespec
import kotlin.experimental.ExperimentalNativeApi

// What a Kotlin/Native program tells of itself. The JVM's file of this name has the same functions.

/** Every workload that the harness can measure here. */
internal val benchmarks: List<Benchmark> get() = coroutineBenchmarks

/** The compiler's version and what it compiled for. */
@OptIn(ExperimentalNativeApi::class)
internal fun vm(): String =
    "Kotlin/Native ${KotlinVersion.CURRENT} " + "${Platform.osFamily.name}_${Platform.cpuArchitecture.name}".lowercase()

/** What the study of matrix multiplication calls programs like this one. */
internal fun modePrefix(): String = "kt_ntv"

/** The operating system, by Go's name for it. */
@OptIn(ExperimentalNativeApi::class)
internal fun goos(): String = if (Platform.osFamily == OsFamily.MACOSX) "darwin" else Platform.osFamily.name.lowercase()

/** The processor's architecture, by Go's name for it. */
@OptIn(ExperimentalNativeApi::class)
internal fun goarch(): String = if (Platform.cpuArchitecture == CpuArchitecture.X64) "amd64" else Platform.cpuArchitecture.name.lowercase()

/** The processors that this process may use. */
@OptIn(ExperimentalNativeApi::class)
internal fun processors(): Int = Platform.getAvailableProcessors()

@OptIn(ExperimentalForeignApi::class)
internal fun printError(line: String) {
    fputs("$line\n", stderr)
    fflush(stderr)
}

/** There are none. */
internal fun compilerNanos(): Long? = null

/** Allocations are not told: the garbage collector counts what it kept, not what was asked for. Nor are threads. */
@OptIn(ExperimentalForeignApi::class)
internal fun counters(): Counters =
    memScoped {
        val time = alloc<timespec>()
        val told = clock_gettime(CLOCK_PROCESS_CPUTIME_ID, time.ptr) == 0
        Counters(
            cpuNanos = if (told) time.tv_sec * 1_000_000_000 + time.tv_nsec else null,
            allocatedBytes = null,
            compilerNanos = null,
            startedThreads = null,
        )
    }
