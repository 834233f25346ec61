package cobench.workloads

import kotlinx.coroutines.Dispatchers
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext

/** How coroutines are run. What runs threads in their place is not here, since only a JVM has it. */
public enum class Exec(
    override val key: String,
) : Choice {
    /** All cores: as many threads as there are, two at least. */
    DEFAULT("default") {
        override fun context(parallelism: Int): CoroutineContext = Dispatchers.Default
    },

    /** One core: what `runBlocking` does without a dispatcher, where every coroutine takes turns on the caller's thread. */
    EVENT_LOOP("event-loop") {
        override fun context(parallelism: Int): CoroutineContext = EmptyCoroutineContext
    },

    /** Threads for what blocks: more than there are cores, 64 as a rule. */
    IO("io") {
        override fun context(parallelism: Int): CoroutineContext = ioDispatcher
    },

    /** A part of the threads for what blocks: `limitedParallelism`. */
    LIMITED("limited") {
        override fun context(parallelism: Int): CoroutineContext = ioDispatcher.limitedParallelism(parallelism)
    },

    /** A virtual thread for each dispatch: an executor of virtual threads as a dispatcher. Only a JVM from JDK 21 on has it. */
    VIRTUAL_DISPATCHER("virtual-dispatcher") {
        override fun context(parallelism: Int): CoroutineContext = virtualDispatcher()
    }, ;

    /**
     * What to hand to `runBlocking`, so that every coroutine in it runs like this.
     *
     * @param parallelism how many coroutines [LIMITED] lets run at once, 1 or more; the others know their own measure
     * @throws IllegalArgumentException where this JVM has no virtual threads
     */
    public abstract fun context(parallelism: Int): CoroutineContext

    public companion object {
        /** Those that this kind of runtime has. A JVM may still be too old for one, and then refuses it. */
        public val offered: List<Exec> = entries.filter { it != VIRTUAL_DISPATCHER || hasVirtualThreads }
    }
}
