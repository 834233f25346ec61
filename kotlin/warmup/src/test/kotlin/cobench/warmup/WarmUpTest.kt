package cobench.warmup

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds

class WarmUpTest {
    /** A process whose operations take [operation] milliseconds and whose compilers are at work for [compilers] of each, by what has gone by. */
    private class Process(
        val operation: (seconds: Double) -> Double,
        val compilers: ((seconds: Double) -> Double)?,
    ) {
        private var now = 0L
        private var compiled = 0.0

        fun warmUp(bounds: Bounds) =
            warmUp(bounds, { now }, { if (compilers == null) null else compiled.toLong() }) {
                val nanos = operation(now / 1e9) * 1e6
                compiled += nanos * (compilers?.invoke(now / 1e9) ?: 0.0)
                now += nanos.toLong()
            }
    }

    private val bounds = Bounds(0.seconds, 30.seconds)

    private fun warm(
        operation: (Double) -> Double,
        compilers: ((Double) -> Double)? = { 0.0 },
        within: Bounds = bounds,
    ): Pair<Double, String?> = Process(operation, compilers).warmUp(within).let { it.nanos / 1e9 to it.unsteady }

    private fun assertWarm(
        after: ClosedFloatingPointRange<Double>,
        got: Pair<Double, String?>,
    ) {
        assertNull(got.second)
        assertEquals(got.first.coerceIn(after), got.first, "seconds")
    }

    private fun assertUnsteady(
        want: String,
        got: Pair<Double, String?>,
    ) = assertTrue(Regex(want).matches(got.second.orEmpty()), "$got")

    private val ten = Bounds(0.seconds, 10.seconds)

    @Test
    fun steadyFromTheStart() = assertWarm(1.0..1.2, warm({ 1.0 }))

    /** What a large method does on HotSpot: ten times slower and perfectly level, until its compile is done after three seconds. */
    @Test
    fun plateauWhileTheCompilerIsAtWork() = assertWarm(3.8..4.3, warm({ if (it < 3) 10.0 else 1.0 }, { if (it < 3) 0.5 else 0.0 }))

    @Test
    fun plateauThatNobodyCanSee() = assertWarm(1.0..1.2, warm({ if (it < 3) 10.0 else 1.0 }, compilers = null))

    @Test
    fun speedsUpByItself() = assertWarm(4.0..8.0, warm({ 1 + 20 * Math.pow(2.0, -it) }, compilers = null))

    /** As a heap that grows does it. */
    @Test
    fun slowsDownByItself() = assertWarm(2.0..6.0, warm({ 20 - 15 * Math.pow(2.0, -it) }))

    @Test
    fun slowsDownForEver() =
        assertUnsteady(
            "not warm after 10s: operations got .* % slower within a second",
            warm({
                Math.exp(it) / 1e3
            }, within = ten),
        )

    @Test
    fun fewLongOperations() = assertWarm(10.0..10.0, warm({ 2000.0 }))

    @Test
    fun waitsForItsLeastTime() = assertWarm(5.0..5.2, warm({ 1.0 }, within = Bounds(5.seconds, 30.seconds)))

    @Test
    fun compilerThatNeverRests() =
        assertEquals(
            30.0 to "not warm after 30s: the compiler was at work for 8 % of a second",
            warm({ 100.0 }, { 0.08 }).let { (seconds, why) -> Math.rint(seconds) to why },
        )

    @Test
    fun speedsUpForEver() =
        assertUnsteady(
            "not warm after 10s: operations got .* % faster within a second",
            warm({
                1e3 * Math.exp(-it)
            }, within = ten),
        )

    @Test
    fun operationsTooLongToTell() = assertEquals("not warm after 30s: too few operations to tell", warm({ 31_000.0 }).second)

    @Test
    fun ofAFixedTimeNothingIsSaid() {
        assertEquals(0.4 to null, warm({ 50.0 }, { 1.0 }, Bounds(400.milliseconds, 400.milliseconds)))
        assertEquals(0.0 to null, warm({ error("ran") }, within = Bounds(0.seconds, 0.seconds)))
    }
}
