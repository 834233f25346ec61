package cobench.harness.matrix

import cobench.harness.refuse
import cobench.workloads.Exec
import cobench.workloads.choice
import cobench.workloads.matmul.Pattern

internal val USAGE =
    """
    usage: harness matrix [option]...
      -s, --size N         rows and columns of each matrix, 3 if not given
      -c, --coroutines N   coroutines that compute, 4 if not given
      -m, --mode MODE      COORDINATOR, FAN or PURE; COORDINATOR if not given
      -r, --repeat N       how often to multiply, once if not given
      -o, --output         print the product
      -f, --file FILE      CSV to append to, apos-DATE-TIME.csv if not given
      -l, --log            print each time to stderr
      -e, --exec EXEC      ${Exec.offered.joinToString { it.key }}; event-loop if not given
    """.trimIndent()

/** The limit of sizes and workers, as bench-config/workloads.yaml has it. */
private const val MOST = 4096

/** A command line that was understood: the options of the study's program, with its defaults, and exec. */
internal class MatrixOptions(
    val size: Int,
    val coroutines: Int,
    val mode: Pattern,
    val repeat: Int,
    val output: Boolean,
    /** Null if not given. */
    val file: String?,
    val log: Boolean,
    val exec: Exec,
)

private enum class Option(
    val value: Boolean = true,
) {
    SIZE,
    COROUTINES,
    MODE,
    REPEAT,
    OUTPUT(value = false),
    FILE,
    LOG(value = false),
    EXEC,
    HELP(value = false),
    ;

    val long = "--" + name.lowercase()
    val short = long.substring(1, 3)
}

/**
 * Reads the command line; null where help is asked for.
 *
 * @throws IllegalArgumentException with a line that names the option and what would be right
 */
internal fun matrixOptions(args: List<String>): MatrixOptions? {
    val given = optionValues(args)
    if (Option.HELP in given) return null
    return MatrixOptions(
        size = given.number(Option.SIZE, MOST) ?: 3,
        coroutines = given.number(Option.COROUTINES, MOST) ?: 4,
        mode = given[Option.MODE]?.let(::mode) ?: Pattern.COORDINATOR,
        repeat = given.number(Option.REPEAT, Int.MAX_VALUE) ?: 1,
        output = Option.OUTPUT in given,
        file = given[Option.FILE]?.ifEmpty { refuse("--file=: want a file's name") },
        log = Option.LOG in given,
        exec = given[Option.EXEC]?.let { choice<Exec>("--exec", it) } ?: Exec.EVENT_LOOP,
    )
}

/** The options in [args], each by its long name or its letter, with its value behind it or behind `=`. */
private fun optionValues(args: List<String>): Map<Option, String> {
    val given = mutableMapOf<Option, String>()
    val rest = ArrayDeque(args)
    while (rest.isNotEmpty()) {
        val arg = rest.removeFirst()
        val name = arg.substringBefore('=')
        val option =
            Option.entries.find { name == it.long || name == it.short }
                ?: refuse("unknown argument $arg: want ${Option.entries.joinToString(" ") { it.long }}")
        require(option !in given) { "${option.long} is given twice" }
        given[option] =
            when {
                !option.value -> require('=' !in arg) { "$arg: want no value" }.let { "" }
                '=' in arg -> arg.substringAfter('=')
                else -> rest.removeFirstOrNull() ?: refuse("${option.long}: want a value")
            }
    }
    return given
}

private fun Map<Option, String>.number(
    option: Option,
    most: Int,
): Int? {
    val text = get(option) ?: return null
    return text.toIntOrNull()?.takeIf { it in 1..most } ?: refuse("${option.long}=$text: want a whole number from 1 to $most")
}

private fun mode(text: String): Pattern {
    val modes = listOf(Pattern.COORDINATOR, Pattern.FAN, Pattern.PURE)
    return modes.find { it.name == text.uppercase() } ?: refuse("--mode=$text: want one of ${modes.joinToString { it.name }}")
}
