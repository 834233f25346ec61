package cobench.workloads

/**
 * SplitMix64 of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014): twelve lines that are the same in
 * every language, which no standard library's generator is.
 */
public class SplitMix64(
    private var state: Long,
) {
    /** The next 64 bits. */
    public fun next(): Long {
        state += -0x61c8864680b583ebL // 0x9e3779b97f4a7c15
        var z = state
        z = (z xor (z ushr 30)) * -0x40a7b892e31b1a47L // 0xbf58476d1ce4e5b9
        z = (z xor (z ushr 27)) * -0x6b2fb644ecceee15L // 0x94d049bb133111eb
        return z xor (z ushr 31)
    }

    /** A number from 0 to [bound] - 1: the high 32 bits scaled, since the remainder of an unsigned division is spelled differently everywhere. */
    public fun below(bound: Int): Int = ((next() ushr 32) * bound ushr 32).toInt()
}

/**
 * The state after another in a chain: a step such as the generator's own mixer has.
 *
 * Each state depends on the one before it by a shift, an exclusive or and a multiplication, which no compiler can make shorter. A linear
 * congruential generator's step will not do: n of them are one step with other constants, and C2 finds them when it unrolls the loop.
 */
@Suppress("NOTHING_TO_INLINE")
public inline fun step(state: Long): Long = (state xor (state ushr 29)) * MULTIPLIER

/** 0xbf58476d1ce4e5b9, whose high bit makes it negative. */
@PublishedApi
internal const val MULTIPLIER: Long = -0x40a7b892e31b1a47

/** The state so many [steps] after another: work that takes as long as it has steps. */
public fun steps(
    first: Long,
    steps: Int,
): Long {
    var state = first
    repeat(steps) { state = step(state) }
    return state
}
