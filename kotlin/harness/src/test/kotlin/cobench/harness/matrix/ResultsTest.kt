package cobench.harness.matrix

import cobench.harness.AppendFile
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlin.uuid.Uuid

class ResultsTest {
    @Test
    fun whatWasThereBefore() {
        for ((before, after) in mapOf(
            "" to "$HEADER\nnew\n",
            HEADER to "$HEADER\nnew\n",
            "$HEADER\n" to "$HEADER\nnew\n",
            "$HEADER\nold\n" to "$HEADER\nold\nnew\n",
            "$HEADER\nold" to "$HEADER\nold\nnew\n",
        )) {
            val name = file(before)
            Results(name).use { it.append("new") }
            assertEquals(after, read(name), before)
        }
    }

    @Test
    fun twoAtOnce() {
        val name = file("")
        Results(name).use { one ->
            Results(name).use { two ->
                one.append("1")
                two.append("2")
                one.append("3")
            }
        }
        assertEquals("$HEADER\n1\n2\n3\n", read(name))
    }

    @Test
    fun anotherHeaderIsRefusedAndLeft() {
        for (before in listOf(
            "workspace_id,size,goroutines,mode,time_millis\n1,2\n",
            "workspaceId",
            "\n$HEADER\n",
            "$HEADER,x\n",
            "$HEADER\r\n",
        )) {
            val name = file(before)
            val found = before.substringBefore('\n').take(HEADER.length + 1).replace("\r", "\\r")
            val refused = assertFailsWith<IllegalArgumentException> { Results(name) }
            assertEquals("--file=$name: begins with \"$found\": want the header $HEADER, or an empty file", refused.message)
            assertEquals(before, read(name))
        }
    }

    @Test
    fun whatCannotBeOpenedIsRefused() {
        for ((name, why) in mapOf("target" to "Is a directory", "target/none/x.csv" to "No such file or directory")) {
            val refused = assertFailsWith<IllegalArgumentException> { Results(name) }
            assertEquals("--file=$name: $why: want a file that can be read and written", refused.message)
        }
    }

    @Test
    fun nothingIsAddedBeforeTheFirstLine() {
        val name = file("$HEADER\nold")
        Results(name).close()
        assertEquals("$HEADER\nold", read(name))
        assertTrue(read(file("")).isEmpty())
    }
}

/** A new file that holds [text], in the build's own folder, which common Kotlin can't clean up and Maven does. */
internal fun file(text: String): String {
    val name = "target/${Uuid.random()}.csv"
    AppendFile(name).use { it.append(text) }
    return name
}

internal fun read(name: String): String = AppendFile(name).use { it.read(0, it.size().toInt()) }
