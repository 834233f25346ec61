package cobench.harness

import cobench.workloads.Figure
import kotlin.math.abs
import kotlin.math.roundToLong

/**
 * A line of the Go benchmark format.
 *
 * @param name the workload and its parameters
 * @param processors stands behind the name where it is not 1, as GOMAXPROCS does in Go
 */
internal fun line(
    name: String,
    processors: Int,
    operations: Int,
    figures: List<Figure>,
): String =
    buildString {
        append("Benchmark", name)
        if (processors != 1) append('-', processors)
        append('\t', operations)
        for (figure in figures) append('\t', decimal(figure.value), ' ', figure.unit)
    }

/** [value] with four digits or more, never with an exponent: common Kotlin has no format strings. */
internal fun decimal(value: Double): String {
    if (abs(value) >= 1000) return value.roundToLong().toString()
    val thousandths = (value * 1000).roundToLong()
    val sign = if (thousandths < 0) "-" else ""
    val fraction = (abs(thousandths) % 1000).toString().padStart(3, '0').trimEnd('0')
    return sign + abs(thousandths) / 1000 + if (fraction.isEmpty()) "" else ".$fraction"
}
