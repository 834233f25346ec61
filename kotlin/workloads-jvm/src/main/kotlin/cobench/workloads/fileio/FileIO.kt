package cobench.workloads.fileio

import cobench.workloads.Benchmark
import cobench.workloads.Choice
import cobench.workloads.Figure
import cobench.workloads.LatencyRing
import cobench.workloads.Limited
import cobench.workloads.Operation
import cobench.workloads.Outcomes
import cobench.workloads.Parameter
import cobench.workloads.hex
import cobench.workloads.limited
import cobench.workloads.limitedExecs
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardOpenOption.CREATE_NEW
import java.nio.file.StandardOpenOption.READ
import java.nio.file.StandardOpenOption.WRITE
import java.util.concurrent.ArrayBlockingQueue
import java.util.zip.CRC32

/** FileIO, as workloads.yaml has it. */
public val fileIO: Benchmark =
    Benchmark(
        "FileIO",
        listOf(
            Parameter("files"),
            Parameter("limit"),
            Parameter("size"),
            Parameter("sync", Sync.entries),
            Parameter("seed"),
        ),
        limitedExecs,
    ) {
        FileIOWorkload(
            it.int("files"),
            it.int("limit"),
            it.int("size"),
            it.choice("sync"),
            it.long("seed"),
            it["exec"],
        )
    }

/** How far a written file has to get before it is read. */
public enum class Sync(
    override val key: String,
) : Choice {
    /** Into the kernel's memory. */
    PAGE_CACHE("page-cache"),

    /** Onto the disk. */
    FSYNC("fsync"),
}

/** How many bytes all files at work may have together. Buffers lie outside the heap, where there is no room for more than its limit. */
private const val MAX_BUFFERS = 512 shl 20

/**
 * [files] files of [size] bytes, which [seed] decides, in a folder of their own: the same in every language. Prepared are what is to stand
 * in them, and buffers to read them into, so that a file passes between kernel and buffer without being copied, as in Go.
 *
 * @throws IllegalArgumentException for a value out of range
 * @throws IOException where there is no folder for temporary files
 */
public class FileIOWorkload(
    private val files: Int,
    limit: Int,
    private val size: Int,
    private val sync: Sync,
    seed: Long,
    exec: String,
) : Operation<Outcomes> {
    private val limited: Limited
    internal val folder: Path
    private val paths: List<Path>
    internal val contents: Contents

    /** One for each file at work. */
    private val buffers = ArrayBlockingQueue<ByteBuffer>(maxOf(limit, 1))

    /** Not made before they are asked for: it would warm up the very code that a cold start is to run for the first time. */
    private val expected by lazy { IntArray(files) { sum(contents.of(it)) } }
    private val latencies = LatencyRing()

    /** What the system says was done with each file in a run, so that nothing can be left out unseen: bytes, and syncs. */
    internal val written = IntArray(maxOf(files, 0))
    internal val read = IntArray(maxOf(files, 0))
    internal val syncs = IntArray(maxOf(files, 0))

    init {
        require(files >= 1) { "files=$files: want 1 or more" }
        require(limit >= 1) { "limit=$limit: want 1 or more" }
        require(size >= 1) { "size=$size: want 1 or more" }
        require(size <= MAX_BUFFERS / limit) { "limit=$limit size=$size: want ${MAX_BUFFERS shr 20} MiB at work at most" }
        contents = Contents(files, size, seed)
        repeat(limit) { buffers += ByteBuffer.allocateDirect(size + 1) } // one byte more, so that a file that is too long shows
        limited = limited(exec, limit)
        folder =
            try {
                Files.createTempDirectory("fileio-")
            } catch (e: IOException) {
                limited.close()
                throw IOException("$e: want a folder for temporary files that can be written", e)
            }
        paths = List(files) { folder.resolve(it.toString()) }
    }

    /** Writes, reads and deletes every file, each in a task of its own: what is measured. */
    override fun run(): Outcomes {
        val outcomes = Outcomes(files)
        for (counts in listOf(written, read, syncs)) counts.fill(0)
        limited.each(files) { file ->
            val buffer = buffers.remove()
            outcomes.record(file) {
                try {
                    operate(file, buffer)
                } catch (e: IOException) {
                    throw IOException("file $file: $e", e)
                }
            }
            buffers += buffer
        }
        return outcomes
    }

    /** One operation. */
    private fun operate(
        file: Int,
        buffer: ByteBuffer,
    ): Int {
        val path = paths[file]
        write(file, contents.of(file))
        read(file, buffer)
        val sum = sum(buffer)
        Files.delete(path)
        return sum
    }

    private fun write(
        file: Int,
        content: ByteBuffer,
    ) {
        FileChannel.open(paths[file], CREATE_NEW, WRITE).use {
            while (content.hasRemaining()) written[file] += it.write(content)
            if (sync == Sync.FSYNC) {
                it.force(true)
                syncs[file]++
            }
        }
    }

    /** Fills [buffer] from the file, until either ends. */
    private fun read(
        file: Int,
        buffer: ByteBuffer,
    ) {
        buffer.clear()
        FileChannel.open(paths[file], READ).use {
            do {
                val n = it.read(buffer)
                if (n > 0) read[file] += n
            } while (n > 0)
        }
        buffer.flip()
    }

    private fun sum(bytes: ByteBuffer): Int = CRC32().apply { update(bytes) }.value.toInt()

    /**
     * Refuses outcomes with a file that was written or read in part, that did not reach the disk where it has to, or that was read as
     * something else than was written.
     *
     * @throws IllegalStateException with the first one
     */
    override fun check(result: Outcomes) {
        check(result.sums.size == files) { "${result.sums.size} files: want $files" }
        val wanted = if (sync == Sync.FSYNC) 1 else 0
        for (file in 0 until files) {
            check(written[file] == size && read[file] == size) {
                "file $file: ${written[file]} bytes written and ${read[file]} read: want $size"
            }
            check(syncs[file] == wanted) { "file $file: synced ${syncs[file]} times: want $wanted for sync=${sync.key}" }
            val got = result.sums[file]
            val want = expected[file]
            check(got == want) { "file $file has checksum ${hex(got)}: want ${hex(want)}" }
        }
        result.latencies.forEach(latencies::add)
    }

    /** Percentiles of how long a file took, once it was at work. */
    override fun figures(): List<Figure> = latencies.percentiles(50, 95, 99)

    /** Removes the folder, with whatever a failed run left in it. */
    override fun close() {
        limited.close()
        folder.toFile().deleteRecursively()
    }
}
