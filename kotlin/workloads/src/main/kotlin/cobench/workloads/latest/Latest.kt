package cobench.workloads.latest

import cobench.workloads.Benchmark
import cobench.workloads.Choice
import cobench.workloads.Exec
import cobench.workloads.Figure
import cobench.workloads.Latch
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.SplitMix64
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield

/** Latest, as workloads.yaml has it. */
public val latest: Benchmark =
    Benchmark(
        "Latest",
        listOf(
            Parameter("pace", Pace.entries),
            Parameter("subscribers"),
            Parameter("updates"),
            Parameter("seed"),
        ),
        Exec.offered,
    ) { LatestWorkload(it.choice("pace"), it.int("subscribers"), it.int("updates"), it.long("seed"), it.choice("exec")) }

/** When the next update comes. */
public enum class Pace(
    override val key: String,
) : Choice {
    /** When every subscriber has seen the last. */
    SEEN("seen"),

    /** When others had a turn: what a subscriber is too late for, it never sees. */
    FREE("free"),
}

/** An update, with its number from 0. */
internal class Update(
    val sequence: Int,
    val value: Long,
)

/** What one subscriber saw. */
public class Receipt {
    internal var seen = 0

    /** Updates after a newer one, or twice. */
    internal var late = 0

    /** Values that are another update's. */
    internal var wrong = 0

    /** Number of the last. */
    internal var last = -1
    internal var sum = 0L
}

/**
 * A publisher and subscribers with everything prepared that is not measured: the updates.
 *
 * @param seed decides the values: the same in every language
 * @throws IllegalArgumentException for a value out of range
 */
public class LatestWorkload(
    private val pace: Pace,
    private val subscribers: Int,
    updates: Int,
    seed: Long,
    exec: Exec,
) : Operation<List<Receipt>> {
    private val context = exec.context(subscribers + 1)
    private val updates: List<Update>
    internal val sum: Long

    /** Of the runs since the figures were last asked for. */
    private var seen = 0L
    private var deliveries = 0L

    init {
        require(subscribers >= 1) { "subscribers=$subscribers: want 1 or more" }
        require(updates >= 1) { "updates=$updates: want 1 or more" }
        val generator = SplitMix64(seed)
        this.updates = List(updates) { Update(it, generator.next()) }
        sum = this.updates.sumOf { it.value }
    }

    /**
     * Publishes all updates as the value of one state flow: what is measured. A subscriber ends with the last update, which nobody misses.
     */
    override fun run(): List<Receipt> =
        runBlocking(context) {
            val state = MutableStateFlow(NONE)
            var everybody = Latch(subscribers)
            val subscribers =
                List(subscribers) {
                    async {
                        val receipt = Receipt()
                        state.first {
                            if (it !== NONE) {
                                receipt.take(it)
                                if (pace == Pace.SEEN) everybody.countDown()
                            }
                            receipt.last == updates.size - 1
                        }
                        receipt
                    }
                }
            for (update in updates) {
                // It is there before the update that lets others see it.
                if (pace == Pace.SEEN) everybody = Latch(subscribers.size)
                state.value = update
                if (pace == Pace.SEEN) everybody.await() else yield()
            }
            subscribers.awaitAll()
        }

    private fun Receipt.take(update: Update) {
        if (update.sequence <= last) late++
        if (updates[update.sequence].value != update.value) wrong++
        seen++
        last = update.sequence
        sum += update.value
    }

    /**
     * Refuses receipts with an update out of order or without the last; where updates wait for subscribers, those without one of them.
     *
     * @throws IllegalStateException that says what is wrong and what was wanted
     */
    override fun check(result: List<Receipt>) {
        check(result.size == subscribers) { "${result.size} subscribers have a receipt: want $subscribers" }
        result.forEachIndexed { subscriber, receipt ->
            check(receipt.late == 0 && receipt.wrong == 0) {
                "subscriber $subscriber saw ${receipt.late} updates after a newer one and ${receipt.wrong} of another value: want 0 and 0"
            }
            check(receipt.last == updates.size - 1) { "subscriber $subscriber saw update ${receipt.last} last: want ${updates.size - 1}" }
            if (pace == Pace.SEEN) {
                check(receipt.seen == updates.size) { "subscriber $subscriber saw ${receipt.seen} updates: want ${updates.size}" }
                check(receipt.sum == sum) { "the sum of what subscriber $subscriber saw is ${hex(receipt.sum)}: want ${hex(sum)}" }
            }
            seen += receipt.seen
        }
        deliveries += subscribers.toLong() * updates.size
    }

    /** `seen/op`: which share of the updates a subscriber saw. */
    override fun figures(): List<Figure> {
        if (deliveries == 0L) return emptyList()
        val share = seen.toDouble() / deliveries
        seen = 0
        deliveries = 0
        return listOf(Figure(share, "seen/op"))
    }

    private companion object {
        val NONE = Update(-1, 0)
    }
}

private fun hex(sum: Long) = "0x" + sum.toULong().toString(16)
