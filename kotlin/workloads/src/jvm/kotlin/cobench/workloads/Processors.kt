package cobench.workloads

/** The processors that this process may use: the measure of a pool, and of `limited`, where a workload has no number of its own. */
public val processors: Int get() = Runtime.getRuntime().availableProcessors()
