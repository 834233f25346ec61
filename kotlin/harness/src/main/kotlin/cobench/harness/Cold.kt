package cobench.harness

import cobench.workloads.Operation

/** The first operations of a process. */
internal class Cold(
    /** The time of each, in nanoseconds. */
    val curve: LongArray,
    /** When the first had ended, in nanoseconds since 1970. */
    val firstResult: Long,
)

/**
 * Times each of the first [operations] operations of this process.
 *
 * The results are all kept and checked after the last: a check in between would warm up code that the next operation runs.
 */
internal fun <T> cold(
    operation: Operation<T>,
    operations: Int,
    clock: NanoClock,
    wallClock: NanoClock,
): Cold {
    val curve = LongArray(operations)
    val results = ArrayList<T>(operations)
    var firstResult = 0L
    for (i in curve.indices) {
        val from = clock.nanos()
        val result = operation.run()
        curve[i] = clock.nanos() - from
        if (i == 0) firstResult = wallClock.nanos()
        results += result
    }
    results.forEach(operation::check)
    return Cold(curve, firstResult)
}
