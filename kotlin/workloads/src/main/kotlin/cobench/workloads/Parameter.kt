package cobench.workloads

/** A parameter of a workload: one of [words], or a whole number where [number] says so. */
public class Parameter private constructor(
    public val name: String,
    private val words: List<String>,
    private val number: Boolean,
) {
    /** A whole number, or one of [words] in its place. */
    public constructor(name: String, vararg words: String) : this(name, words.asList(), true)

    /** One of [choices]. */
    public constructor(name: String, choices: List<Choice>) : this(name, choices.map { it.key }, false)

    /** As bench-config has it: `n`, `pattern=fan,pure`, or `capacity=unlimited,#` for a number with a word beside it. */
    override fun toString(): String =
        when {
            words.isEmpty() -> name
            number -> "$name=${words.joinToString(",")},#"
            else -> "$name=${words.joinToString(",")}"
        }
}

/** The value of each parameter of a workload, as text. */
public class Values(
    private val text: Map<String, String>,
) {
    public operator fun get(name: String): String = text.getValue(name)

    /** @throws IllegalArgumentException for what is no 32-bit number */
    public fun int(name: String): Int = requireNotNull(get(name).toIntOrNull()) { "$name=${get(name)}: want a whole number" }

    /**
     * The value [ofWord] where [word] stands in its place.
     *
     * @throws IllegalArgumentException for what is neither that nor a 32-bit number
     */
    public fun int(
        name: String,
        word: String,
        ofWord: Int,
    ): Int = if (get(name) == word) ofWord else int(name)

    /** @throws IllegalArgumentException for what is no 64-bit number */
    public fun long(name: String): Long = requireNotNull(get(name).toLongOrNull()) { "$name=${get(name)}: want a whole number" }

    /** @throws IllegalArgumentException for what is none of [T]'s keys */
    public inline fun <reified T> choice(name: String): T where T : Enum<T>, T : Choice = choice(name, get(name))
}
