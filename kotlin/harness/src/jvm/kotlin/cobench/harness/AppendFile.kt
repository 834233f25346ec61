package cobench.harness

import java.io.FileNotFoundException
import java.io.FileOutputStream
import java.io.IOException
import java.io.RandomAccessFile

// Kotlin/Native's file of this name has the same class.

/** The file called [name], made if it isn't there, to which other processes may append too. Whatever fails throws an exception. */
internal class AppendFile(
    private val name: String,
) : AutoCloseable {
    // It appends by the system's own means (O_APPEND), and so can't be read from.
    private val writer = opened { FileOutputStream(name, true) }
    private val reader = opened { RandomAccessFile(name, "r") }

    private fun <T> opened(open: () -> T): T =
        try {
            open()
        } catch (e: FileNotFoundException) {
            throw IOException(
                e.message
                    .orEmpty()
                    .removePrefix("$name (")
                    .removeSuffix(")"),
            )
        }

    /** Runs [block] while other processes that do the same with this file wait. */
    fun <T> locked(block: () -> T): T = writer.channel.lock().use { block() }

    fun size(): Long = reader.length()

    /** [count] bytes from [offset] on, which are there. */
    fun read(
        offset: Long,
        count: Int,
    ): String {
        reader.seek(offset)
        return ByteArray(count).also(reader::readFully).decodeToString()
    }

    /** Adds [text] at the end, at once. */
    fun append(text: String) = writer.write(text.encodeToByteArray())

    override fun close() {
        writer.use { reader.close() }
    }
}
