package cobench.harness

import kotlin.time.Clock.System
import kotlin.time.TimeSource

/** Counts nanoseconds, from a point that does not matter. Not a function type, whose result the JVM would box at every reading. */
internal fun interface NanoClock {
    fun nanos(): Long
}

/** The clock of this process, which no adjustment of the time of day moves. */
internal class MonotonicClock : NanoClock {
    private val origin = TimeSource.Monotonic.markNow()

    override fun nanos(): Long = origin.elapsedNow().inWholeNanoseconds
}

/** The time of day in nanoseconds since 1970. */
internal fun unixNanos(): Long = System.now().run { epochSeconds * 1_000_000_000 + nanosecondsOfSecond }
