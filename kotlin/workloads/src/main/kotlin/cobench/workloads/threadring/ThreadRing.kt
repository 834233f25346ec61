package cobench.workloads.threadring

import cobench.workloads.Benchmark
import cobench.workloads.Exec
import cobench.workloads.Operation
import cobench.workloads.Parameter
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** ThreadRing, as workloads.yaml has it. */
public val threadRing: Benchmark =
    Benchmark("ThreadRing", listOf(Parameter("hops"), Parameter("ring")), Exec.offered) {
        CoroutineThreadRing(it.int("hops"), it.int("ring"), it.choice("exec"))
    }

/** What is passed on; only its holder touches it. */
public class Token(
    /** So far. */
    public var hops: Int = 0,
    public var holder: Int = 0,
    /** How often each member received it, by the member's own count: what the token says of itself is not taken on trust. */
    public val visits: IntArray = IntArray(0),
)

/**
 * A ring and a token, whoever runs the members.
 *
 * @property hops how far the token goes
 * @property ring members
 * @throws IllegalArgumentException for a value out of range
 */
public abstract class ThreadRingWorkload(
    protected val hops: Int,
    protected val ring: Int,
) : Operation<Token> {
    init {
        require(hops >= 1) { "hops=$hops: want 1 or more" }
        require(ring >= 2) { "ring=$ring: want 2 or more" } // One alone would wait for itself.
    }

    /** Of a run, by member; prepared, so that it is the ring that takes time and memory. */
    protected val visits: IntArray = IntArray(maxOf(ring, 0))

    /** Refuses a token that made too many hops or too few, by its own count or by the members', or that the wrong member holds. */
    override fun check(result: Token) {
        check(result.hops == hops) { "the token made ${result.hops} hops: want $hops" }
        val holder = hops % ring
        check(result.holder == holder) { "member ${result.holder} of $ring holds the token after $hops hops: want $holder" }
        for (member in 0 until ring) {
            // Member 0 has it first, before any hop.
            val want = (hops - member + ring) / ring
            check(result.visits[member] == want) { "member $member of $ring received the token ${result.visits[member]} times: want $want" }
        }
    }
}

/** Coroutines over channels. */
internal class CoroutineThreadRing(
    hops: Int,
    ring: Int,
    exec: Exec,
) : ThreadRingWorkload(hops, ring) {
    private val context = exec.context(parallelism = 1) // There is one token.

    /**
     * Starts the ring's members, gives member 0 the token and lets it make all hops: what is measured. Each member has a channel to the
     * next, without room, so that a hop is one handover. Whoever holds the token after the last hop closes that channel; each that finds its
     * own closed does the same, and so they all end.
     */
    override fun run(): Token {
        val first = Token(visits = visits)
        runBlocking(context) {
            val ring = List(ring) { Channel<Token>() }
            ring.forEachIndexed { member, own ->
                val next = ring[(member + 1) % ring.size]
                launch {
                    var received = 0
                    for (token in own) {
                        received++
                        token.holder = member
                        if (token.hops == hops) break
                        token.hops++
                        next.send(token)
                    }
                    visits[member] = received
                    next.close()
                }
            }
            ring[0].send(first)
        }
        return first
    }
}
