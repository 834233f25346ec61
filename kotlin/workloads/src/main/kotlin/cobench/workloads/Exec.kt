package cobench.workloads

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking

/** How concurrency is run. Those that only a JVM has are not here. */
public enum class Exec(
    override val key: String,
) : Choice {
    /** All cores: the caller's thread waits, everything else happens on the threads of [Dispatchers.Default]. */
    DEFAULT("default") {
        override fun <T> run(block: suspend CoroutineScope.() -> T): T = runBlocking(Dispatchers.Default, block)
    },

    /** One core: what `runBlocking` does without a dispatcher, where every coroutine takes turns on the caller's thread. */
    EVENT_LOOP("event-loop") {
        override fun <T> run(block: suspend CoroutineScope.() -> T): T = runBlocking(block = block)
    }, ;

    /** Runs [block] to its end and returns its value, or throws what it threw. */
    public abstract fun <T> run(block: suspend CoroutineScope.() -> T): T
}
