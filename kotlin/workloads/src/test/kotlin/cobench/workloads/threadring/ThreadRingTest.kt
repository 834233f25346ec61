package cobench.workloads.threadring

import cobench.workloads.Exec
import cobench.workloads.execsHere
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class ThreadRingTest {
    /** Fewer hops than members leave some without the token; they must end all the same. */
    @Test
    fun finalHolder() {
        for (exec in execsHere) {
            for ((hops, ring, holder) in listOf(
                Triple(1, 2, 1),
                Triple(2, 2, 0),
                Triple(3, 2, 1),
                Triple(1, 503, 1),
                Triple(502, 503, 502),
                Triple(503, 503, 0),
                Triple(1000, 503, 497),
                Triple(1000, 7, 6),
            )) {
                val workload = CoroutineThreadRing(hops, ring, exec)
                val token = workload.run()
                assertEquals(hops to holder, token.hops to token.holder, "$exec, ring=$ring")
                workload.check(token)
            }
        }
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "hops=0: want 1 or more" to { CoroutineThreadRing(0, 503, Exec.DEFAULT) },
            "ring=1: want 2 or more" to { CoroutineThreadRing(1, 1, Exec.DEFAULT) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongTokenIsRefused() {
        val workload = CoroutineThreadRing(10, 4, Exec.DEFAULT)
        for ((want, token) in mapOf(
            "the token made 11 hops: want 10" to Token(11, 3),
            "member 3 of 4 holds the token after 10 hops: want 2" to Token(10, 3),
            "member 1 of 4 received the token 1 times: want 3" to Token(10, 2, intArrayOf(3, 1, 3, 2)),
        )) {
            assertEquals(want, assertFailsWith<IllegalStateException> { workload.check(token) }.message)
        }
    }
}
