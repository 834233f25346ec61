package cobench.harness.matrix

import cobench.harness.MonotonicClock
import cobench.harness.NanoClock
import cobench.harness.modePrefix
import cobench.workloads.Exec
import cobench.workloads.matmul.Config
import cobench.workloads.matmul.CoroutineMatMul
import cobench.workloads.matmul.Grain
import cobench.workloads.matmul.Kernel
import cobench.workloads.matmul.MatMulWorkload
import cobench.workloads.matmul.Matrix
import kotlin.time.Clock
import kotlin.time.Duration
import kotlin.time.Duration.Companion.nanoseconds
import kotlin.uuid.Uuid

private const val CAPACITY = 64
private const val SEED = 1L

/**
 * Multiplies two matrices by message passing and writes how long that took to a CSV file, as the program of the published study of parallel
 * matrix multiplication does. Prints to [out] and [err], and returns the exit status.
 *
 *     harness matrix [-s SIZE] [-c COROUTINES] [-m COORDINATOR|FAN|PURE] [-r REPEAT] [-o] [-f FILE] [-l] [-e EXEC]
 *
 * Options and columns are the study's, but for exec. The study's coroutines ran on an event loop, which is one thread, and were held against
 * Go on all cores; so do they here unless exec says otherwise, which then stands in the mode: `kt_default_fan`. The work is the workload
 * MatMul with the study's kernel, ijk, and with cobench's capacity of 64 messages and seed 1, which are the same in both languages. Every
 * product is checked, outside the time.
 *
 * The times are single shots, the first of them cold, in whole milliseconds rounded half up: what the study's CSV holds. cobench's own
 * numbers are nanoseconds of warm processes, and this is no substitute for them.
 *
 * The exit status is 1 where a product is wrong or can't be written down, and 2 where the input is wrong: then nothing was computed.
 */
internal fun matrix(
    args: List<String>,
    out: (String) -> Unit,
    err: (String) -> Unit,
): Int =
    try {
        val options = matrixOptions(args)
        if (options == null) {
            USAGE.lines().forEach(out)
        } else {
            Results(options.file ?: defaultFile("${Clock.System.now()}")).use { file ->
                repeat(options, workload(options), MonotonicClock(), file, out, err)
            }
        }
        0
    } catch (e: IllegalArgumentException) {
        err("matrix: ${e.message}")
        2
    } catch (e: Exception) {
        err("matrix: ${e.message ?: e}")
        1
    }

private fun workload(options: MatrixOptions) =
    CoroutineMatMul(
        Config(options.mode, options.size, options.coroutines, CAPACITY, Kernel.IJK, Grain.CELL, SEED),
        options.exec,
    )

/** Prints the product, if it is asked for, once: it is the same each time. */
private fun repeat(
    options: MatrixOptions,
    workload: MatMulWorkload,
    clock: NanoClock,
    file: Results,
    out: (String) -> Unit,
    err: (String) -> Unit,
) {
    val workspace = Uuid.random()
    val prefix = if (options.exec == Exec.EVENT_LOOP) modePrefix() else "${modePrefix()}_${options.exec.key}"
    var total = Duration.ZERO
    for (run in 1..options.repeat) {
        val from = clock.nanos()
        val product = workload.run()
        val took = (clock.nanos() - from).nanoseconds
        workload.check(product)
        file.append("$workspace,${options.size},${options.coroutines},${prefix}_${options.mode.key},${millis(took)}")
        total += took
        if (options.log) err("$run of ${options.repeat}: $took")
        if (options.output && run == options.repeat) print(product, out)
    }
    if (options.log) err("mean: ${total / options.repeat}")
}

/** The whole milliseconds of [time], rounded half up. */
internal fun millis(time: Duration): Long = (time.inWholeNanoseconds + 500_000) / 1_000_000

/** `apos-yyyyMMdd-HHmmss.csv`, of [now] in UTC as ISO 8601 has it. */
internal fun defaultFile(now: String): String = "apos-" + now.take(19).filter { it.isDigit() || it == 'T' }.replace('T', '-') + ".csv"

private fun print(
    product: Matrix,
    out: (String) -> Unit,
) {
    for (row in 0 until product.rows) out((0 until product.cols).joinToString(" ") { "${product[row, it]}" })
}
