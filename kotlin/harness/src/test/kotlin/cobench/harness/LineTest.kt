package cobench.harness

import cobench.workloads.Figure
import kotlin.test.Test
import kotlin.test.assertEquals

class LineTest {
    @Test
    fun nameAndFigures() {
        val figures = listOf(Figure(38412345.4, "ns/op"), Figure(0.0, "B/op"))
        assertEquals("BenchmarkA/n=1-2\t12\t38412345 ns/op\t0 B/op", line("A/n=1", 2, 12, figures))
    }

    @Test
    fun oneProcessorIsNotNamed() = assertEquals("BenchmarkA/n=1\t12", line("A/n=1", 1, 12, emptyList()))

    @Test
    fun decimals() {
        for ((value, want) in mapOf(
            0.0 to "0",
            0.0004 to "0",
            0.0126 to "0.013",
            -0.5 to "-0.5",
            1.0 to "1",
            999.9994 to "999.999",
            999.9996 to "1000",
            1000.4 to "1000",
            1e17 to "100000000000000000",
            -12345678.9 to "-12345679",
        )) {
            assertEquals(want, decimal(value))
        }
    }
}
