package cobench.workloads.pingpong

import cobench.workloads.Benchmark
import cobench.workloads.Threads
import java.util.concurrent.SynchronousQueue

/** PingPong on a JVM, where threads can run it too. */
public val jvmPingPong: Benchmark = pingPong.with(Threads.entries) { ThreadPingPong(it.int("hops"), it.choice("exec")) }

/** Threads over queues. */
internal class ThreadPingPong(
    hops: Int,
    threads: Threads,
) : PingPongWorkload(hops) {
    private val tasks = threads.open(2)

    /** Plays a ball for all hops: what is measured. A queue can't be closed: the other is sent [END] in place of the ball. */
    override fun run(): Ball {
        val pings = SynchronousQueue<Ball>()
        val pongs = SynchronousQueue<Ball>()
        val first = Ball()
        trips.begin()
        tasks.scope {
            fork {
                var received = 0
                trips.leave()
                pongs.put(first)
                while (true) {
                    val ball = pings.take()
                    if (ball === END) break
                    received++
                    trips.arrive()
                    val last = ball.take(Party.PING) == hops
                    trips.leave()
                    pongs.put(if (last) END else ball)
                    if (last) break
                }
                first.pings = received
            }
            fork {
                var received = 0
                while (true) {
                    val ball = pongs.take()
                    if (ball === END) break
                    received++
                    val last = ball.take(Party.PONG) == hops
                    pings.put(if (last) END else ball)
                    if (last) break
                }
                first.pongs = received
            }
        }
        return first
    }

    override fun close(): Unit = tasks.close()

    private companion object {
        val END = Ball()
    }
}
