package cobench.workloads.pileibniz

import cobench.workloads.Benchmark
import cobench.workloads.Choice
import cobench.workloads.Exec
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.processors
import kotlinx.coroutines.async
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlin.math.PI
import kotlin.math.abs
import kotlin.math.ln

/** PiLeibniz, as workloads.yaml has it. */
public val piLeibniz: Benchmark =
    Benchmark("PiLeibniz", listOf(Parameter("method", Method.entries), Parameter("terms"), Parameter("grain")), Exec.offered) {
        CoroutinePiLeibniz(it.choice("method"), it.int("terms"), it.int("grain"), it.choice("exec"))
    }

/** How the partial sums of the tasks meet. */
public enum class Method(
    override val key: String,
) : Choice {
    /** Each task sends its partial sum to the parent, which adds them as they come. */
    CHANNEL("channel"),

    /** Each task adds its partial sum to a total that all share, under a mutex. */
    MUTEX("mutex"),

    /** Each task returns its partial sum, and the parent adds them in the order of the terms. */
    REDUCE("reduce"),
}

/** How many partial sums the channel holds. */
public const val CAPACITY: Int = 64

/** A sum of so many [terms]. */
public class Sum(
    public val value: Double,
    public val terms: Int,
) {
    public operator fun plus(other: Sum): Sum = Sum(value + other.value, terms + other.terms)

    public companion object {
        public val ZERO: Sum = Sum(0.0, 0)
    }
}

/**
 * The sum of 4(-1)^k/(2k+1) for the first [terms] of k from 0, in tasks of [grain] terms, the last of which may have fewer. How the tasks
 * are run is a subclass's.
 *
 * @throws IllegalArgumentException for a value out of range
 */
public abstract class PiLeibnizWorkload(
    private val method: Method,
    private val terms: Int,
    private val grain: Int,
) : Operation<Sum> {
    protected val tasks: Int
    private val series: Double
    private val rounding: Double

    /** Not made before it is asked for: a cold start has enough to do. */
    private val sequential by lazy(::sequential)

    init {
        require(terms >= 1) { "terms=$terms: want 1 or more" }
        require(grain >= 1) { "grain=$grain: want 1 or more" }
        tasks = (terms - 1) / grain + 1
        val n = terms.toDouble()
        series = 4 / (2 * n + 1)
        rounding = n * UNIT_ROUNDOFF * (4 + 2 * ln(2 * n - 1))
    }

    /** One full sum, a task for each partial sum: what is measured. */
    final override fun run(): Sum =
        when (method) {
            Method.CHANNEL -> channel()
            Method.MUTEX -> mutex()
            Method.REDUCE -> reduce()
        }

    protected abstract fun channel(): Sum

    protected abstract fun mutex(): Sum

    protected abstract fun reduce(): Sum

    /** The sum of a task's terms, from the first to the last. */
    protected fun partial(task: Int): Sum {
        var value = 0.0
        var count = 0
        val first = task * grain
        for (k in first until first + minOf(grain, terms - first)) {
            val term = 4 / (2L * k + 1).toDouble()
            value += if (k % 2 == 1) -term else term
            count++
        }
        return Sum(value, count)
    }

    /** What the tasks' sums make in the order of the terms. It shares no code with them, or both could leave out the same. */
    private fun sequential(): Double {
        var total = 0.0
        var part = 0.0
        var sign = 4.0
        for (k in 0 until terms) {
            part += sign / (2L * k + 1)
            sign = -sign
            if ((k + 1) % grain == 0 || k + 1 == terms) {
                total += part
                part = 0.0
            }
        }
        return total
    }

    /**
     * Refuses a sum of more or fewer terms; one that is not pi, within the bound of an alternating series and that of rounding; one that is
     * off the sequential sum by more than the order of the terms can make it; and of [Method.REDUCE] every other than that.
     *
     * The series is off by less than its first term that was left out. Rounding is off by n·2^-53 times the terms' absolute sum in any order
     * (Higham, "Accuracy and Stability of Numerical Algorithms", section 4.2, and one rounding for each division), which is less than
     * 4 + 2·ln(2n-1).
     *
     * @throws IllegalStateException with what is wrong
     */
    final override fun check(result: Sum) {
        check(result.terms == terms) { "sum has ${result.terms} terms: want $terms" }
        val fromPi = series + rounding
        check(abs(result.value - PI) <= fromPi) { "sum is ${result.value}: want pi within $fromPi" }
        val bound = if (method == Method.REDUCE) 0.0 else 2 * rounding
        check(abs(result.value - sequential) <= bound) { "sum is ${result.value}: want $sequential within $bound" }
    }
}

private const val UNIT_ROUNDOFF = 1.0 / (1L shl 53)

/** A coroutine for each task. */
internal class CoroutinePiLeibniz(
    method: Method,
    terms: Int,
    grain: Int,
    exec: Exec,
) : PiLeibnizWorkload(method, terms, grain) {
    private val context = exec.context(processors)

    override fun channel(): Sum =
        runBlocking(context) {
            val sums = Channel<Sum>(CAPACITY)
            repeat(tasks) { task -> launch { sums.send(partial(task)) } }
            var total = Sum.ZERO
            repeat(tasks) { total += sums.receive() }
            total
        }

    override fun mutex(): Sum {
        val mutex = Mutex()
        var total = Sum.ZERO
        runBlocking(context) {
            repeat(tasks) { task ->
                launch {
                    val sum = partial(task)
                    mutex.withLock { total += sum }
                }
            }
        }
        return total
    }

    override fun reduce(): Sum =
        runBlocking(context) {
            val sums = List(tasks) { task -> async { partial(task) } }
            var total = Sum.ZERO
            for (sum in sums) total += sum.await()
            total
        }
}
