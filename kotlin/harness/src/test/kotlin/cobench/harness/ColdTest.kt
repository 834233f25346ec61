package cobench.harness

import kotlin.test.Test
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class ColdTest {
    private var now = 0L
    private val events = mutableListOf<String>()
    private var nanos = 1000L
    private val operation =
        operation(
            run = {
                nanos /= 2
                now += nanos
                events += "run"
            },
            check = { events += "check" },
        )

    @Test
    fun everyOperationIsTimed() {
        val cold = cold(operation, 3, { now }, { 1_000_000 + now })
        assertContentEquals(longArrayOf(500, 250, 125), cold.curve)
        assertEquals(1_000_500, cold.firstResult)
    }

    @Test
    fun checksComeLast() {
        cold(operation, 3, { now }, { now })
        assertEquals(listOf("run", "run", "run", "check", "check", "check"), events)
        assertFailsWith<IllegalStateException> { cold(operation({}, { error("boom") }), 1, { now }, { now }) }
    }
}
