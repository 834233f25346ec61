package cobench.workloads.matmul

import cobench.workloads.Choice

/** How a cell walks B. */
public enum class Kernel(
    override val key: String,
) : Choice {
    /** Along a row: B was transposed beforehand, so that its columns lie in one piece. */
    TRANSPOSED("transposed"),

    /** Down a column, one row of B further with each step, as the textbook does. */
    IJK("ijk"),
}

/**
 * Both factors of a product, B laid out as [kernel] walks it.
 *
 * @throws IllegalArgumentException where A has not as many columns as B has rows
 */
public class Factors(
    private val a: Matrix,
    b: Matrix,
    private val kernel: Kernel,
) {
    /** How many rows the product has. */
    public val rows: Int = a.rows

    /** How many columns the product has. */
    public val cols: Int = b.cols

    private val inner = a.cols
    private val b = if (kernel == Kernel.TRANSPOSED) b.transposed() else b

    init {
        require(a.cols == b.rows) { "${a.rows} x ${a.cols} times ${b.rows} x ${b.cols}: want as many columns as rows" }
    }

    /** The cell of the product at [pointer]. */
    public fun cell(pointer: CellPointer): Cell {
        val from = pointer.row * inner
        return Cell(
            pointer,
            when (kernel) {
                Kernel.TRANSPOSED -> dot(a.cells, from, b.cells, pointer.col * inner, inner)
                Kernel.IJK -> dotDown(a.cells, from, b.cells, pointer.col, cols, inner)
            },
        )
    }

    /** Copies of the row and the column that make the cell at [pointer]. */
    public fun unit(pointer: CellPointer): ProductUnit {
        val from = pointer.row * inner
        return ProductUnit(a.cells.copyOfRange(from, from + inner), column(pointer.col), pointer)
    }

    private fun column(col: Int): IntArray =
        when (kernel) {
            Kernel.TRANSPOSED -> b.cells.copyOfRange(col * inner, (col + 1) * inner)
            Kernel.IJK -> IntArray(inner) { b.cells[it * cols + col] }
        }

    /** The product, computed cell after cell by the caller alone: what every pattern must return. */
    public fun product(): Matrix {
        val product = Matrix(rows, cols)
        repeat(product.cells.size) { product.store(cell(product.pointer(it))) }
        return product
    }
}

/** The sum of x[xFrom+i] * y[yFrom+i], i < n. Not a slice or a step of one, since this plain loop is what compilers vectorise. */
internal fun dot(
    x: IntArray,
    xFrom: Int,
    y: IntArray,
    yFrom: Int,
    n: Int,
): Int {
    var sum = 0
    for (i in 0 until n) sum += x[xFrom + i] * y[yFrom + i]
    return sum
}

/** The sum of x[xFrom+i] * y[yFrom+i*step], i < n. */
internal fun dotDown(
    x: IntArray,
    xFrom: Int,
    y: IntArray,
    yFrom: Int,
    step: Int,
    n: Int,
): Int {
    var sum = 0
    for (i in 0 until n) sum += x[xFrom + i] * y[yFrom + i * step]
    return sum
}
