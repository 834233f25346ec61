package cobench.workloads.timer

import cobench.workloads.Benchmark
import cobench.workloads.Threads
import java.util.concurrent.CountDownLatch

/** Timer on a JVM, where threads can run it too. */
public val jvmTimer: Benchmark = timer.with(Threads.entries) { ThreadTimer(TimerConfig(it), it.choice("exec")) }

/** Threads that sleep, and are interrupted. */
internal class ThreadTimer(
    config: TimerConfig,
    threads: Threads,
) : TimerWorkload(config) {
    private val tasks = threads.open(config.sleepers)

    override fun sleep() =
        tasks.scope {
            repeat(config.sleepers) { sleeper ->
                fork {
                    val begun = now()
                    Thread.sleep(delay.inWholeMilliseconds)
                    woke(sleeper, begun)
                }
            }
        }

    override fun cancel() =
        tasks.scope {
            val started = CountDownLatch(config.sleepers)
            val sleepers =
                List(config.sleepers) { sleeper ->
                    fork {
                        started.countDown()
                        try {
                            Thread.sleep(LONG.inWholeMilliseconds)
                        } catch (_: InterruptedException) {
                            ended(sleeper)
                        }
                    }
                }
            started.await()
            Thread.sleep(delay.inWholeMilliseconds)
            sleepers.forEachIndexed { sleeper, task ->
                cancelling(sleeper)
                task.interrupt()
            }
        }

    override fun close(): Unit = tasks.close()
}
