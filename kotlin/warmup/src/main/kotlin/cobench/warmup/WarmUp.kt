package cobench.warmup

import kotlin.math.roundToInt

/** Counts nanoseconds, from a point that does not matter. */
public fun interface Nanos {
    public fun now(): Long
}

/**
 * How a process warmed up.
 *
 * @property nanos how long that took
 * @property unsteady why it was not warm when its time was over, or null: for want of a reason, or because the time was fixed
 */
public class WarmUp(
    public val nanos: Long,
    public val unsteady: String?,
)

/**
 * Repeats [operation] until the process is warm, within [bounds]: over the last second its compilers were idle, and its operations were
 * level.
 *
 * Operations alone can't tell. HotSpot runs a large method at a tenth of its speed for as long as C2 takes to compile it, and meanwhile the
 * operations are as level as they will ever be. [compilers] sees that compile while it runs.
 *
 * @param compilers nanoseconds that the compilers have been at work so far, or null where there are none or nobody can tell
 */
public fun warmUp(
    bounds: Bounds,
    clock: Nanos,
    compilers: () -> Long?,
    operation: () -> Unit,
): WarmUp {
    val window = Window()
    val from = clock.now()
    var begun = from
    var compiled = compilers()
    var elapsed = 0L
    while (elapsed < bounds.most.inWholeNanoseconds) {
        val turn = turn(begun, clock, operation)
        val now = clock.now()
        val compiledNow = compilers()
        window.add(turn, now - begun, if (compiled == null || compiledNow == null) 0 else compiledNow - compiled)
        begun = now
        compiled = compiledNow
        elapsed = now - from
        if (elapsed >= bounds.least.inWholeNanoseconds && window.unsteady() == null) return WarmUp(elapsed, null)
    }
    return WarmUp(elapsed, if (bounds.least == bounds.most) null else "not warm after ${bounds.most}: ${window.unsteady()}")
}

/** Repeats the operation for [TURN_NANOS], and once at least; returns the nanoseconds of one. */
private fun turn(
    from: Long,
    clock: Nanos,
    operation: () -> Unit,
): Double {
    var operations = 0
    do {
        operation()
        ++operations
    } while (clock.now() - from < TURN_NANOS)
    return (clock.now() - from).toDouble() / operations
}

private const val TURN_NANOS = 100_000_000L

/** The last turns: as few as can tell. */
private class Window {
    private class Turn(
        val operation: Double,
        val nanos: Long,
        val compilers: Long,
    )

    private val turns = ArrayDeque<Turn>()

    fun add(
        operation: Double,
        nanos: Long,
        compilers: Long,
    ) {
        turns.addLast(Turn(operation, nanos, compilers))
        while (turns.size > 1 && enough(turns.size - 1, length() - turns.first().nanos)) turns.removeFirst()
    }

    private fun length() = turns.sumOf { it.nanos }

    /** A second of six turns or more. Where a turn is an operation of seconds, two have to do. */
    private fun enough(
        turns: Int,
        nanos: Long,
    ) = (nanos >= SECOND && turns >= 6) || (nanos >= 10 * SECOND && turns >= 2)

    /** What speaks against a warm process, or null. */
    fun unsteady(): String? {
        if (!enough(turns.size, length())) return "too few operations to tell"
        val busy = turns.sumOf { it.compilers }.toDouble() / length()
        if (busy >= BUSY) return "the compiler was at work for ${percent(minOf(1.0, busy))} of a second"
        val times = turns.map { it.operation }
        val before = median(times.subList(0, times.size / 2))
        val after = median(times.subList(times.size - times.size / 2, times.size))
        return when {
            after < before * (1 - LEVEL) -> "operations got ${percent(1 - after / before)} faster within a second"
            after > before * (1 + LEVEL) -> "operations got ${percent(after / before - 1)} slower within a second"
            else -> null
        }
    }

    private fun percent(part: Double) = "${(100 * part).roundToInt()} %"

    private fun median(values: List<Double>): Double {
        val sorted = values.sorted()
        return (sorted[(sorted.size - 1) / 2] + sorted[sorted.size / 2]) / 2
    }

    private companion object {
        const val SECOND = 1_000_000_000L
        const val BUSY = 0.05
        const val LEVEL = 0.05
    }
}
