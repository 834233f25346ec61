package cobench.workloads.matmul

/** A product that was worked out by hand. */
internal class Example(
    val name: String,
    val a: Matrix,
    val b: Matrix,
    val product: Matrix,
)

internal val examples =
    listOf(
        Example(
            "3x3",
            matrix(3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9),
            matrix(3, 3, 9, 8, 7, 6, 5, 4, 3, 2, 1),
            matrix(3, 3, 30, 24, 18, 84, 69, 54, 138, 114, 90),
        ),
        Example(
            "identity",
            matrix(3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9),
            matrix(3, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1),
            matrix(3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9),
        ),
        Example("zero", matrix(2, 2, 1, 2, 3, 4), Matrix(2, 2), Matrix(2, 2)),
        Example(
            "2x3 times 3x2",
            matrix(2, 3, 1, 2, 3, 4, 5, 6),
            matrix(3, 2, 7, 8, 9, 10, 11, 12),
            matrix(2, 2, 58, 64, 139, 154),
        ),
        Example("3x1 times 1x2", matrix(3, 1, 1, 2, 3), matrix(1, 2, 4, 5), matrix(3, 2, 4, 5, 8, 10, 12, 15)),
    )

internal fun matrix(
    rows: Int,
    cols: Int,
    vararg cells: Int,
) = Matrix(rows, cols, cells)
