package cobench.workloads.matmul

/**
 * Fills [product] row after row, by the caller alone and without a message: the limit that the other patterns have with one worker.
 *
 * @param fill computes a row into an array of cells, from an index on
 */
public fun sequential(
    product: Matrix,
    fill: (cells: IntArray, from: Int, row: Int) -> Unit,
) {
    for (row in 0 until product.rows) fill(product.cells, row * product.cols, row)
}
