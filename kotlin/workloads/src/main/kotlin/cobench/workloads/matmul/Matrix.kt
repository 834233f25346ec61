package cobench.workloads.matmul

import cobench.workloads.SplitMix64

/** A matrix of 32-bit integers with [rows] rows and [cols] columns, row after row in [cells]. */
public open class Matrix(
    public val rows: Int,
    public val cols: Int,
    public val cells: IntArray = IntArray(rows * cols),
) {
    init {
        require(cells.size == rows * cols) { "matrix $rows x $cols: want ${rows * cols} cells, got ${cells.size}" }
    }

    public operator fun get(
        row: Int,
        col: Int,
    ): Int = cells[row * cols + col]

    /** Where the cell number [index] is, counted row after row. */
    public fun pointer(index: Int): CellPointer = CellPointer(index / cols, index % cols)

    /** A copy with rows and columns exchanged. */
    public fun transposed(): Matrix = Matrix(cols, rows, IntArray(cells.size) { cells[it % rows * cols + it / rows] })

    /** Whether [other] has the same shape and the same cells. Allocates nothing. */
    public fun contentEquals(other: Matrix): Boolean = rows == other.rows && cols == other.cols && cells.contentEquals(other.cells)
}

/** A matrix that workers made. */
public class Product(
    rows: Int,
    cols: Int,
) : Matrix(rows, cols) {
    /** How many were received to make it. */
    public var messages: Int = 0
}

/** A matrix of numbers from 1 to 9, drawn row after row. */
internal fun randomMatrix(
    rows: Int,
    cols: Int,
    generator: SplitMix64,
): Matrix = Matrix(rows, cols, IntArray(rows * cols) { 1 + generator.below(9) })
