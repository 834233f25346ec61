package cobench.workloads

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class ChoiceTest {
    @Test
    fun everyKeyFindsItsValue() {
        for (exec in Exec.entries) assertEquals(exec, choice("exec", exec.key))
    }

    @Test
    fun unknownKeyIsRefused() {
        val refused = assertFailsWith<IllegalArgumentException> { choice<Exec>("exec", "goroutine") }
        assertEquals("exec=goroutine: want one of default, event-loop, io, limited, virtual-dispatcher", refused.message)
    }
}
