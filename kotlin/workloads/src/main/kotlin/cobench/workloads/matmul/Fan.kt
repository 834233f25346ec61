package cobench.workloads.matmul

import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch

/**
 * Fills [product] and returns how many messages were received: pointers fan out to the workers over one channel, parts of [grain] cells
 * come back over another. Two messages a part.
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
): Int =
    coroutineScope {
        val tasks = Channel<CellPointer>(capacity)
        val results = Channel<Part>(capacity)
        val parts = product.cells.size / grain
        launch {
            for (index in 0 until parts) tasks.send(product.pointer(index * grain))
            tasks.close()
        }
        val received = IntArray(workers)
        val children =
            List(workers) { worker ->
                launch {
                    var count = 0
                    for (pointer in tasks) {
                        count++
                        results.send(compute(pointer))
                    }
                    received[worker] = count
                }
            }
        var messages = 0
        repeat(parts) {
            results.receive().storeIn(product)
            messages++
        }
        results.close()
        children.joinAll()
        messages + received.sum()
    }
