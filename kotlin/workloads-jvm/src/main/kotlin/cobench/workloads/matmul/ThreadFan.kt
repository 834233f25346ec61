package cobench.workloads.matmul

import cobench.workloads.Tasks
import cobench.workloads.queue

/** Fills [product] as the coroutines' fan does, and returns how many messages were received: two a part, and one a worker at the end. */
internal fun Tasks.fan(
    product: Matrix,
    grain: Int,
    workers: Int,
    capacity: Int,
    compute: (CellPointer) -> Part,
): Int =
    scope {
        val tasks = queue<CellPointer>(capacity)
        val results = queue<Part>(capacity)
        val parts = product.cells.size / grain
        fork {
            for (index in 0 until parts) tasks.put(product.pointer(index * grain))
            repeat(workers) { tasks.put(CellPointer.EMPTY) }
        }
        val received =
            List(workers) {
                fork {
                    var count = 0
                    while (true) {
                        val pointer = tasks.take()
                        count++
                        if (pointer == CellPointer.EMPTY) break
                        results.put(compute(pointer))
                    }
                    count
                }
            }
        var messages = 0
        repeat(parts) {
            results.take().storeIn(product)
            messages++
        }
        messages + received.sumOf { it.join() }
    }
