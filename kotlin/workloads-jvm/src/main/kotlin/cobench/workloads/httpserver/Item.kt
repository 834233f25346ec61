package cobench.workloads.httpserver

/**
 * The object that a request brings and its answer returns:
 *
 *     {"id":17,"value":"a534a6a6b7fd0b63"}
 *
 * It is read and written by hand, in Kotlin as in Go: two libraries for JSON would be compared in place of two servers.
 */
internal data class Item(
    /** Of 18 digits at most. */
    val id: Long,
    val value: Long,
) {
    /** Spells the item. */
    fun toBytes(): ByteArray {
        val digits = id.toString()
        val text = ByteArray(BEGIN.size + digits.length + MIDDLE.size + 16 + END.size)
        BEGIN.copyInto(text)
        var at = BEGIN.size
        for (c in digits) text[at++] = c.code.toByte()
        MIDDLE.copyInto(text, at)
        at += MIDDLE.size
        for (shift in 60 downTo 0 step 4) text[at++] = HEX[(value ushr shift).toInt() and 15]
        END.copyInto(text, at)
        return text
    }

    companion object {
        private val BEGIN = "{\"id\":".toByteArray()
        private val MIDDLE = ",\"value\":\"".toByteArray()
        private val END = "\"}".toByteArray()
        private val HEX = "0123456789abcdef".toByteArray()

        /**
         * Reads an item.
         *
         * @throws IllegalArgumentException for one that is not spelled exactly as [toBytes] would spell it
         */
        fun parse(text: ByteArray): Item =
            requireNotNull(parseOrNull(text)) {
                val shown = text.decodeToString().take(60).replace("\n", "\\n")
                "\"$shown\": want {\"id\":17,\"value\":\"a534a6a6b7fd0b63\"}"
            }

        private fun parseOrNull(text: ByteArray): Item? {
            if (!text.has(BEGIN, 0)) return null
            var at = BEGIN.size
            var id = 0L
            while (at < text.size && at < BEGIN.size + 18 && text[at] in '0'.code..'9'.code) id = 10 * id + (text[at++] - '0'.code)
            val digits = at - BEGIN.size
            if (digits == 0 || (digits > 1 && text[BEGIN.size] == '0'.code.toByte())) return null
            if (!text.has(MIDDLE, at)) return null
            at += MIDDLE.size
            if (text.size != at + 16 + END.size || !text.has(END, at + 16)) return null
            var value = 0L
            repeat(16) {
                val c = text[at++].toInt()
                val digit =
                    when (c) {
                        in '0'.code..'9'.code -> c - '0'.code
                        in 'a'.code..'f'.code -> c - 'a'.code + 10
                        else -> return null
                    }
                value = value shl 4 or digit.toLong()
            }
            return Item(id, value)
        }

        private fun ByteArray.has(
            part: ByteArray,
            at: Int,
        ): Boolean = at + part.size <= size && part.indices.all { this[at + it] == part[it] }
    }
}
