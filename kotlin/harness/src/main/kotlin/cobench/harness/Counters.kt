package cobench.harness

import cobench.workloads.Figure

/** What this process has used since it began. Null where the runtime does not tell. */
internal class Counters(
    /** User and system time on all cores, in nanoseconds. */
    val cpuNanos: Long?,
    /** Bytes allocated on the heap by all threads. */
    val allocatedBytes: Long?,
    /** How long its compilers have been at work, in nanoseconds. */
    val compilerNanos: Long?,
    /** Threads ever started, whether they still run or not. */
    val startedThreads: Long?,
)

/**
 * What [operations] operations used between two readings of the counters, each; the processors that compilers took in the [nanos] between
 * them; and the threads of the process from its start.
 */
internal fun used(
    from: Counters,
    to: Counters,
    operations: Int,
    nanos: Long,
): List<Figure> {
    fun unit(
        unit: String,
        of: Number,
        counter: Counters.() -> Long?,
    ): Figure? {
        val used = (to.counter() ?: return null) - (from.counter() ?: return null)
        return Figure(used / of.toDouble(), unit)
    }
    return listOfNotNull(
        unit("cpu-ns/op", operations) { cpuNanos },
        unit("B/op", operations) { allocatedBytes },
        unit("compilers", maxOf(1, nanos)) { compilerNanos },
        to.startedThreads?.let { Figure(it.toDouble(), "threads-started") },
    )
}
