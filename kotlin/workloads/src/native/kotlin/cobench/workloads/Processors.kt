package cobench.workloads

import kotlin.experimental.ExperimentalNativeApi

/** The processors that this process may use: the measure of `limited`, where a workload has no number of its own. */
@OptIn(ExperimentalNativeApi::class)
public val processors: Int get() = Platform.getAvailableProcessors()
