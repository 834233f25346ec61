package cobench.warmup

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds

class WarmUpTest {
    /** A process whose operations take [operation] milliseconds and whose compilers are at work for [compilers] of each, by what has gone by. */
    private class Process(
        val operation: (seconds: Double) -> Double,
        val compilers: ((seconds: Double) -> Double)?,
    ) {
        private var now = 0.0
        private var compiled = 0.0

        fun warmUp(bounds: Bounds) =
            warmUp(bounds, { (now * 1e9).toLong() }, { if (compilers == null) null else (compiled * 1e9).toLong() }) {
                val took = operation(now) / 1e3
                compiled += took * (compilers?.invoke(now) ?: 0.0)
                now += took
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

    @Test
    fun steadyFromTheStart() = assertWarm(1.0..1.2, warm({ 1.0 }))

    /** What a large method does on HotSpot: ten times slower and perfectly level, until its compile is done after three seconds. */
    @Test
    fun plateauWhileTheCompilerIsAtWork() = assertWarm(4.0..4.3, warm({ if (it < 3) 10.0 else 1.0 }, { if (it < 3) 0.5 else 0.0 }))

    @Test
    fun plateauThatNobodyCanSee() = assertWarm(1.0..1.2, warm({ if (it < 3) 10.0 else 1.0 }, compilers = null))

    @Test
    fun speedsUpByItself() = assertWarm(4.0..8.0, warm({ 1 + 20 * Math.pow(2.0, -it) }, compilers = null))

    @Test
    fun getsSlower() = assertWarm(1.0..1.2, warm({ 1 + it }))

    @Test
    fun fewLongOperations() = assertWarm(10.0..10.0, warm({ 2000.0 }))

    @Test
    fun waitsForItsLeastTime() = assertWarm(5.0..5.2, warm({ 1.0 }, within = Bounds(5.seconds, 30.seconds)))

    @Test
    fun compilerThatNeverRests() =
        assertEquals(30.0 to "not warm after 30s: the compiler was at work for 8 % of a second", warm({ 100.0 }, { 0.08 }).let { Math.rint(it.first) to it.second })

    @Test
    fun neverLevel() =
        assertEquals(
            "not warm after 3s: operations got 26 % faster within a second",
            warm({ 100 * Math.exp(-it / 2) }, within = Bounds(0.seconds, 3.seconds)).second,
        )

    @Test
    fun operationsTooLongToTell() = assertEquals("not warm after 30s: too few operations to tell", warm({ 31_000.0 }).second)

    @Test
    fun ofAFixedTimeNothingIsSaid() {
        assertEquals(0.4 to null, warm({ 50.0 }, { 1.0 }, Bounds(400.milliseconds, 400.milliseconds)))
        assertEquals(0.0 to null, warm({ error("ran") }, within = Bounds(0.seconds, 0.seconds)))
    }
}
