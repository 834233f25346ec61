package cobench.workloads.matmul

import cobench.workloads.Choice

/** Who talks to whom while a product is computed. Each has a file of its own. */
public enum class Pattern(
    override val key: String,
) : Choice {
    FAN("fan"),
    COORDINATOR("coordinator"),
    PURE("pure"),
    SEQUENTIAL("sequential"),
    ;

    /** How many messages are received for a product of so many [parts]. */
    internal fun messages(
        parts: Int,
        workers: Int,
    ): Int =
        when (this) {
            FAN -> 2 * parts
            COORDINATOR, PURE -> 3 * parts + 3 * workers
            SEQUENTIAL -> 0
        }
}

/** What a task is. */
public enum class Grain(
    override val key: String,
) : Choice {
    /** A task for each cell of the product. */
    CELL("cell"),

    /** A task for each row of the product: as many times fewer messages as a row has cells. */
    ROW("row"),
    ;

    /** How many cells of [product] a task has. */
    public fun cells(product: Matrix): Int = if (this == ROW) product.cols else 1

    /** What makes a part of the product of [factors] of a task. */
    public fun compute(factors: Factors): (CellPointer) -> Part = if (this == ROW) factors::row else factors::cell
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
    grain: Grain,
): Product {
    val product = Product(factors.rows, factors.cols)
    when (pattern) {
        Pattern.FAN -> product.messages = fan(product, grain.cells(product), workers, capacity, grain.compute(factors))
        Pattern.COORDINATOR -> product.messages = coordinator(product, grain.cells(product), workers, capacity, grain.compute(factors))
        Pattern.PURE -> product.messages = pure(product, workers, capacity, factors::unit)
        Pattern.SEQUENTIAL -> sequential(product, factors::fill)
    }
    return product
}
