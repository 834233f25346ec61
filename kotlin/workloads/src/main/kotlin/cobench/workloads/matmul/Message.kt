package cobench.workloads.matmul

// A channel carries references, so each of these is an object on the heap where Go copies a struct into the channel's buffer. That is
// what channels cost in Kotlin, and part of what is measured.

/** Where a cell of the product is, or the first cell of a row. */
public data class CellPointer(
    public val row: Int,
    public val col: Int,
) {
    public companion object {
        /** Tells a worker that there is nothing left to do. */
        public val EMPTY: CellPointer = CellPointer(-1, -1)
    }
}

/** A part of the product: what a worker makes of a task. */
public sealed interface Part {
    public fun storeIn(product: Matrix)
}

/** A cell of the product. */
public class Cell(
    public val pointer: CellPointer,
    public val value: Int,
) : Part {
    override fun storeIn(product: Matrix) {
        product.cells[pointer.row * product.cols + pointer.col] = value
    }
}

/** A row of the product. */
public class Row(
    public val pointer: CellPointer,
    public val cells: IntArray,
) : Part {
    override fun storeIn(product: Matrix) {
        cells.copyInto(product.cells, pointer.row * product.cols)
    }
}

/** All that is needed to compute a cell: copies of a row of A and a column of B, which nobody else sees. */
public class ProductUnit(
    public val row: IntArray,
    public val col: IntArray,
    public val pointer: CellPointer,
) {
    /** The cell that the row and the column make. */
    public fun cell(): Cell = Cell(pointer, dot(row, 0, col, 0, row.size))

    public companion object {
        /** Tells a worker that there is nothing left to do. */
        public val EMPTY: ProductUnit = ProductUnit(IntArray(0), IntArray(0), CellPointer.EMPTY)
    }
}
