package cobench.harness

import cobench.harness.matrix.matrix
import cobench.warmup.Bounds
import cobench.warmup.warmUp
import cobench.workloads.Benchmark
import cobench.workloads.Figure
import cobench.workloads.Operation
import cobench.workloads.Values
import kotlin.system.exitProcess

/**
 * Measures one workload in this process and prints it in the Go benchmark format.
 *
 *     harness -bench REGEX -params KEY=VALUE/… [-name KEY=VALUE/…] [-benchtime 1s] [-warmup 1s..30s] [-count 1]
 *     harness -bench REGEX -params KEY=VALUE/… [-name KEY=VALUE/…] -cold [50] [-started UNIXNANOS]
 *     harness -list
 *     harness matrix [-s SIZE] …
 *
 * A warm-up such as 400ms takes that time; one such as 1s..30s ends when the process is warm.
 *
 * With [matrix] as its first argument it is the program of the study that MatMul comes from.
 *
 * Whoever passes -started reads the clock just before it starts this process, since what the kernel tells of that moment comes in steps of
 * 10 ms. The exit status is 1 where a workload fails or its result is wrong, and 2 where the command line is not understood.
 */
fun main(args: Array<String>) {
    exitProcess(harness(args.asList(), ::println, ::printError))
}

/** The command without its process: prints to [out] and [err], and returns the exit status. */
internal fun harness(
    args: List<String>,
    out: (String) -> Unit,
    err: (String) -> Unit,
): Int {
    if (args.firstOrNull() == "matrix") return matrix(args.drop(1), out, err)
    val options: Options
    val benchmark: Benchmark
    val values: Values
    try {
        options = options(args)
        if (options.list) {
            for (listed in benchmarks) out("${listed.name} ${listed.parameters.joinToString(" ")}")
            return 0
        }
        benchmark = benchmark(options.bench)
        values = values(options.params, benchmark.parameters)
    } catch (e: IllegalArgumentException) {
        err("harness: ${e.message}")
        return 2
    }
    try {
        benchmark.prepare(values).use {
            run("${benchmark.name}/${options.name}", it, options, out)
            it.note()?.let { note -> out("note: $note") }
        }
    } catch (e: IllegalArgumentException) {
        err("harness: ${e.message}")
        return 2
    } catch (e: Exception) {
        err("harness: Benchmark${benchmark.name}/${options.name}: ${e.message ?: e}")
        return 1
    }
    return 0
}

private fun run(
    name: String,
    operation: Operation<*>,
    options: Options,
    out: (String) -> Unit,
) = if (options.cold == null) runWarm(name, operation, options, out) else runCold(name, operation, options.cold, options.started, out)

private fun <T> runWarm(
    name: String,
    operation: Operation<T>,
    options: Options,
    out: (String) -> Unit,
) {
    val clock = MonotonicClock()
    header().forEach(out)
    warm(operation, options.warmup, clock, out)
    repeat(options.count) {
        val measured = measure(operation, options.benchTime, clock, ::counters)
        out(line(name, processors(), measured.operations, measured.all()))
    }
}

/** Tells how long the process took to get warm, and why it did not. */
private fun <T> warm(
    operation: Operation<T>,
    bounds: Bounds,
    clock: NanoClock,
    out: (String) -> Unit,
) {
    val done = warmUp(bounds, clock::nanos, ::compilerNanos) { operation.check(operation.run()) }
    if (bounds.least != bounds.most) out("warmup-ns: ${done.nanos}")
    done.unsteady?.let { out("unsteady: $it") }
}

private fun <T> runCold(
    name: String,
    operation: Operation<T>,
    operations: Int,
    started: Long?,
    out: (String) -> Unit,
) {
    val cold = cold(operation, operations, MonotonicClock(), ::unixNanos)
    header().forEach(out)
    out("curve: ${cold.curve.joinToString(" ")}")
    val figures =
        listOfNotNull(
            Figure(cold.curve[0].toDouble(), "first-ns/op"),
            cold.curve.getOrNull(9)?.let { Figure(it.toDouble(), "tenth-ns/op") },
            started?.let { Figure((cold.firstResult - it).toDouble(), "start-ns") },
        )
    out(line(name, processors(), 1, figures))
}

/** What the figures below it were measured on, as the runtime itself tells. */
private fun header(): List<String> = listOf("goos: ${goos()}", "goarch: ${goarch()}", "vm: ${vm()}")
