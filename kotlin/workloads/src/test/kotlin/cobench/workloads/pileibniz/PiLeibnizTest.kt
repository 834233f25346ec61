package cobench.workloads.pileibniz

import cobench.workloads.Exec
import cobench.workloads.execsHere
import cobench.workloads.within
import kotlin.math.PI
import kotlin.math.nextUp
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class PiLeibnizTest {
    private fun workload(
        method: Method = Method.REDUCE,
        terms: Int = 5000,
        grain: Int = 1,
        exec: Exec = Exec.DEFAULT,
    ) = CoroutinePiLeibniz(method, terms, grain, exec)

    /** The same bits stand in the Go twin's tests: both divide and add the same numbers in the same order. */
    @Test
    fun bits() {
        for ((grain, want) in mapOf(1 to 0x4009219278b8923a, 7 to 0x4009219278b89241, 1000 to 0x4009219278b89242)) {
            val workload = workload(grain = grain)
            repeat(2) { assertEquals(want, workload.run().value.toRawBits(), "grain=$grain") }
        }
    }

    @Test
    fun everyMethodAndGrain() {
        for (exec in execsHere) {
            for (method in Method.entries) {
                for (terms in listOf(1, 2, 100, 5000)) {
                    for (grain in listOf(1, 7, 64, 5000, 6000)) {
                        val workload = workload(method, terms, grain, exec)
                        workload.check(within("${exec.key}, ${method.key}, terms=$terms, grain=$grain") { workload.run() })
                    }
                }
            }
        }
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "terms=0: want 1 or more" to { workload(terms = 0) },
            "grain=-1: want 1 or more" to { workload(grain = -1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongSumIsRefused() {
        val last = -4.0 / (2 * 4999 + 1)
        for (method in Method.entries) {
            val workload = workload(method)
            val right = workload.run().value
            for ((name, wrong) in mapOf(
                "a term too few" to Sum(right, 4999),
                "a term too many" to Sum(right, 5001),
                "no number" to Sum(Double.NaN, 5000),
                "not pi" to Sum(3.1, 5000),
                "pi, but not of so many terms" to Sum(PI, 5000),
                "the last term left out" to Sum(right - last, 5000),
                "the last term added twice" to Sum(right + last, 5000),
            )) {
                assertFailsWith<IllegalStateException>("${method.key}: $name") { workload.check(wrong) }
            }
        }
    }

    @Test
    fun refusalsSayWhatIsWanted() {
        val workload = workload()
        val right = workload.run().value
        for ((want, wrong) in mapOf(
            "sum has 4999 terms: want 5000" to Sum(right, 4999),
            "sum is 3.1: want pi within 3.9996" to Sum(3.1, 5000),
            "sum is ${right.nextUp()}: want $right within 0.0" to Sum(right.nextUp(), 5000),
        )) {
            val message = assertFailsWith<IllegalStateException> { workload.check(wrong) }.message.orEmpty()
            assertTrue(message.startsWith(want), "$message, want $want")
        }
    }
}
