package cobench.harness

import cobench.workloads.Parameter
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class ParameterTest {
    private val parameters = listOf(Parameter("pattern"), Parameter("n"))

    @Test
    fun anyOrder() {
        val values = values("n=7/pattern=a=b", parameters)
        assertEquals("a=b", values["pattern"])
        assertEquals(7, values.int("n"))
        assertEquals(7L, values.long("n"))
        assertEquals(7, values.int("n", "unlimited", 64))
        assertEquals(64, values.int("pattern", "a=b", 64))
    }

    @Test
    fun whatIsRefused() {
        for ((text, want) in mapOf(
            "n=1" to "-params: without pattern: want pattern, n",
            "n=1/pattern=fan/x=1" to "-params: unknown parameter x: want pattern, n",
            "n=1/pattern=fan/n=2" to "-params: n is given twice",
            "n=1/pattern" to "-params: \"pattern\": want KEY=VALUE",
            "" to "-params: \"\": want KEY=VALUE",
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException>(text) { values(text, parameters) }.message)
        }
    }

    @Test
    fun numbersThatAreNone() {
        val values = values("n=3000000000/pattern=x", parameters)
        assertEquals("n=3000000000: want a whole number", assertFailsWith<IllegalArgumentException> { values.int("n") }.message)
        assertEquals(3_000_000_000, values.long("n"))
        assertEquals("pattern=x: want a whole number", assertFailsWith<IllegalArgumentException> { values.long("pattern") }.message)
    }
}
