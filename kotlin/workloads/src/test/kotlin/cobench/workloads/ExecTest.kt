package cobench.workloads

import kotlinx.coroutines.Dispatchers
import kotlin.coroutines.ContinuationInterceptor
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotEquals

class ExecTest {
    private val dispatchers = Exec.entries.associateWith { exec -> exec.run { coroutineContext[ContinuationInterceptor] } }

    @Test
    fun defaultIsTheDefaultDispatcher() = assertEquals(Dispatchers.Default, dispatchers[Exec.DEFAULT])

    @Test
    fun eventLoopIsNot() = assertNotEquals(Dispatchers.Default, dispatchers[Exec.EVENT_LOOP])

    @Test
    fun valueAndFailureComeBack() {
        for (exec in Exec.entries) {
            assertEquals(42, exec.run { 42 })
            assertEquals("boom", assertFailsWith<IllegalStateException> { exec.run { error("boom") } }.message)
        }
    }
}
