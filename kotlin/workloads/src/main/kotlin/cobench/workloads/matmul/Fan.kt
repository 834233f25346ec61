package cobench.workloads.matmul

import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch

/**
 * Fills [product]: pointers fan out to the workers over one channel, cells come back over another. Two messages a cell.
 *
 * The pointers have a sender of their own, since a parent that sent them all before it received the first cell would need channels as
 * large as the product.
 */
internal suspend fun fan(
    product: Matrix,
    workers: Int,
    capacity: Int,
    compute: (CellPointer) -> Cell,
): Unit =
    coroutineScope {
        val tasks = Channel<CellPointer>(capacity)
        val results = Channel<Cell>(capacity)
        val cells = product.cells.size
        launch {
            for (index in 0 until cells) tasks.send(product.pointer(index))
            tasks.close()
        }
        repeat(workers) {
            launch {
                for (pointer in tasks) results.send(compute(pointer))
            }
        }
        repeat(cells) { product.store(results.receive()) }
        results.close()
    }
