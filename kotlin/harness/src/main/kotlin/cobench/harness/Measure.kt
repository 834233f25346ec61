package cobench.harness

import cobench.workloads.Figure
import cobench.workloads.Operation

/** A stretch of operations that were timed. */
internal class Measured(
    val operations: Int,
    /** The time of all operations, checks excluded. */
    val nanos: Long,
    val used: List<Figure>,
    /** What the operation itself has seen. */
    val figures: List<Figure>,
) {
    /** Everything there is to print. An operation that knows its time better than a clock around it tells it as a figure of that unit. */
    fun all(): List<Figure> {
        val time = figures.find { it.unit == TIME } ?: Figure(nanos.toDouble() / operations, TIME)
        return listOf(time) + used + (figures - time)
    }
}

private const val TIME = "ns/op"

/**
 * Measures [operation] for about [time], checking every result.
 *
 * It scales the number of operations as Go's testing.B does (predictN in testing/benchmark.go): first one, then what the last stretch
 * predicts for [time] and a fifth more, but never more than a hundred times the last. Only the last stretch counts.
 */
internal fun <T> measure(
    operation: Operation<T>,
    time: BenchTime,
    clock: NanoClock,
    counters: () -> Counters,
): Measured {
    var last = stretch(operation, time.operations ?: 1, batch = 1, clock, counters)
    if (time.operations != null) return last
    val goal = time.time.inWholeNanoseconds
    while (last.nanos < goal && last.operations < MAX_OPERATIONS) {
        last = stretch(operation, predict(goal, last), batch(last), clock, counters)
    }
    return last
}

private const val MAX_OPERATIONS = 1_000_000_000

/** How many operations to run next, if [last] took what it took and [goal] nanoseconds are wanted. */
internal fun predict(
    goal: Long,
    last: Measured,
): Int {
    val n = goal.toDouble() * last.operations / maxOf(last.nanos, 1)
    return minOf(n * 1.2, last.operations * 100.0, MAX_OPERATIONS.toDouble()).toInt().coerceAtLeast(last.operations + 1)
}

/** An operation as long as this is timed alone. */
private const val LONG_OPERATION_NANOS = 10_000

private const val MAX_BATCH = 1024

/**
 * How many operations to run between two readings of the clock.
 *
 * One, where two readings of some 25 ns vanish beside the operation: its result can then be checked at once, outside the timed part, as
 * JMH does at Level.Invocation. Shorter ones run in batches, whose results are all kept until the clock has stopped.
 */
internal fun batch(last: Measured): Int =
    (LONG_OPERATION_NANOS * last.operations.toLong() / maxOf(last.nanos, 1) + 1).coerceAtMost(MAX_BATCH.toLong()).toInt()

private fun <T> stretch(
    operation: Operation<T>,
    operations: Int,
    batch: Int,
    clock: NanoClock,
    counters: () -> Counters,
): Measured {
    val results = arrayOfNulls<Any?>(batch)
    var nanos = 0L
    var left = operations
    operation.figures() // of what was before
    val before = counters()
    val begun = clock.nanos()
    while (left > 0) {
        val size = minOf(batch, left)
        val from = clock.nanos()
        for (i in 0 until size) results[i] = operation.run()
        nanos += clock.nanos() - from
        for (i in 0 until size) {
            @Suppress("UNCHECKED_CAST")
            operation.check(results[i] as T)
            results[i] = null
        }
        left -= size
    }
    return Measured(operations, nanos, used(before, counters(), operations, clock.nanos() - begun), operation.figures())
}
