package cobench.workloads

import kotlin.test.Test
import kotlin.test.assertEquals

class SettledTest {
    private fun settled(vararg left: Long): Pair<Long, Int> {
        var collections = 0
        return settled { left[minOf(collections++, left.size - 1)] } to collections
    }

    @Test
    fun collectsUntilNothingMoreIsFreed() {
        assertEquals(1000L to 2, settled(1000))
        assertEquals(990L to 4, settled(9000, 2000, 1000, 990))
        assertEquals(11, settled(*LongArray(20) { 1000L shl it }).second, "an end to it")
    }
}
