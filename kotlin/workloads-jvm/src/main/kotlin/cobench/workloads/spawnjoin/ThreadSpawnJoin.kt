package cobench.workloads.spawnjoin

import cobench.workloads.Benchmark
import cobench.workloads.Threads
import cobench.workloads.processors

/** SpawnJoin on a JVM, where threads can run it too. */
public val jvmSpawnJoin: Benchmark =
    spawnJoin.with(Threads.entries) {
        ThreadSpawnJoin(it.int("tasks"), it.long("seed"), it.choice("exec"))
    }

/** A thread for each task, or a pool's turn: it has as many threads as there are processors. */
internal class ThreadSpawnJoin(
    tasks: Int,
    seed: Long,
    exec: Threads,
) : SpawnJoinWorkload(tasks, seed) {
    private val threads = exec.open(processors)

    override fun spawnAndJoin() =
        threads.scope {
            repeat(tasks) { task -> fork { leave(task) } }
        }

    override fun close() = threads.close()
}
