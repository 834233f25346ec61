package cobench.workloads

/**
 * A workload that was given its parameters, with everything prepared that is not measured.
 *
 * Whoever measures it calls [run] and then [check] any number of times, from one thread, and [close] at the end.
 */
public interface Operation<T> : AutoCloseable {
    /** What is measured. */
    public fun run(): T

    /**
     * Holds a result of [run] against what must come out, outside the measured time.
     *
     * @throws IllegalStateException that says what is wrong and what was wanted
     */
    public fun check(result: T)

    /**
     * What was seen besides time since this was last asked. None where nothing ran in between.
     *
     * One in `ns/op` is the operation's time, where the operation knows it better than a clock around it.
     */
    public fun figures(): List<Figure> = emptyList()

    /** What a reader must know of the results, in one line; null where there is nothing to tell. */
    public fun note(): String? = null

    /** Lets go of what the preparation took: threads, files, processes. */
    override fun close() {}
}
