package cobench.workloads.matmul

import cobench.workloads.Choice

/** How B is walked. */
public enum class Kernel(
    override val key: String,
) : Choice {
    /** Along a row: B was transposed beforehand, so that its columns lie in one piece. */
    TRANSPOSED("transposed"),

    /** Down a column, one row of B further with each step, as the textbook does. */
    IJK("ijk"),

    /** Row after row, adding to all cells of a row of the product in turn. A cell by itself has no such walk. */
    IKJ("ikj"),
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
    public fun cell(pointer: CellPointer): Cell = Cell(pointer, value(pointer.row, pointer.col))

    /** The row of the product that begins at [pointer]. */
    public fun row(pointer: CellPointer): Row = Row(pointer, IntArray(cols).also { fill(it, 0, pointer.row) })

    /** Computes a [row] of the product into [cells], which are zero [from] there on. */
    public fun fill(
        cells: IntArray,
        from: Int,
        row: Int,
    ) {
        if (kernel == Kernel.IKJ) {
            for (k in 0 until inner) addMultiple(cells, from, b.cells, k * cols, a[row, k], cols)
        } else {
            for (col in 0 until cols) cells[from + col] = value(row, col)
        }
    }

    private fun value(
        row: Int,
        col: Int,
    ): Int =
        if (kernel == Kernel.TRANSPOSED) {
            dot(a.cells, row * inner, b.cells, col * inner, inner)
        } else {
            dotDown(a.cells, row * inner, b.cells, col, cols, inner)
        }

    /** Copies of the row and the column that make the cell at [pointer]. */
    public fun unit(pointer: CellPointer): ProductUnit {
        val from = pointer.row * inner
        return ProductUnit(a.cells.copyOfRange(from, from + inner), column(pointer.col), pointer)
    }

    private fun column(col: Int): IntArray =
        if (kernel == Kernel.TRANSPOSED) {
            b.cells.copyOfRange(col * inner, (col + 1) * inner)
        } else {
            IntArray(inner) { b.cells[it * cols + col] }
        }

    /** The product, computed by the caller alone: what every pattern must return. */
    public fun product(): Matrix = Matrix(rows, cols).also { sequential(it, ::fill) }
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

/** Adds factor * y[yFrom+i] to each x[xFrom+i], i < n. */
internal fun addMultiple(
    x: IntArray,
    xFrom: Int,
    y: IntArray,
    yFrom: Int,
    factor: Int,
    n: Int,
) {
    for (i in 0 until n) x[xFrom + i] += factor * y[yFrom + i]
}
