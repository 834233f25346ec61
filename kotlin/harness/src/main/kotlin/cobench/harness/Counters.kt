package cobench.harness

import cobench.workloads.Figure

/** What this process has used since it began. Null where the runtime does not tell. */
internal class Counters(
    /** User and system time on all cores, in nanoseconds. */
    val cpuNanos: Long?,
    /** Bytes allocated on the heap by all threads. */
    val allocatedBytes: Long?,
    /** Threads ever started, whether they still run or not. */
    val startedThreads: Long?,
)

/** What [operations] operations used between two readings of the counters, each; and the threads of the process from its start. */
internal fun used(
    from: Counters,
    to: Counters,
    operations: Int,
): List<Figure> {
    fun unit(
        unit: String,
        counter: Counters.() -> Long?,
    ): Figure? {
        val used = (to.counter() ?: return null) - (from.counter() ?: return null)
        return Figure(used.toDouble() / operations, unit)
    }
    return listOfNotNull(
        unit("cpu-ns/op") { cpuNanos },
        unit("B/op") { allocatedBytes },
        to.startedThreads?.let { Figure(it.toDouble(), "threads-started") },
    )
}
