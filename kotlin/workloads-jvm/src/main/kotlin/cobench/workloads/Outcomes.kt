package cobench.workloads

/** What came of each operation of a run: [sums], the CRC-32 of what was read, and [latencies], how many nanoseconds it took. */
public class Outcomes(
    public val sums: IntArray,
    public val latencies: LongArray,
) {
    internal constructor(operations: Int) : this(IntArray(operations), LongArray(operations))

    /** Takes down the time and the sum of what [operate] reads, which is operation number [index]. */
    internal inline fun record(
        index: Int,
        operate: () -> Int,
    ) {
        val begun = System.nanoTime()
        sums[index] = operate()
        latencies[index] = System.nanoTime() - begun
    }
}

/** A CRC-32 as it is shown. */
internal fun hex(sum: Int): String = sum.toUInt().toString(16).padStart(8, '0')
