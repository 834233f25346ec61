package cobench.workloads.allocation

import cobench.workloads.Benchmark
import cobench.workloads.Threads

/** Allocation on a JVM, where threads can run it too. */
public val jvmAllocation: Benchmark = allocation.with(Threads.entries) { ThreadAllocation(AllocationConfig(it), it.choice("exec")) }

/** A thread for each worker, a pool's too. */
internal class ThreadAllocation(
    config: AllocationConfig,
    exec: Threads,
) : AllocationWorkload(config) {
    private val threads = exec.open(config.workers)

    override fun each(work: (worker: Int) -> Unit) =
        threads.scope {
            repeat(config.workers) { fork { work(it) } }
        }

    override fun close() = threads.close()
}
