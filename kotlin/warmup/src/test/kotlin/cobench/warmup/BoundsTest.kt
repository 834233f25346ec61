package cobench.warmup

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds

class BoundsTest {
    @Test
    fun parses() {
        assertEquals(Bounds(1.seconds, 30.seconds), Bounds.parse("1s..30s"))
        assertEquals(Bounds(0.seconds, 60.seconds), Bounds.parse("0s..60000ms"))
        assertEquals(Bounds(400.milliseconds, 400.milliseconds), Bounds.parse("400ms"))
    }

    @Test
    fun refusesWhatIsNoTime() {
        for (text in listOf("", "..", "1s..", "..1s", "2s..1s", "-1s..1s", "1s..2s..3s", "1s..Infinity", "fast")) {
            val refused = assertFailsWith<IllegalArgumentException>(text) { Bounds.parse(text) }
            assertEquals("$text: want a time such as 400ms, or two such as 1s..30s", refused.message)
        }
    }
}
