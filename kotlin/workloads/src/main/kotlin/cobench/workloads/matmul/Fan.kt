package cobench.workloads.matmul

import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch

/**
 * Fills [product]: pointers fan out to the workers over one channel, parts of [grain] cells come back over another. Two messages a part.
 *
 * The pointers have a sender of their own, since a parent that sent them all before it received the first part would need channels as
 * large as the product.
 */
internal suspend fun fan(
    product: Matrix,
    grain: Int,
    workers: Int,
    capacity: Int,
    compute: (CellPointer) -> Part,
): Unit =
    coroutineScope {
        val tasks = Channel<CellPointer>(capacity)
        val results = Channel<Part>(capacity)
        val parts = product.cells.size / grain
        launch {
            for (index in 0 until parts) tasks.send(product.pointer(index * grain))
            tasks.close()
        }
        repeat(workers) {
            launch {
                for (pointer in tasks) results.send(compute(pointer))
            }
        }
        repeat(parts) { results.receive().storeIn(product) }
        results.close()
    }
