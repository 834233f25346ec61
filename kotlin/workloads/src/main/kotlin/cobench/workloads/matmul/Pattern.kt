package cobench.workloads.matmul

import cobench.workloads.Choice

/** Who talks to whom while a product is computed. Each has a file of its own. */
public enum class Pattern(
    override val key: String,
) : Choice {
    FAN("fan"),
    COORDINATOR("coordinator"),
    PURE("pure"),
}

/**
 * The product of [factors], computed by [workers] (1 or more) coroutines over channels that hold [capacity] (0 or more) messages each.
 *
 * It returns when the last worker has ended. What a worker throws, this throws, after the others were cancelled.
 */
internal suspend fun multiply(
    pattern: Pattern,
    factors: Factors,
    workers: Int,
    capacity: Int,
): Matrix {
    val product = Matrix(factors.rows, factors.cols)
    when (pattern) {
        Pattern.FAN -> fan(product, workers, capacity, factors::cell)
        Pattern.COORDINATOR -> coordinator(product, workers, capacity, factors::cell)
        Pattern.PURE -> pure(product, workers, capacity, factors::unit)
    }
    return product
}
