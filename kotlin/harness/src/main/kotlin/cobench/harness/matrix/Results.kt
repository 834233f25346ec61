package cobench.harness.matrix

import cobench.harness.AppendFile
import cobench.harness.refuse

internal const val HEADER = "workspaceId,size,coroutine,mode,timeMillis"

/**
 * A CSV file called [name] to which other processes, the Go twin among them, may append at the same time.
 *
 * Its first line is the header, and each line is written at once and whole. A lock keeps two processes from both adding the header to an
 * empty file.
 *
 * @throws IllegalArgumentException where it can't be opened or made, or has another header: then it is left as it is
 */
internal class Results(
    private val name: String,
) : AutoCloseable {
    private val file =
        try {
            AppendFile(name)
        } catch (e: Exception) {
            refuse("--file=$name: ${e.message}: want a file that can be read and written")
        }

    init {
        val head = file.locked { file.read(0, minOf(file.size(), HEADER.length + 1L).toInt()) }
        val found = head.substringBefore('\n')
        if (head.isNotEmpty() && found != HEADER) {
            file.close()
            refuse("--file=$name: begins with \"${found.replace("\r", "\\r")}\": want the header $HEADER, or an empty file")
        }
    }

    /** Adds [line], after the header if there is none, and after the end of a last line that has none. */
    fun append(line: String): Unit =
        file.locked {
            val size = file.size()
            file.append(
                when {
                    size == 0L -> "$HEADER\n"
                    file.read(size - 1, 1) == "\n" -> ""
                    else -> "\n"
                } + "$line\n",
            )
        }

    override fun close() = file.close()
}
