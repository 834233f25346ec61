package cobench.harness

import cobench.workloads.Parameter
import cobench.workloads.Values

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
