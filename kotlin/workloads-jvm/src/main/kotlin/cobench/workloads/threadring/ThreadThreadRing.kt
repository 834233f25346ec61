package cobench.workloads.threadring

import cobench.workloads.Benchmark
import cobench.workloads.Threads
import java.util.concurrent.SynchronousQueue

/** ThreadRing on a JVM, where threads can run it too. */
public val jvmThreadRing: Benchmark =
    threadRing.with(Threads.entries) {
        ThreadThreadRing(it.int("hops"), it.int("ring"), it.choice("exec"))
    }

/** Threads over queues. */
internal class ThreadThreadRing(
    hops: Int,
    ring: Int,
    threads: Threads,
) : ThreadRingWorkload(hops, ring) {
    private val tasks = threads.open(ring)

    /**
     * Starts the ring's members, gives member 0 the token and lets it make all hops: what is measured. A queue can't be closed: whoever
     * holds the token after the last hop sends [END] around the ring, back to itself.
     */
    override fun run(): Token {
        val first = Token(visits = visits)
        tasks.scope {
            val ring = List(ring) { SynchronousQueue<Token>() }
            ring.forEachIndexed { member, own ->
                val next = ring[(member + 1) % ring.size]
                fork {
                    var received = 0
                    while (true) {
                        val token = own.take()
                        if (token === END) {
                            next.put(END)
                            break
                        }
                        received++
                        token.holder = member
                        if (token.hops == hops) {
                            next.put(END)
                            own.take()
                            break
                        }
                        token.hops++
                        next.put(token)
                    }
                    visits[member] = received
                }
            }
            ring[0].put(first)
        }
        return first
    }

    override fun close(): Unit = tasks.close()

    private companion object {
        val END = Token()
    }
}
