package cobench.warmup

import kotlin.time.Duration

/** How long a process warms up: [least] at least, and then until it is warm, but no longer than [most]. Where both are the same, for that time. */
public data class Bounds(
    val least: Duration,
    val most: Duration,
) {
    public companion object {
        /**
         * Reads bounds such as `1s..30s`, or a fixed time such as `400ms`.
         *
         * @throws IllegalArgumentException with what would be right
         */
        public fun parse(text: String): Bounds {
            val least = Duration.parseOrNull(text.substringBefore(".."))
            val most = Duration.parseOrNull(text.substringAfter(".."))
            require(least != null && most != null && least >= Duration.ZERO && least <= most && most.isFinite()) {
                "$text: want a time such as 400ms, or two such as 1s..30s"
            }
            return Bounds(least, most)
        }
    }
}
