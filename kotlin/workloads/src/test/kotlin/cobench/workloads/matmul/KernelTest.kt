package cobench.workloads.matmul

import kotlin.test.Test
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class KernelTest {
    @Test
    fun productsWorkedOutByHand() {
        for (kernel in Kernel.entries) {
            for (example in examples) {
                val case = "$kernel, ${example.name}"
                val factors = Factors(example.a, example.b, kernel)
                val got = factors.product()
                assertContentEquals(example.product.cells, got.cells, case)
                assertEquals(example.product.cols, got.cols, case)
                for ((index, want) in example.product.cells.withIndex()) {
                    val pointer = example.product.pointer(index)
                    assertEquals(want, factors.cell(pointer).value, "$case, $pointer")
                    val row = List(got.cols) { example.product[pointer.row, it] }
                    assertEquals(row, factors.row(pointer).cells.asList(), "$case, row of $pointer")
                }
            }
        }
    }

    @Test
    fun unitIsACopy() {
        for (kernel in Kernel.entries) {
            val factors = Factors(matrix(2, 3, 1, 2, 3, 4, 5, 6), matrix(3, 2, 7, 8, 9, 10, 11, 12), kernel)
            val unit = factors.unit(CellPointer(1, 0))
            assertContentEquals(intArrayOf(4, 5, 6), unit.row, "$kernel")
            assertContentEquals(intArrayOf(7, 9, 11), unit.col, "$kernel")
            unit.row.fill(0)
            unit.col.fill(0)
            assertEquals(139, factors.cell(CellPointer(1, 0)).value, "$kernel")
        }
    }

    @Test
    fun shapesThatDoNotMatchAreRefused() {
        val refused = assertFailsWith<IllegalArgumentException> { Factors(Matrix(2, 3), Matrix(2, 3), Kernel.IJK) }
        assertEquals("2 x 3 times 2 x 3: want as many columns as rows", refused.message)
    }
}
