package cobench.workloads.pingpong

import cobench.workloads.Exec
import cobench.workloads.execsHere
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class PingPongTest {
    @Test
    fun everyNumberOfHops() {
        for (exec in execsHere) {
            for ((hops, want) in mapOf(1 to Party.PONG, 2 to Party.PING, 3 to Party.PONG, 1000 to Party.PING, 1001 to Party.PONG)) {
                val workload = CoroutinePingPong(hops, exec)
                val ball = workload.run()
                assertEquals(hops to want, ball.hops to ball.holder, "$exec")
                workload.check(ball)
            }
        }
    }

    @Test
    fun figuresOfTheRoundTripsThatWereSampled() {
        val workload = CoroutinePingPong(2 * 3 * SAMPLED, Exec.DEFAULT)
        repeat(2) { workload.run() }
        assertEquals(6, workload.trips.took.size)
        assertTrue(workload.trips.took.all { it in 1..60_000_000_000 }, "${workload.trips.took}")
        val figures = workload.figures()
        assertEquals(listOf("p50-ns", "p99-ns"), figures.map { it.unit })
        assertTrue(figures[0].value <= figures[1].value)
        assertEquals(0, workload.figures().size)

        val short = CoroutinePingPong(2 * SAMPLED - 1, Exec.DEFAULT)
        short.run()
        assertEquals(0, short.figures().size)
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        val refused = assertFailsWith<IllegalArgumentException> { CoroutinePingPong(0, Exec.DEFAULT) }
        assertEquals("hops=0: want 1 or more", refused.message)
    }

    @Test
    fun wrongBallIsRefused() {
        val workload = CoroutinePingPong(9, Exec.DEFAULT)
        for ((want, ball) in mapOf(
            "the ball made 8 hops: want 9" to Ball(8, Party.PING),
            "ping holds the ball after 9 hops: want pong" to Ball(9, Party.PING),
            "ping received 1 balls and pong 2: want 4 and 5" to Ball(9, Party.PONG, 1, 2),
        )) {
            assertEquals(want, assertFailsWith<IllegalStateException> { workload.check(ball) }.message)
        }
    }
}
