package cobench.warmup

import org.junit.jupiter.api.condition.EnabledOnOs
import org.junit.jupiter.api.condition.OS
import kotlin.test.Test
import kotlin.test.assertNotNull
import kotlin.test.assertTrue

/** On the JVM that runs these tests, which has compiled much by now. */
class CompilersTest {
    @Test
    @EnabledOnOs(OS.LINUX)
    fun linuxTellsOfCompilers() = tells(assertNotNull(onLinux()))

    @Test
    fun hotSpotTellsOfCompilers() = tells(assertNotNull(byHotSpot()))

    private fun tells(threads: Map<String, Long>) {
        assertTrue(threads.isNotEmpty())
        assertTrue(threads.values.sum() > 1_000_000, "$threads")
    }

    @Test
    fun neverRunsBackwards() {
        val compilers = Compilers()
        var last = 0L
        repeat(100) {
            val now = assertNotNull(compilers.nanos())
            assertTrue(now >= last)
            last = now
        }
    }
}
