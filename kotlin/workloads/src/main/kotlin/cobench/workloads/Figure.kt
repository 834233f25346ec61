package cobench.workloads

/** What a workload sees besides its time, with the unit that it is printed with: `p99-ns`, `lost-updates/op`. */
public class Figure(
    public val value: Double,
    public val unit: String,
)

/**
 * `p50-ns`, `p99-ns`, … of [latencies] in nanoseconds, which it sorts, one for each of [ranks] from 1 to 100; that of 100 is called `max-ns`.
 * None if there are no latencies.
 *
 * It is the nearest rank: the least of the latencies that are not below rank percent of all.
 */
public fun percentiles(
    latencies: LongArray,
    vararg ranks: Int,
): List<Figure> {
    if (latencies.isEmpty()) return emptyList()
    latencies.sort()
    return ranks.map { rank ->
        val name = if (rank == 100) "max" else "p$rank"
        Figure(latencies[(latencies.size * rank + 99) / 100 - 1].toDouble(), "$name-ns")
    }
}
