package cobench.workloads

/** Latencies in nanoseconds, from which now and then percentiles are taken. */
internal class Latencies {
    private var all = LongArray(0)
    private var size = 0

    operator fun plusAssign(more: LongArray) {
        if (size + more.size > all.size) all = all.copyOf(maxOf(size + more.size, 2 * all.size))
        more.copyInto(all, size)
        size += more.size
    }

    /** 50th, 95th and 99th percentile of what was added since they were last taken; none of nothing. */
    fun take(): List<Figure> = percentiles(all.copyOf(size), 50, 95, 99).also { size = 0 }
}
