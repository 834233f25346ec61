package cobench.workloads.matmul

import cobench.workloads.Tasks
import cobench.workloads.queue

/** Fills [product] as the coroutines' fan does. Two messages a part, and one a worker at the end. */
internal fun Tasks.fan(
    product: Matrix,
    grain: Int,
    workers: Int,
    capacity: Int,
    compute: (CellPointer) -> Part,
): Unit =
    scope {
        val tasks = queue<CellPointer>(capacity)
        val results = queue<Part>(capacity)
        val parts = product.cells.size / grain
        fork {
            for (index in 0 until parts) tasks.put(product.pointer(index * grain))
            repeat(workers) { tasks.put(CellPointer.EMPTY) }
        }
        repeat(workers) {
            fork {
                while (true) {
                    val pointer = tasks.take()
                    if (pointer == CellPointer.EMPTY) break
                    results.put(compute(pointer))
                }
            }
        }
        repeat(parts) { results.take().storeIn(product) }
    }
