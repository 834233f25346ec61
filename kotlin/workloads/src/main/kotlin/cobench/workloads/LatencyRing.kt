package cobench.workloads

/**
 * The newest latencies in nanoseconds, 65,536 at most, which is far more than a 99th percentile needs: adding one allocates nothing, however
 * long a workload runs.
 */
public class LatencyRing {
    private val newest = LongArray(1 shl 16)
    private var added = 0

    /** Takes the place of the oldest, if there is no other. */
    public fun add(latency: Long) {
        newest[added % newest.size] = latency
        added++
    }

    /** What the function of that name does of the latencies, and forgets them. */
    public fun percentiles(vararg ranks: Int): List<Figure> =
        percentiles(newest.copyOf(minOf(added, newest.size)), *ranks).also { added = 0 }
}
