package cobench.workloads.matmul

import cobench.workloads.Threads
import cobench.workloads.Values
import cobench.workloads.jvmBenchmarks
import org.junit.jupiter.api.Timeout
import java.util.concurrent.atomic.AtomicInteger
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

/** The time-out is far longer than any case takes, so that only one that hangs can fail by it. */
@Timeout(120)
class ThreadMatMulTest {
    private val here = Threads.entries.filter { it != Threads.VIRTUAL || Runtime.version().feature() >= 21 }
    private val ways =
        listOf(Pattern.FAN, Pattern.COORDINATOR).flatMap { pattern -> Grain.entries.map { pattern to it } } +
            listOf(Pattern.PURE, Pattern.SEQUENTIAL).map { it to Grain.CELL }

    /** The same number stands in the tests of the twins. */
    @Test
    fun checksum() {
        for (threads in here) {
            for ((pattern, grain) in ways) {
                val workers = if (pattern == Pattern.SEQUENTIAL) 1 else 2
                ThreadMatMul(Config(pattern, 100, workers, 64, Kernel.TRANSPOSED, grain, 1), threads).use {
                    repeat(2) { _ ->
                        val sum = it.run().cells.fold(0L) { sum, cell -> sum * 31 + cell }
                        assertEquals(0x3241bd400013b324, sum, "$threads, $pattern, $grain")
                    }
                }
            }
        }
    }

    /** More workers than a queue has room for, and more workers than cells, are where a coordinator can wait for ever. */
    @Test
    fun everyNumberOfWorkersAndEveryCapacity() {
        for (threads in here) {
            for ((pattern, grain) in ways) {
                for (n in listOf(1, 11)) {
                    for (workers in if (pattern == Pattern.SEQUENTIAL) listOf(1) else listOf(1, 2, 8, 65, 128)) {
                        for (capacity in listOf(0, 1, 64, n * n)) {
                            val config = Config(pattern, n, workers, capacity, Kernel.TRANSPOSED, grain, 1)
                            ThreadMatMul(config, threads).use { it.check(it.run()) }
                        }
                    }
                }
            }
        }
    }

    /** Counted where tasks are made and where workers receive them: the other messages have no place of their own to be counted at. */
    @Test
    fun tasksPerPart() {
        val factors = Factors(Matrix(4, 6), Matrix(6, 7), Kernel.TRANSPOSED)
        val product = Matrix(4, 7)
        val workers = 5
        for (threads in here) {
            for (grain in Grain.entries) {
                val parts = product.cells.size / grain.cells(product)
                val compute = grain.compute(factors)
                threads.open(workers + 1).use { tasks ->
                    val made = AtomicInteger()
                    val received = AtomicInteger()
                    tasks.coordinate(
                        product,
                        grain.cells(product),
                        workers,
                        capacity = 3,
                        task = { it.also { made.incrementAndGet() } },
                        empty = CellPointer.EMPTY,
                        compute = {
                            received.incrementAndGet()
                            if (it == CellPointer.EMPTY) null else compute(it)
                        },
                    )
                    assertEquals(parts, made.get(), "$threads, $grain")
                    assertEquals(parts + workers, received.get(), "$threads, $grain")

                    received.set(0)
                    tasks.fan(product, grain.cells(product), workers, capacity = 3) { compute(it).also { received.incrementAndGet() } }
                    assertEquals(parts, received.get(), "$threads, $grain")
                }
            }
        }
    }

    @Test
    fun failureOfOneWorkerIsTheFailureOfAll() {
        val factors = Factors(Matrix(4, 6), Matrix(6, 7), Kernel.TRANSPOSED)
        val product = Matrix(4, 7)
        for (threads in here) {
            for (capacity in listOf(0, 1, 28)) {
                threads.open(5).use { tasks ->
                    val computed = AtomicInteger()
                    val atThird = { if (computed.incrementAndGet() == 3) error("boom") }
                    val runs =
                        listOf(
                            { tasks.fan(product, 1, 4, capacity) { factors.cell(it).also { atThird() } } },
                            { tasks.coordinator(product, 1, 4, capacity) { factors.cell(it).also { atThird() } } },
                            { tasks.pure(product, 4, capacity) { factors.unit(it).also { atThird() } } },
                        )
                    for (run in runs) {
                        computed.set(0)
                        assertEquals("boom", assertFailsWith<IllegalStateException> { run() }.message, "$threads, capacity=$capacity")
                    }
                }
            }
        }
    }

    @Test
    fun wrongProductIsRefused() {
        ThreadMatMul(Config(Pattern.FAN, 3, 2, 1, Kernel.IJK, Grain.CELL, 1), Threads.POOL).use {
            val product = it.run()
            val right = product[1, 2]
            product.cells[5]++
            val refused = assertFailsWith<IllegalStateException> { it.check(product) }
            assertEquals("product[1][2] is ${right + 1}: want $right", refused.message)
        }
    }

    @Test
    fun registeredUnderTheNameOfTheTwin() {
        val matMul = jvmBenchmarks.single { it.name == "MatMul" }
        assertEquals("exec=default,event-loop,io,limited,virtual-dispatcher,pool,platform,virtual", "${matMul.parameters.last()}")
        val values =
            mapOf(
                "pattern" to "pure",
                "n" to "3",
                "workers" to "2",
                "capacity" to "1",
                "kernel" to "ijk",
                "grain" to "cell",
                "seed" to "1",
            )
        assertEquals(ThreadMatMul::class, matMul.prepare(Values(values + ("exec" to "pool"))).use { it::class })
        assertEquals(CoroutineMatMul::class, matMul.prepare(Values(values + ("exec" to "io"))).use { it::class })
        val refused = assertFailsWith<IllegalArgumentException> { matMul.prepare(Values(values + ("exec" to "pool") + ("grain" to "row"))) }
        assertEquals("grain=row: want grain=cell for pattern=pure", refused.message)
    }
}
