package cobench.harness

import cobench.warmup.Bounds
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds

class OptionsTest {
    @Test
    fun everyFlag() {
        val options = options(words("-bench ^A$ -params n=1/exec=default -name n=1 -benchtime 200ms -warmup 1s..90s -count 7"))
        assertEquals("^A$", options.bench)
        assertEquals("n=1/exec=default", options.params)
        assertEquals("n=1", options.name)
        assertEquals(200.milliseconds, options.benchTime.time)
        assertNull(options.benchTime.operations)
        assertEquals(Bounds(1.seconds, 90.seconds), options.warmup)
        assertEquals(7, options.count)
        assertNull(options.cold)
    }

    @Test
    fun whatIsLeftOut() {
        val options = options(words("-bench A -params n=1"))
        assertEquals("n=1", options.name)
        assertEquals(1.seconds, options.benchTime.time)
        assertEquals(Bounds(Duration.ZERO, Duration.ZERO), options.warmup)
        assertEquals(1, options.count)
    }

    @Test
    fun spellingsOfGo() {
        for (line in listOf("-bench A -params n=1/m=2 -benchtime 100x", "--bench=A --params=n=1/m=2 --benchtime=100x")) {
            val options = options(words(line))
            assertEquals("A", options.bench)
            assertEquals("n=1/m=2", options.params)
            assertEquals(100, options.benchTime.operations)
        }
    }

    @Test
    fun cold() {
        for ((line, want) in mapOf("-cold" to 50, "-cold 7" to 7, "-cold=7" to 7, "-cold -started 12" to 50)) {
            assertEquals(want, options(words("-bench A -params n=1 $line")).cold, line)
        }
        assertEquals(12, options(words("-cold -started 12 -bench A -params n=1")).started)
    }

    @Test
    fun list() = assertTrue(options(listOf("-list")).list)

    @Test
    fun whatIsRefused() {
        for ((line, want) in mapOf(
            "" to "-bench: want a value, see also -list",
            "-bench A" to "-params: want a value, see also -list",
            "-bench" to "-bench: want a value",
            "-bench A -params n=1 -benchmark B" to "unknown argument -benchmark: want $FLAGS",
            "-bench A -params n=1 x" to "unknown argument x: want $FLAGS",
            "-bench A -params n=1 -bench B" to "-bench is given twice",
            "-bench A -params n=1 -benchtime -1s" to "-benchtime -1s: want $TIME",
            "-bench A -params n=1 -benchtime 0s" to "-benchtime 0s: want $TIME",
            "-bench A -params n=1 -benchtime 200" to "-benchtime 200: want $TIME",
            "-bench A -params n=1 -benchtime Infinity" to "-benchtime Infinity: want $TIME",
            "-bench A -params n=1 -benchtime 0x" to "-benchtime 0x: want $TIME",
            "-bench A -params n=1 -warmup -1s" to "-warmup -1s: want a time such as 400ms, or two such as 1s..30s",
            "-bench A -params n=1 -count 0" to "-count 0: want a whole number, 1 or more",
            "-bench A -params n=1 -cold 0" to "-cold 0: want a whole number, 1 or more",
            "-bench A -params n=1 -cold -count 2" to "-cold: want it without -count",
            "-bench A -params n=1 -cold -started now" to "-started now: want nanoseconds since 1970",
            "-bench A -params n=1 -started 12" to "-started: want it with -cold",
            "-list -count 2" to "-list: want no other flag, got -count",
            "-list=A" to "-list=A: want no value",
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException>(line) { options(words(line)) }.message)
        }
    }

    private companion object {
        const val FLAGS = "-bench -benchtime -cold -count -list -name -params -started -warmup"
        const val TIME = "a time such as 200ms or a number of operations such as 100x"

        fun words(line: String): List<String> = line.split(' ').filter { it.isNotEmpty() }
    }
}
