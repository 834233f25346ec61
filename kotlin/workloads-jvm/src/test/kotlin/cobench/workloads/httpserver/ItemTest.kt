package cobench.workloads.httpserver

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class ItemTest {
    /** The same table stands in the Go twin's tests. */
    @Test
    fun itemsAreReadAndSpelled() {
        for ((text, want) in mapOf(
            """{"id":17,"value":"a534a6a6b7fd0b63"}""" to Item(17, 0xa534a6a6b7fd0b63u.toLong()),
            """{"id":0,"value":"0000000000000000"}""" to Item(0, 0),
            """{"id":999999999999999999,"value":"ffffffffffffffff"}""" to Item(999999999999999999, -1),
        )) {
            assertEquals(want, Item.parse(text.toByteArray()))
            assertEquals(text, want.toBytes().decodeToString())
        }
    }

    /** And so does this one. */
    @Test
    fun othersAreRefused() {
        for (text in listOf(
            "",
            "{}",
            """{"id":,"value":"a534a6a6b7fd0b63"}""",
            """{"id":-1,"value":"a534a6a6b7fd0b63"}""",
            """{"id":01,"value":"a534a6a6b7fd0b63"}""",
            """{"id":1000000000000000000,"value":"a534a6a6b7fd0b63"}""",
            """{"id":17,"value":"a534a6a6b7fd0b6"}""",
            """{"id":17,"value":"a534a6a6b7fd0b633"}""",
            """{"id":17,"value":"A534A6A6B7FD0B63"}""",
            """{"id":17,"value":"g534a6a6b7fd0b63"}""",
            """{"id":17,"value":"a534a6a6b7fd0b63"""",
            """{"id":17,"value":"a534a6a6b7fd0b63"}""" + "\n",
            """{"id": 17,"value":"a534a6a6b7fd0b63"}""",
            """{"id":17""",
        )) {
            val refused = assertFailsWith<IllegalArgumentException>(text) { Item.parse(text.toByteArray()) }.message.orEmpty()
            assertTrue(refused.endsWith(""": want {"id":17,"value":"a534a6a6b7fd0b63"}"""), refused)
        }
    }

    /** Every byte of an item, changed to every other: what is taken is spelled so. */
    @Test
    fun nothingIsTakenForAnother() {
        val right = """{"id":17,"value":"a534a6a6b7fd0b63"}""".toByteArray()
        for (at in right.indices) {
            for (byte in Byte.MIN_VALUE..Byte.MAX_VALUE) {
                val text = right.clone().apply { this[at] = byte.toByte() }
                val item =
                    try {
                        Item.parse(text)
                    } catch (_: IllegalArgumentException) {
                        continue
                    }
                assertEquals(text.decodeToString(), item.toBytes().decodeToString())
            }
        }
    }
}
