package cobench.workloads.matmul

import cobench.workloads.Exec
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class MatMulWorkloadTest {
    private fun workload(
        pattern: Pattern = Pattern.FAN,
        n: Int = 3,
        workers: Int = 2,
        capacity: Int = 1,
        kernel: Kernel = Kernel.TRANSPOSED,
        grain: Grain = Grain.CELL,
    ) = CoroutineMatMul(Config(pattern, n, workers, capacity, kernel, grain, seed = 1), Exec.DEFAULT)

    /** The same number stands in the Go twin's tests: both multiply the same matrices. */
    @Test
    fun checksum() {
        for ((name, workload) in mapOf(
            "transposed" to workload(n = 100),
            "ijk" to workload(n = 100, kernel = Kernel.IJK),
            "ikj" to workload(n = 100, kernel = Kernel.IKJ, grain = Grain.ROW),
            "coordinator" to workload(Pattern.COORDINATOR, n = 100, grain = Grain.ROW),
            "sequential" to workload(Pattern.SEQUENTIAL, n = 100, workers = 1, kernel = Kernel.IKJ),
        )) {
            val sum = workload.run().cells.fold(0L) { sum, cell -> sum * 31 + cell }
            assertEquals(0x3241bd400013b324, sum, name)
        }
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "n=0: want 1 or more" to { workload(n = 0) },
            "workers=-1: want 1 or more" to { workload(workers = -1) },
            "capacity=-1: want 0 or more" to { workload(capacity = -1) },
            "workers=2: want 1 for pattern=sequential" to { workload(Pattern.SEQUENTIAL) },
            "grain=row: want grain=cell for pattern=pure" to { workload(Pattern.PURE, grain = Grain.ROW) },
            "grain=row: want grain=cell for pattern=sequential" to { workload(Pattern.SEQUENTIAL, workers = 1, grain = Grain.ROW) },
            "kernel=ikj: want grain=row or pattern=sequential" to { workload(kernel = Kernel.IKJ) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongProductIsRefused() {
        for (workload in listOf(
            workload(),
            workload(kernel = Kernel.IKJ, grain = Grain.ROW),
            workload(Pattern.SEQUENTIAL, workers = 1, kernel = Kernel.IKJ),
        )) {
            wrongProductIsRefused(workload)
        }
    }

    private fun wrongProductIsRefused(workload: MatMulWorkload) {
        val product = workload.run()
        workload.check(product)

        val messages = product.messages++
        assertEquals(
            "${messages + 1} messages were received: want $messages for pattern=",
            assertFailsWith<IllegalStateException> { workload.check(product) }.message?.replaceAfter("pattern=", ""),
        )
        product.messages = messages

        val right = product[1, 2]
        product.cells[5]++
        assertEquals(
            "product[1][2] is ${right + 1}: want $right",
            assertFailsWith<IllegalStateException> { workload.check(product) }.message,
        )
        assertEquals(
            "product is 3 x 2: want 3 x 3",
            assertFailsWith<IllegalStateException> { workload.check(Product(3, 2)) }.message,
        )
    }
}
