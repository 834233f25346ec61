package cobench.workloads.matmul

import cobench.workloads.SplitMix64
import cobench.workloads.execsHere
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeoutOrNull
import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.incrementAndFetch
import kotlin.test.Test
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlin.test.fail
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds

@OptIn(ExperimentalAtomicApi::class)
class PatternTest {
    private val factors = Factors(Matrix(40, 6), Matrix(6, 70), Kernel.TRANSPOSED)
    private val product = Matrix(40, 70)
    private val cells = 40 * 70

    @Test
    fun productsWorkedOutByHand() =
        onEveryExec {
            for ((pattern, grain) in ways) {
                for (example in examples) {
                    for (workers in listOf(1, 2, 8)) {
                        val got = multiply(pattern, Factors(example.a, example.b, Kernel.TRANSPOSED), workers, 1, grain)
                        assertContentEquals(example.product.cells, got.cells, "$pattern, $grain, ${example.name}, workers=$workers")
                    }
                }
            }
        }

    /** More workers than a channel has room for, and more workers than cells, are where a coordinator can wait for ever. */
    @Test
    fun everyNumberOfWorkersAndEveryCapacity() =
        onEveryExec {
            for (kernel in Kernel.entries) {
                for (n in listOf(1, 11)) {
                    val generator = SplitMix64(1)
                    val factors = Factors(randomMatrix(n, n, generator), randomMatrix(n, n, generator), kernel)
                    val want = factors.product().cells
                    // How a part is worked out has nothing to do with who waits for whom.
                    val crowds = if (kernel == Kernel.TRANSPOSED) listOf(1, 2, 8, 64, 65, 100, 128) else listOf(8)
                    for ((pattern, grain) in ways) {
                        for (workers in crowds) {
                            for (capacity in listOf(0, 1, 64, n * n)) {
                                val case = "$pattern, $grain, $kernel, n=$n, workers=$workers, capacity=$capacity"
                                val got = within(case) { multiply(pattern, factors, workers, capacity, grain) }
                                assertContentEquals(want, got.cells, case)
                            }
                        }
                    }
                }
            }
        }

    /** Counted where tasks are made and where workers receive them: the other messages have no place of their own to be counted at. */
    @Test
    fun tasksPerPart() =
        onEveryExec {
            val workers = 5
            val made = AtomicInt(0)
            val received = AtomicInt(0)
            for (grain in Grain.entries) {
                val parts = cells / grain.cells(product)
                val compute = grain.compute(factors)
                made.store(0)
                received.store(0)
                coordinate(
                    product,
                    grain.cells(product),
                    workers,
                    capacity = 3,
                    task = { it.also { made.incrementAndFetch() } },
                    empty = CellPointer.EMPTY,
                    compute = {
                        received.incrementAndFetch()
                        if (it == CellPointer.EMPTY) null else compute(it)
                    },
                )
                assertEquals(parts, made.load())
                assertEquals(parts + workers, received.load())

                received.store(0)
                fan(product, grain.cells(product), workers, capacity = 3) { compute(it).also { received.incrementAndFetch() } }
                assertEquals(parts, received.load())
            }

            made.store(0)
            pure(product, workers, capacity = 3) { factors.unit(it).also { made.incrementAndFetch() } }
            assertEquals(cells, made.load())
        }

    @Test
    fun failureOfOneWorkerIsTheFailureOfAll() =
        onEveryExec {
            for (capacity in listOf(0, 1, cells)) {
                for ((name, run) in runs(capacity)) {
                    val computed = AtomicInt(0)
                    val failure =
                        assertFailsWith<IllegalStateException>(name) {
                            within(name) { run { if (computed.incrementAndFetch() == 3) error("boom") } }
                        }
                    assertEquals("boom", failure.message, name)
                }
            }
        }

    @Test
    fun cancellationReachesTheWorkers() =
        onEveryExec {
            for ((name, run) in runs(capacity = 0)) {
                val self = CompletableDeferred<Job>()
                val computed = AtomicInt(0)
                // Without room in the channels a coroutine suspends at most messages, and there sees that it was cancelled.
                val job =
                    launch {
                        val job = self.await()
                        run { if (computed.incrementAndFetch() == 3) job.cancel() }
                    }
                self.complete(job)
                within(name) { job.join() }
                assertTrue(job.isCancelled, name)
                assertTrue(computed.load() < cells, "$name: ${computed.load()} of $cells cells were computed")
            }
        }

    /** The patterns with each grain that they have. */
    private val ways =
        listOf(Pattern.FAN, Pattern.COORDINATOR).flatMap { pattern -> Grain.entries.map { pattern to it } } +
            listOf(Pattern.PURE, Pattern.SEQUENTIAL).map { it to Grain.CELL }

    /** Each pattern with 4 workers, as a function of what happens at each cell. */
    private fun runs(capacity: Int): Map<String, suspend (atCell: () -> Unit) -> Unit> =
        mapOf(
            "fan, capacity=$capacity" to { atCell -> fan(product, 1, 4, capacity) { factors.cell(it).also { atCell() } } },
            "coordinator, capacity=$capacity" to { atCell -> coordinator(product, 1, 4, capacity) { factors.cell(it).also { atCell() } } },
            "pure, capacity=$capacity" to { atCell -> pure(product, 4, capacity) { factors.unit(it).also { atCell() } } },
        )

    private fun onEveryExec(test: suspend CoroutineScope.() -> Unit) {
        for (exec in execsHere) runBlocking(exec.context(2)) { within(exec.key, 60.seconds, test) }
    }

    /** Far longer than any case takes, so that only one that hangs can fail here. */
    private suspend fun <T : Any> within(
        case: String,
        limit: Duration = 10.seconds,
        block: suspend CoroutineScope.() -> T,
    ): T = withTimeoutOrNull(limit, block) ?: fail("$case: does not end")
}
