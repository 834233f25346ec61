package cobench.workloads

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

class SplitMix64Test {
    /** The first numbers of the authors' reference implementation in C for this seed. */
    @Test
    fun referenceNumbers() {
        val generator = SplitMix64(1234567)
        assertEquals(
            listOf(6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u, 16408922859458223821u),
            List(5) { generator.next().toULong() },
        )
    }

    @Test
    fun numbersBelowABoundAreUniform() {
        val generator = SplitMix64(1)
        val seen = List(9000) { generator.below(9) }.groupingBy { it }.eachCount()
        assertEquals((0..8).toSet(), seen.keys)
        assertTrue(seen.values.all { it in 800..1200 }, "want about 1000 of each: $seen")
    }
}
