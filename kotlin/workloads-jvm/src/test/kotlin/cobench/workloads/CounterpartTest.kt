package cobench.workloads

import org.junit.jupiter.api.Timeout
import java.io.IOException
import java.nio.file.Files
import kotlin.io.path.listDirectoryEntries
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

@Timeout(60)
class CounterpartTest {
    private fun <T : Throwable> message(failed: T) = failed.message

    @Test
    fun linesAreAnswered() {
        val before = leftBehind()
        val counterpart = Counterpart(counterpartProgram, "todos", "-delay", "1ms")
        assertTrue(counterpart.hear().startsWith("listening http://127.0.0.1:"))
        assertEquals("served 0", counterpart.ask("count"))
        assertEquals("counterpart todos: \"sum\": want count", message(assertFailsWith<IOException> { counterpart.ask("sum") }))
        assertEquals("served 0", counterpart.ask("count"))
        repeat(2) { counterpart.close() }
        assertEquals("counterpart todos: it has ended", message(assertFailsWith<IOException> { counterpart.ask("count") }))
        assertEquals(before, leftBehind())
    }

    @Test
    fun theReasonOfAnEndIsTold() {
        val before = leftBehind()
        for ((script, want) in mapOf(
            "exit 0" to "it has ended",
            "echo first >&2; echo the reason >&2; exit 3" to "exit status 3: the reason",
            "exit 3" to "exit status 3",
            "printf reason >&2; exit 1" to "exit status 1: reason",
        )) {
            val counterpart = Counterpart(script(script), "attack")
            assertEquals("program attack: $want", message(assertFailsWith<IOException> { counterpart.hear() }))
            counterpart.close() // The reason was told.
        }
        assertEquals(before, leftBehind())
    }

    @Test
    fun noProgramIsRefused() {
        val before = leftBehind()
        val refused = message(assertFailsWith<IOException> { Counterpart("/missing/counterpart", "todos") })
        assertTrue(refused.orEmpty().contains("\"/missing/counterpart\"") && refused.orEmpty().contains("No such file"), refused)
        assertEquals(before, leftBehind())
    }

    private fun leftBehind() =
        Files
            .createTempFile("", "")
            .also(Files::delete)
            .parent
            .listDirectoryEntries("counterpart-*")
            .toSet() to
            ProcessHandle.current().children().toList()
}
