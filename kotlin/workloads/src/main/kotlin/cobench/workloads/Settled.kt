package cobench.workloads

import kotlin.math.abs

/**
 * What [collect] leaves on the heap, once two collections in a row leave the same but for a hundredth. The first leaves what only waits to be
 * let go of: of the threads of an earlier run, say.
 */
internal fun settled(collect: () -> Long): Long {
    var last = collect()
    repeat(MOST_COLLECTIONS) {
        val next = collect()
        if (abs(next - last) <= last / 100) return minOf(last, next)
        last = next
    }
    return last
}

private const val MOST_COLLECTIONS = 10
