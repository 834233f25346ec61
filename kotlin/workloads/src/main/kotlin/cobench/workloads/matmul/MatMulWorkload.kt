package cobench.workloads.matmul

import cobench.workloads.Benchmark
import cobench.workloads.Exec
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.SplitMix64
import cobench.workloads.Values
import kotlinx.coroutines.runBlocking

/** MatMul, as workloads.yaml has it. */
public val matMul: Benchmark =
    Benchmark(
        "MatMul",
        listOf(
            Parameter("pattern", Pattern.entries),
            Parameter("n"),
            Parameter("workers"),
            Parameter("capacity"),
            Parameter("kernel", Kernel.entries),
            Parameter("grain", Grain.entries),
            Parameter("seed"),
        ),
        Exec.offered,
    ) { CoroutineMatMul(Config(it), it.choice("exec")) }

/**
 * What to multiply and how.
 *
 * @param workers coroutines or threads that compute
 * @param capacity messages that each channel holds
 * @param seed decides the numbers from 1 to 9 in both matrices: the same in every language
 * @throws IllegalArgumentException for a value out of range, and for values that do not go together
 */
public class Config(
    public val pattern: Pattern,
    public val n: Int,
    public val workers: Int,
    public val capacity: Int,
    public val kernel: Kernel,
    public val grain: Grain,
    public val seed: Long,
) {
    init {
        require(n >= 1) { "n=$n: want 1 or more" }
        require(workers >= 1) { "workers=$workers: want 1 or more" }
        // Below 0 are the library's names for other kinds of channel.
        require(capacity >= 0) { "capacity=$capacity: want 0 or more" }
        val sequential = pattern == Pattern.SEQUENTIAL
        require(!sequential || workers == 1) { "workers=$workers: want 1 for pattern=${pattern.key}" }
        require(grain == Grain.CELL || pattern == Pattern.FAN || pattern == Pattern.COORDINATOR) {
            "grain=${grain.key}: want grain=${Grain.CELL.key} for pattern=${pattern.key}"
        }
        require(kernel != Kernel.IKJ || grain == Grain.ROW || sequential) {
            "kernel=${kernel.key}: want grain=${Grain.ROW.key} or pattern=${Pattern.SEQUENTIAL.key}"
        }
    }

    /** The parameters of [matMul], but for exec. */
    public constructor(values: Values) : this(
        values.choice("pattern"),
        values.int("n"),
        values.int("workers"),
        values.int("capacity"),
        values.choice("kernel"),
        values.choice("grain"),
        values.long("seed"),
    )
}

/**
 * C = A·B with everything prepared that is not measured.
 *
 * The factors are made here and the expected product by the first [check], outside whatever a caller measures.
 */
public abstract class MatMulWorkload(
    private val config: Config,
) : Operation<Product> {
    private val generator = SplitMix64(config.seed)
    private val a = randomMatrix(config.n, config.n, generator)
    private val b = randomMatrix(config.n, config.n, generator)

    protected val factors: Factors = Factors(a, b, config.kernel)

    /** How many messages are received for so many [parts]. */
    protected open fun messages(parts: Int): Int = config.pattern.messages(parts, config.workers)

    /**
     * By another kernel, or what sequential computes would be compared with itself. Not made before it is asked for: it would warm up code
     * that a cold start is to run for the first time.
     */
    private val expected by lazy {
        Factors(a, b, if (config.kernel == Kernel.IKJ) Kernel.TRANSPOSED else Kernel.IKJ).product()
    }

    /**
     * Refuses a product that differs from the expected one, and a right one that was made with more or fewer messages than the pattern has.
     *
     * @throws IllegalStateException with the first cell that differs
     */
    override fun check(result: Product) {
        if (result.contentEquals(expected)) {
            val parts = if (config.grain == Grain.ROW) result.rows else result.cells.size
            val want = messages(parts)
            check(result.messages == want) { "${result.messages} messages were received: want $want for pattern=${config.pattern.key}" }
            return
        }
        check(result.rows == expected.rows && result.cols == expected.cols) {
            "product is ${result.rows} x ${result.cols}: want ${expected.rows} x ${expected.cols}"
        }
        val (row, col) = expected.pointer(expected.cells.indices.first { result.cells[it] != expected.cells[it] })
        error("product[$row][$col] is ${result[row, col]}: want ${expected[row, col]}")
    }
}

/** The multiplication of [config] by coroutines that [exec] runs. */
public class CoroutineMatMul(
    private val config: Config,
    exec: Exec,
) : MatMulWorkload(config) {
    private val context = exec.context(config.workers)

    /** One multiplication: what is measured. */
    override fun run(): Product = runBlocking(context) { multiply(config.pattern, factors, config.workers, config.capacity, config.grain) }
}
