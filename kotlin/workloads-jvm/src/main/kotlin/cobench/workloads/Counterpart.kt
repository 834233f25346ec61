package cobench.workloads

import java.io.IOException
import java.nio.file.Files
import java.util.concurrent.TimeUnit

/**
 * The program that is the other end of the wire.
 *
 * @throws IllegalArgumentException where nobody has named it
 */
internal fun counterpart(): String =
    requireNotNull(System.getProperty("cobench.counterpart")) {
        "no -Dcobench.counterpart: want the program that go build ./cmd/counterpart makes"
    }

/** How many seconds a process may take to end when it has nothing left to do. */
private const val PATIENCE = 10L

/**
 * [program] with [command] and its [flags], as a child of this process that ends with it: at the latest when its stdin does. It is talked to
 * in lines.
 *
 * @throws IOException where it does not start
 */
internal class Counterpart(
    program: String,
    command: String,
    vararg flags: String,
) : AutoCloseable {
    private val name = program.substringAfterLast('/') + " " + command

    /** A file, since a pipe would want a thread that reads it, and threads are counted. */
    private val errors = Files.createTempFile("counterpart-", ".stderr")
    private val process =
        try {
            ProcessBuilder(program, command, *flags).redirectError(errors.toFile()).start()
        } catch (e: IOException) {
            Files.delete(errors)
            throw e
        }
    private val input = process.outputWriter()
    private val output = process.inputReader()
    private var closed = false

    /**
     * Says a line and returns the answer.
     *
     * @throws IOException where there is none, with the reason
     */
    fun ask(line: String): String {
        if (closed) throw IOException("$name: it has ended")
        try {
            input.write(line + "\n")
            input.flush()
        } catch (_: IOException) {
            ended()
        }
        return hear()
    }

    /** The next line. */
    fun hear(): String {
        val line = output.readLine() ?: ended()
        if (line.startsWith("error ")) throw IOException("$name: ${line.removePrefix("error ")}")
        return line
    }

    /** Ended it has, and should not have. */
    private fun ended(): Nothing {
        close()
        throw IOException("$name: it has ended")
    }

    /**
     * Tells the process to end and waits until it has.
     *
     * @throws IOException where it did not end well, with what it said last
     */
    override fun close() {
        if (closed) return
        closed = true
        try {
            process.outputStream.close()
        } catch (_: IOException) {
            // It may have ended by itself.
        }
        val inTime = process.waitFor(PATIENCE, TimeUnit.SECONDS)
        if (!inTime) process.destroyForcibly().waitFor()
        output.close()
        val last = Files.readAllLines(errors).lastOrNull { it.isNotBlank() }
        Files.delete(errors)
        val how = if (inTime) "exit status ${process.exitValue()}" else "no end within $PATIENCE s"
        if (!inTime || process.exitValue() != 0) throw IOException(listOfNotNull(name, how, last).joinToString(": "))
    }
}
