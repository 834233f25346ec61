package cobench.workloads.matmul

import cobench.workloads.Exec
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class MatMulWorkloadTest {
    private fun workload(
        n: Int = 3,
        workers: Int = 2,
        capacity: Int = 1,
        kernel: Kernel = Kernel.TRANSPOSED,
    ) = MatMulWorkload(Pattern.FAN, n, workers, capacity, kernel, seed = 1, Exec.DEFAULT)

    /** The same number stands in the Go twin's tests: both multiply the same matrices. */
    @Test
    fun checksum() {
        for (kernel in Kernel.entries) {
            val sum = workload(n = 100, kernel = kernel).run().cells.fold(0L) { sum, cell -> sum * 31 + cell }
            assertEquals(0x3241bd400013b324, sum, "$kernel")
        }
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "n=0: want 1 or more" to { workload(n = 0) },
            "workers=-1: want 1 or more" to { workload(workers = -1) },
            "capacity=-1: want 0 or more" to { workload(capacity = -1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongProductIsRefused() {
        val workload = workload()
        val product = workload.run()
        workload.check(product)

        val right = product[1, 2]
        product.cells[5]++
        assertEquals(
            "product[1][2] is ${right + 1}: want $right",
            assertFailsWith<IllegalStateException> { workload.check(product) }.message,
        )
        assertEquals(
            "product is 3 x 2: want 3 x 3",
            assertFailsWith<IllegalStateException> { workload.check(Matrix(3, 2)) }.message,
        )
    }
}
