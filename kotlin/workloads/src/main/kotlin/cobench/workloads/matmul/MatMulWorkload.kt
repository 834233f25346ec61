package cobench.workloads.matmul

import cobench.workloads.Exec

/**
 * C = A·B with [n] x [n] numbers from 1 to 9, which [seed] decides: the same in every language.
 *
 * The factors are made here and the expected product by the first [check], outside whatever a caller measures.
 *
 * @throws IllegalArgumentException for a value out of range
 */
public class MatMulWorkload(
    private val pattern: Pattern,
    n: Int,
    private val workers: Int,
    private val capacity: Int,
    kernel: Kernel,
    seed: Long,
    private val exec: Exec,
) {
    private val factors: Factors

    /** Not made before it is asked for: it would warm up the very code that a cold start is to run for the first time. */
    private val expected by lazy { factors.product() }

    init {
        require(n >= 1) { "n=$n: want 1 or more" }
        require(workers >= 1) { "workers=$workers: want 1 or more" }
        // Below 0 are the library's names for other kinds of channel.
        require(capacity >= 0) { "capacity=$capacity: want 0 or more" }
        val generator = SplitMix64(seed)
        factors = Factors(randomMatrix(n, n, generator), randomMatrix(n, n, generator), kernel)
    }

    /** One multiplication: what is measured. */
    public fun run(): Matrix = exec.run { multiply(pattern, factors, workers, capacity) }

    /**
     * Refuses a product that differs from the sequential one.
     *
     * @throws IllegalStateException with the first cell that differs
     */
    public fun check(product: Matrix) {
        if (product.contentEquals(expected)) return
        check(product.rows == expected.rows && product.cols == expected.cols) {
            "product is ${product.rows} x ${product.cols}: want ${expected.rows} x ${expected.cols}"
        }
        val (row, col) = expected.pointer(expected.cells.indices.first { product.cells[it] != expected.cells[it] })
        error("product[$row][$col] is ${product[row, col]}: want ${expected[row, col]}")
    }
}
