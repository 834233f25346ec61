package cobench.workloads

import kotlin.enums.enumEntries

/** A value of a parameter with a closed list of values. */
public interface Choice {
    /** The value as it stands in a benchmark's name. */
    public val key: String
}

/**
 * The value of [parameter] that is called [key].
 *
 * @throws IllegalArgumentException where there is none; the message lists those there are
 */
public inline fun <reified T> choice(
    parameter: String,
    key: String,
): T where T : Enum<T>, T : Choice {
    val values = enumEntries<T>()
    return requireNotNull(values.find { it.key == key }) { "$parameter=$key: want one of ${values.joinToString { it.key }}" }
}
