package cobench.harness

import cobench.workloads.Choice

/** A parameter of a workload: one of [choices], or a whole number where there are none. */
internal class Parameter(
    val name: String,
    choices: List<Choice> = emptyList(),
) {
    private val keys = choices.map { it.key }

    override fun toString(): String = if (keys.isEmpty()) name else "$name=${keys.joinToString(",")}"
}

/** The value of each parameter of a workload, as text. */
internal class Values(
    private val text: Map<String, String>,
) {
    operator fun get(name: String): String = text.getValue(name)

    /** @throws IllegalArgumentException for what is no 32-bit number */
    fun int(name: String): Int = requireNotNull(get(name).toIntOrNull()) { "$name=${get(name)}: want a whole number" }

    /** @throws IllegalArgumentException for what is no 64-bit number */
    fun long(name: String): Long = requireNotNull(get(name).toLongOrNull()) { "$name=${get(name)}: want a whole number" }
}

/**
 * Reads `KEY=VALUE/KEY=VALUE/…`, in any order.
 *
 * None of [parameters] has a default: their values come from the plan, and a second list here would drift from it.
 *
 * @throws IllegalArgumentException where a parameter is missing, is there twice, or is none of [parameters]
 */
internal fun values(
    text: String,
    parameters: List<Parameter>,
): Values {
    val names = parameters.map { it.name }
    val values = mutableMapOf<String, String>()
    for (pair in text.split('/')) {
        val (name, value) = pair.split('=', limit = 2).takeIf { it.size == 2 } ?: refuse("-params: \"$pair\": want KEY=VALUE")
        require(name in names) { "-params: unknown parameter $name: want ${names.joinToString()}" }
        require(values.put(name, value) == null) { "-params: $name is given twice" }
    }
    val missing = names - values.keys
    require(missing.isEmpty()) { "-params: without ${missing.joinToString()}: want ${names.joinToString()}" }
    return Values(values)
}
