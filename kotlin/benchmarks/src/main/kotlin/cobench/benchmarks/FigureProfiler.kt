package cobench.benchmarks

import org.openjdk.jmh.infra.BenchmarkParams
import org.openjdk.jmh.infra.IterationParams
import org.openjdk.jmh.profile.InternalProfiler
import org.openjdk.jmh.results.AggregationPolicy
import org.openjdk.jmh.results.IterationResult
import org.openjdk.jmh.results.Result
import org.openjdk.jmh.results.ScalarResult

/**
 * What each measured iteration of a workload saw besides time: percentiles of latency, lost updates, ….
 *
 * `p99-ns` is JMH's metric `p99` in `ns`. What has no unit of time or memory at its end counts something. `ns/op`, of a workload that knows
 * its time better than a clock around it, is `own` in `ns/op`.
 *
 * By hand: `java -jar benchmarks.jar … -prof cobench.benchmarks.FigureProfiler`.
 */
class FigureProfiler : InternalProfiler {
    override fun getDescription() = "What a workload sees besides time, per iteration"

    override fun beforeIteration(
        benchmark: BenchmarkParams,
        iteration: IterationParams,
    ) {}

    override fun afterIteration(
        benchmark: BenchmarkParams,
        iteration: IterationParams,
        result: IterationResult,
    ): List<Result<*>> = Workload.figures.map { scalar(it.unit, it.value) }

    internal fun scalar(
        unit: String,
        value: Double,
    ): ScalarResult {
        val last = unit.substringAfterLast('-')
        return when {
            unit == "ns/op" -> ScalarResult("own", value, unit, AggregationPolicy.AVG)

            unit != last && last.substringBefore(
                '/',
            ) in measures -> ScalarResult(unit.removeSuffix("-$last"), value, last, AggregationPolicy.AVG)

            else -> ScalarResult(unit, value, "counts", AggregationPolicy.AVG)
        }
    }

    private val measures = listOf("ns", "B", "ops")
}
