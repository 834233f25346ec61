package cobench.harness

import cobench.workloads.Exec
import cobench.workloads.choice
import cobench.workloads.matmul.Kernel
import cobench.workloads.matmul.MatMulWorkload
import cobench.workloads.matmul.Pattern

/** A workload that was given its parameters: [run] is what is measured, and [check] throws where a result of it is wrong. */
internal class Operation<T>(
    val run: () -> T,
    val check: (T) -> Unit,
)

/**
 * A workload under its name, with its [parameters] in the order of workloads.yaml.
 *
 * [prepare] makes an operation from their values, or throws an IllegalArgumentException that names the value it refuses.
 */
internal class Benchmark(
    val name: String,
    val parameters: List<Parameter>,
    val prepare: (Values) -> Operation<*>,
)

/** Every workload that the harness can measure. */
internal val benchmarks: List<Benchmark> =
    listOf(
        Benchmark(
            "MatMul",
            listOf(
                Parameter("pattern", Pattern.entries),
                Parameter("n"),
                Parameter("workers"),
                Parameter("capacity"),
                Parameter("kernel", Kernel.entries),
                Parameter("seed"),
                Parameter("exec", Exec.entries),
            ),
        ) { values ->
            val workload =
                MatMulWorkload(
                    choice("pattern", values["pattern"]),
                    values.int("n"),
                    values.int("workers"),
                    values.int("capacity"),
                    choice("kernel", values["kernel"]),
                    values.long("seed"),
                    choice("exec", values["exec"]),
                )
            Operation(workload::run, workload::check)
        },
    )

/** The one of [benchmarks] whose `NAME` or, as `go test -bench` has it, `BenchmarkNAME` contains a match of [pattern]. */
internal fun benchmark(pattern: String): Benchmark {
    val regex =
        try {
            Regex(pattern)
        } catch (e: IllegalArgumentException) {
            // The rest of the message is a picture of several lines.
            throw IllegalArgumentException("-bench $pattern: want a regular expression: ${e.message.orEmpty().lineSequence().first()}")
        }
    val found = benchmarks.filter { regex.containsMatchIn(it.name) || regex.containsMatchIn("Benchmark${it.name}") }
    return requireNotNull(found.singleOrNull()) {
        val names = (found.ifEmpty { benchmarks }).joinToString { it.name }
        "-bench $pattern: " + if (found.isEmpty()) "want one of $names" else "want one of those it finds: $names"
    }
}
