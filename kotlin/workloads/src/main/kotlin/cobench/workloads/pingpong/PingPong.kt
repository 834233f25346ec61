package cobench.workloads.pingpong

import cobench.workloads.Benchmark
import cobench.workloads.Exec
import cobench.workloads.Figure
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.percentiles
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlin.time.TimeSource

/** PingPong, as workloads.yaml has it. */
public val pingPong: Benchmark =
    Benchmark("PingPong", listOf(Parameter("hops")), Exec.offered) { CoroutinePingPong(it.int("hops"), it.choice("exec")) }

/** One of the two. [PING] has the ball first. */
public enum class Party(
    private val key: String,
) {
    PING("ping"),
    PONG("pong"),
    ;

    override fun toString(): String = key
}

/** What is handed over; only its holder touches it. */
public class Ball(
    /** So far. */
    internal var hops: Int = 0,
    internal var holder: Party = Party.PING,
    /** How often each party received it, by the party's own count: what the ball says of itself is not taken on trust. */
    public var pings: Int = 0,
    public var pongs: Int = 0,
) {
    /** Makes [party] the holder and returns how many hops that makes. */
    public fun take(party: Party): Int {
        holder = party
        return ++hops
    }
}

/**
 * A game of two, whoever runs them.
 *
 * @property hops two are a round trip
 * @throws IllegalArgumentException for a value out of range
 */
public abstract class PingPongWorkload(
    protected val hops: Int,
) : Operation<Ball> {
    /** What [Party.PING] sees. */
    public val trips: RoundTrips = RoundTrips()

    init {
        require(hops >= 1) { "hops=$hops: want 1 or more" }
    }

    /**
     * Refuses a ball that was handed over too often or too rarely, by its own count or by the parties', or that the wrong party holds:
     * [Party.PING] after an even number of hops, [Party.PONG] after an odd one.
     */
    override fun check(result: Ball) {
        check(result.hops == hops) { "the ball made ${result.hops} hops: want $hops" }
        val holder = if (hops % 2 == 1) Party.PONG else Party.PING
        check(result.holder == holder) { "${result.holder} holds the ball after ${result.hops} hops: want $holder" }
        check(result.pings == hops / 2 && result.pongs == hops - hops / 2) {
            "ping received ${result.pings} balls and pong ${result.pongs}: want ${hops / 2} and ${hops - hops / 2}"
        }
    }

    /** p50-ns and p99-ns of a round trip; none if all runs were too short for a sample. */
    override fun figures(): List<Figure> = percentiles(trips.took.toLongArray(), 50, 99).also { trips.took.clear() }
}

/** Coroutines over channels. */
internal class CoroutinePingPong(
    hops: Int,
    exec: Exec,
) : PingPongWorkload(hops) {
    private val context = exec.context(parallelism = 1) // There is one ball.

    /**
     * Plays a ball for all hops: what is measured. The channels have no room, so that a hop is one handover: what room does to channels is
     * Channel's question. Whoever holds the ball after the last hop closes the other's channel, which ends the other.
     */
    override fun run(): Ball {
        val pings = Channel<Ball>()
        val pongs = Channel<Ball>()
        val first = Ball()
        trips.begin()
        runBlocking(context) {
            launch {
                var received = 0
                trips.leave()
                pongs.send(first)
                for (ball in pings) {
                    received++
                    trips.arrive()
                    if (ball.take(Party.PING) == hops) break
                    trips.leave()
                    pongs.send(ball)
                }
                first.pings = received
                pongs.close()
            }
            launch {
                var received = 0
                for (ball in pongs) {
                    received++
                    if (ball.take(Party.PONG) == hops) break
                    pings.send(ball)
                }
                first.pongs = received
                pings.close()
            }
        }
        return first
    }
}

/** How many round trips there are to one whose time is taken: reading the clock twice then adds a thousandth or so. */
public const val SAMPLED: Int = 64

/**
 * The time of round trips. Of every so many in a run it is the last that is sampled, since the first of all finds [Party.PONG] not yet
 * started.
 */
public class RoundTrips {
    private var count = 0 // in this run
    private var left = TimeSource.Monotonic.markNow()

    /** Nanoseconds since the figures were last asked for. */
    public val took: MutableList<Long> = ArrayList()

    /** Before a run. */
    public fun begin() {
        count = 0
    }

    /** Before the ball leaves. */
    public fun leave() {
        if (count % SAMPLED == SAMPLED - 1) left = TimeSource.Monotonic.markNow()
    }

    /** When the ball is back. */
    public fun arrive() {
        if (++count % SAMPLED == 0) took += left.elapsedNow().inWholeNanoseconds
    }
}
