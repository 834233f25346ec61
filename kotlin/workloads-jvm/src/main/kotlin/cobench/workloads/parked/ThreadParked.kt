package cobench.workloads.parked

import cobench.workloads.Benchmark
import cobench.workloads.Threads
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger

/** Parked on a JVM, where threads can run it too. */
public val jvmParked: Benchmark = parked.with(Threads.entries) { ThreadParked(it.int("tasks"), it.choice("exec")) }

/** A thread for each task, a pool's too, since all wait at once; the gate is a latch. */
internal class ThreadParked(
    tasks: Int,
    exec: Threads,
) : ParkedWorkload(tasks) {
    private val threads = exec.open(tasks)

    /** A platform thread's stack is the kernel's to count, and what lies on the heap is next to nothing beside it. */
    override val onHeap = exec == Threads.VIRTUAL

    override fun park(whileParked: () -> Unit): Census {
        val gate = CountDownLatch(1)
        val all = CountDownLatch(tasks)
        val passed = AtomicInteger()
        val parked =
            threads.scope {
                repeat(tasks) {
                    fork {
                        all.countDown()
                        gate.await()
                        passed.incrementAndGet()
                    }
                }
                all.await()
                whileParked()
                val parked = tasks - all.count.toInt() - passed.get()
                gate.countDown()
                parked
            }
        return Census(parked, passed.get())
    }

    override fun close() = threads.close()
}
