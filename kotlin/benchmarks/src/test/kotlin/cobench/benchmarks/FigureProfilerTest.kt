package cobench.benchmarks

import kotlin.test.Test
import kotlin.test.assertEquals

class FigureProfilerTest {
    /** Whoever reads the file joins name and unit by a dash again, where the unit counts nothing. */
    @Test
    fun namesAndUnits() {
        for ((unit, want) in mapOf(
            "p99-ns" to ("p99" to "ns"),
            "live-B/task" to ("live" to "B/task"),
            "achieved-ops/s" to ("achieved" to "ops/s"),
            "lost-updates/op" to ("lost-updates/op" to "counts"),
            "fairness" to ("fairness" to "counts"),
            "ns/op" to ("own" to "ns/op"),
        )) {
            val result = FigureProfiler().scalar(unit, 1.5)
            assertEquals(want, result.label to result.scoreUnit, unit)
            assertEquals(1.5, result.score, unit)
        }
    }
}
