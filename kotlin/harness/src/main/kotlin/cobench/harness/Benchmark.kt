package cobench.harness

import cobench.workloads.Benchmark

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
