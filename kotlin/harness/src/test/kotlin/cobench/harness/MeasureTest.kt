package cobench.harness

import cobench.workloads.Figure
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.nanoseconds

class MeasureTest {
    private var now = 0L
    private var ran = 0
    private var checked = 0

    /** Takes as long as it is told, and as long again to be checked. */
    private fun operation(nanos: Long) =
        operation(
            run = {
                now += nanos
                ++ran
            },
            check = {
                now += nanos
                assertEquals(++checked, it)
            },
        )

    private fun measure(
        nanos: Long,
        time: BenchTime,
    ) = measure(operation(nanos), time, {
        now
    }) { Counters(cpuNanos = 2 * now, allocatedBytes = 100L * ran, compilerNanos = now / 4, startedThreads = null) }

    @Test
    fun timeWithoutChecks() {
        for (nanos in listOf(1L, 500, 10_000, 2_000_000)) {
            val measured = measure(nanos, BenchTime(10.milliseconds))
            assertEquals(nanos * measured.operations, measured.nanos, "$nanos ns")
            assertTrue(measured.nanos in 10_000_000..12_100_000, "$nanos ns: ${measured.operations} operations")
        }
    }

    @Test
    fun everyResultIsChecked() {
        for (nanos in listOf(1L, 30_000)) {
            measure(nanos, BenchTime(1.milliseconds))
            assertEquals(ran, checked, "$nanos ns")
        }
        val wrong = operation({ 1 }, { error("boom") })
        assertFailsWith<IllegalStateException> { measure(wrong, BenchTime(1.nanoseconds), { now }) { Counters(null, null, null, null) } }
    }

    @Test
    fun operationLongerThanTheTimeRunsOnce() = assertEquals(1, measure(2_000_000, BenchTime(1.milliseconds)).operations)

    @Test
    fun numberOfOperations() {
        val measured = measure(1_000, BenchTime(Duration.ZERO, operations = 7))
        assertEquals(7, measured.operations)
        assertEquals(7, ran)
    }

    @Test
    fun countersOfTheLastStretchAlone() {
        val measured = measure(20_000, BenchTime(1.milliseconds))
        assertTrue(ran > measured.operations)
        // The fake processor runs on both cores, during checks too.
        assertEquals(mapOf("cpu-ns/op" to 80_000.0, "B/op" to 100.0, "compilers" to 0.25), measured.used.associate { it.unit to it.value })
    }

    @Test
    fun figuresOfTheLastStretchAlone() {
        var seen = 0
        val operation = operation({ now += 20_000 }, { ++seen }) { listOf(Figure(seen.toDouble(), "seen")).also { seen = 0 } }
        val measured = measure(operation, BenchTime(1.milliseconds), { now }) { Counters(null, null, null, null) }
        assertEquals(listOf(measured.operations.toDouble()), measured.figures.map { it.value })
    }

    @Test
    fun operationThatKnowsItsTime() {
        fun all(vararg figures: Figure) =
            Measured(10, 1000, listOf(Figure(7.0, "B/op")), figures.asList()).all().map { it.unit to it.value }
        assertEquals(listOf("ns/op" to 100.0, "B/op" to 7.0, "p99-ns" to 5.0), all(Figure(5.0, "p99-ns")))
        assertEquals(listOf("ns/op" to 3.0, "B/op" to 7.0, "p99-ns" to 5.0), all(Figure(5.0, "p99-ns"), Figure(3.0, "ns/op")))
    }

    @Test
    fun prediction() {
        fun predict(
            goal: Long,
            operations: Int,
            nanos: Long,
        ) = predict(goal, Measured(operations, nanos, emptyList(), emptyList()))

        assertEquals(120, predict(1_000, 10, 100))
        assertEquals(1_000, predict(1_000_000, 10, 100), "a hundred times at most")
        assertEquals(11, predict(101, 10, 100_000), "one more at least")
        assertEquals(100, predict(1_000, 1, 0), "a clock that stood still")
        assertEquals(1_000_000_000, predict(Long.MAX_VALUE, 900_000_000, 1), "an end to it")
    }

    @Test
    fun shortOperationsRunInBatches() {
        for ((nanos, want) in mapOf(0L to 1024, 1L to 1024, 1_000L to 11, 9_999L to 2, 10_001L to 1, 1_000_000L to 1)) {
            assertEquals(want, batch(Measured(1, nanos, emptyList(), emptyList())), "$nanos ns")
        }
    }
}
