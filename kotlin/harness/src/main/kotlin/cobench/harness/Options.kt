package cobench.harness

import cobench.warmup.Bounds
import kotlin.time.Duration
import kotlin.time.Duration.Companion.nanoseconds
import kotlin.time.Duration.Companion.seconds

/** How long to measure: for a [time], or for a number of [operations] where there is one. */
internal class BenchTime(
    val time: Duration,
    val operations: Int? = null,
)

/** A command line that was understood. The flags are called as those of `go test` where it has them. */
internal class Options(
    val list: Boolean,
    val bench: String,
    val params: String,
    /** The parameters as they stand in the benchmark's name. */
    val name: String,
    val benchTime: BenchTime,
    val warmup: Bounds,
    val count: Int,
    /** How many operations to time from the first on; null where a warm process is measured. */
    val cold: Int?,
    /** When whoever started this process did so, in nanoseconds since 1970; null where it didn't say. */
    val started: Long?,
)

private const val COLD_OPERATIONS = 50

private val flags = listOf("-bench", "-benchtime", "-cold", "-count", "-list", "-name", "-params", "-started", "-warmup")

/** Flags of a warm process; a cold one has neither warm-up nor repetition. */
private val warmFlags = listOf("-benchtime", "-warmup", "-count")

/**
 * Reads the command line.
 *
 * @throws IllegalArgumentException with a line that names the flag and what would be right
 */
internal fun options(args: List<String>): Options {
    val given = flagValues(args)
    val cold = given["-cold"]?.let { count("-cold", it.ifEmpty { "$COLD_OPERATIONS" }) }
    val list = "-list" in given
    if (list) {
        require(given.size == 1) { "-list: want no other flag, got ${(given.keys - "-list").joinToString(" ")}" }
    } else {
        for (flag in listOf("-bench", "-params")) require(flag in given) { "$flag: want a value, see also -list" }
    }
    if (cold != null) {
        for (flag in warmFlags) require(flag !in given) { "-cold: want it without $flag" }
    } else {
        require("-started" !in given) { "-started: want it with -cold" }
    }
    val params = given["-params"].orEmpty()
    return Options(
        list = list,
        bench = given["-bench"].orEmpty(),
        params = params,
        name = given["-name"] ?: params,
        benchTime = given["-benchtime"]?.let(::benchTime) ?: BenchTime(1.seconds),
        warmup = given["-warmup"]?.let(::bounds) ?: Bounds(Duration.ZERO, Duration.ZERO),
        count = given["-count"]?.let { count("-count", it) } ?: 1,
        cold = cold,
        started = given["-started"]?.let { it.toLongOrNull() ?: refuse("-started $it: want nanoseconds since 1970") },
    )
}

/** The flags in [args], each with one or two dashes and its value behind it or behind `=`. The value of -cold may be left out. */
private fun flagValues(args: List<String>): Map<String, String> {
    val given = mutableMapOf<String, String>()
    val rest = ArrayDeque(args)
    while (rest.isNotEmpty()) {
        val arg = rest.removeFirst()
        val flag = arg.substringBefore('=').let { if (it.startsWith("--")) it.drop(1) else it }
        require(flag in flags) { "unknown argument $arg: want ${flags.joinToString(" ")}" }
        require(flag !in given) { "$flag is given twice" }
        given[flag] =
            when {
                flag == "-list" -> require('=' !in arg) { "$arg: want no value" }.let { "" }
                '=' in arg -> arg.substringAfter('=')
                flag == "-cold" -> if (rest.firstOrNull()?.startsWith('-') == false) rest.removeFirst() else ""
                else -> rest.removeFirstOrNull() ?: refuse("$flag: want a value")
            }
    }
    return given
}

private fun benchTime(text: String): BenchTime {
    val want = "a time such as 200ms or a number of operations such as 100x"
    if (!text.endsWith('x')) return BenchTime(duration("-benchtime", text, want, 1.nanoseconds))
    val operations = text.dropLast(1).toIntOrNull()?.takeIf { it >= 1 } ?: refuse("-benchtime $text: want $want")
    return BenchTime(Duration.ZERO, operations)
}

private fun bounds(text: String): Bounds =
    try {
        Bounds.parse(text)
    } catch (e: IllegalArgumentException) {
        refuse("-warmup ${e.message}")
    }

private fun duration(
    flag: String,
    text: String,
    want: String,
    least: Duration,
): Duration = Duration.parseOrNull(text)?.takeIf { it.isFinite() && it >= least } ?: refuse("$flag $text: want $want")

private fun count(
    flag: String,
    text: String,
): Int = text.toIntOrNull()?.takeIf { it >= 1 } ?: refuse("$flag $text: want a whole number, 1 or more")

/** Ends the reading of a command line. */
internal fun refuse(message: String): Nothing = throw IllegalArgumentException(message)
