package cobench.workloads.fileio

import cobench.workloads.SplitMix64
import java.nio.ByteBuffer
import java.nio.ByteOrder

/** By how many bytes the content of a file begins after that of the one before. */
private const val STEP = 8

/**
 * What stands in the files: another part of one random block in each, so that as many files as one likes differ, and none has to be made
 * while the time runs.
 */
internal class Contents(
    files: Int,
    private val size: Int,
    seed: Long,
) {
    internal val block: ByteBuffer

    init {
        val words = (STEP * (files - 1) + size + 7) / 8
        val generator = SplitMix64(seed)
        block = ByteBuffer.allocateDirect(8 * words).order(ByteOrder.LITTLE_ENDIAN)
        repeat(words) { block.putLong(generator.next()) }
    }

    /** The content of [file], which nobody may change. */
    fun of(file: Int): ByteBuffer = block.duplicate().position(STEP * file).limit(STEP * file + size)
}
