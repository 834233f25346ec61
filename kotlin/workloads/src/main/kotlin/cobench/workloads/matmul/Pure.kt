package cobench.workloads.matmul

/** Fills [product] as [coordinator] does, but shares nothing: a worker is sent copies of the row and the column with every pointer. */
internal suspend fun pure(
    product: Matrix,
    workers: Int,
    capacity: Int,
    unit: (CellPointer) -> ProductUnit,
): Int =
    coordinate(
        product,
        grain = 1,
        workers,
        capacity,
        task = unit,
        empty = ProductUnit.EMPTY,
        compute = { if (it.pointer == CellPointer.EMPTY) null else it.cell() },
    )
