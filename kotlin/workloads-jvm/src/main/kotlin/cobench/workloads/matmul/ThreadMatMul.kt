package cobench.workloads.matmul

import cobench.workloads.Benchmark
import cobench.workloads.Tasks
import cobench.workloads.Threads

/** MatMul on a JVM, where threads can run it too. */
public val jvmMatMul: Benchmark = matMul.with(Threads.entries) { ThreadMatMul(Config(it), it.choice("exec")) }

/**
 * The multiplication of [config] by [threads]: the patterns of [CoroutineMatMul], over blocking queues.
 *
 * Queues differ from channels in two ways. They can't be closed, so that fan ends with an empty pointer for each worker. And there is no
 * select over them, so that a coordinator has one inbox for requests and results, which it takes in the order in which they came.
 */
public class ThreadMatMul(
    private val config: Config,
    threads: Threads,
) : MatMulWorkload(config) {
    /** A thread for each task that others wait for: the workers, and fan's sender. */
    private val tasks: Tasks = threads.open(if (config.pattern == Pattern.FAN) config.workers + 1 else config.workers)

    /** One multiplication: what is measured. */
    override fun run(): Product {
        val product = Product(factors.rows, factors.cols)
        val grain = config.grain
        product.messages =
            when (config.pattern) {
                Pattern.FAN -> {
                    tasks.fan(product, grain.cells(product), config.workers, config.capacity, grain.compute(factors))
                }

                Pattern.COORDINATOR -> {
                    tasks.coordinator(
                        product,
                        grain.cells(product),
                        config.workers,
                        config.capacity,
                        grain.compute(factors),
                    )
                }

                Pattern.PURE -> {
                    tasks.pure(product, config.workers, config.capacity, factors::unit)
                }

                Pattern.SEQUENTIAL -> {
                    0.also { sequential(product, factors::fill) }
                }
            }
        return product
    }

    /** Fan's empty pointers besides. */
    override fun messages(parts: Int): Int = super.messages(parts) + if (config.pattern == Pattern.FAN) config.workers else 0

    override fun close(): Unit = tasks.close()
}
