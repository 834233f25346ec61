package cobench.workloads

/**
 * A workload under its name, with its [parameters] in the order of workloads.yaml and [execs], the values of the last one.
 *
 * It is what JMH and the harness both measure. No parameter has a default: their values come from bench-config, and a second list here
 * would drift from it.
 */
public class Benchmark(
    public val name: String,
    parameters: List<Parameter>,
    private val execs: List<Choice>,
    private val make: (Values) -> Operation<*>,
) {
    private val own = parameters

    public val parameters: List<Parameter> = own + Parameter("exec", execs)

    /**
     * Makes an operation.
     *
     * @throws IllegalArgumentException that names the value it refuses
     */
    public fun prepare(values: Values): Operation<*> {
        require(execs.any { it.key == values["exec"] }) { "exec=${values["exec"]}: want one of ${execs.joinToString { it.key }}" }
        return make(values)
    }

    /** The same workload, for which [make] makes the operation where exec is one of [others]. */
    public fun with(
        others: List<Choice>,
        make: (Values) -> Operation<*>,
    ): Benchmark =
        Benchmark(name, own, execs + others) { values ->
            if (others.any { it.key == values["exec"] }) make(values) else this.make(values)
        }
}
