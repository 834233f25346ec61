package cobench.workloads.matmul

import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.ReceiveChannel
import kotlinx.coroutines.channels.SendChannel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.selects.select

/** Fills [product]: workers ask a coordinator for pointers and look up the numbers in the factors that all share. */
internal suspend fun coordinator(
    product: Matrix,
    grain: Int,
    workers: Int,
    capacity: Int,
    compute: (CellPointer) -> Part,
): Int =
    coordinate(
        product,
        grain,
        workers,
        capacity,
        task = { it },
        empty = CellPointer.EMPTY,
        compute = { if (it == CellPointer.EMPTY) null else compute(it) },
    )

/**
 * Fills [product] and returns how many messages were received: each worker asks for work, is sent a [task] over a channel of its own,
 * returns a part of [grain] cells and asks again.
 * Three messages a part, and three a worker at the end: its last request, the answer [empty] and its acknowledgement.
 *
 * @param task what a worker is sent for a part
 * @param compute what a worker makes of it; null for [empty]
 */
internal suspend fun <T> coordinate(
    product: Matrix,
    grain: Int,
    workers: Int,
    capacity: Int,
    task: (CellPointer) -> T,
    empty: T,
    compute: (T) -> Part?,
): Int =
    coroutineScope {
        val requests = Channel<Int>(capacity) // A suspending call boxes the id: 16 bytes a request, beside some 300 for a select.
        val results = Channel<Part>(capacity)
        val acks = Channel<Int>(capacity)
        val tasks = List(workers) { Channel<T>(capacity) }
        repeat(workers) { id ->
            launch { work(id, requests, tasks[id], results, acks, compute) }
        }

        val parts = product.cells.size / grain
        var sent = 0
        var stored = 0
        var messages = 0
        // Outside the loop, so that a select need not make them anew.
        val answer: suspend (Int) -> Unit = { id ->
            messages++
            tasks[id].send(task(product.pointer(sent++ * grain)))
        }
        val store: suspend (Part) -> Unit = { part ->
            messages++
            part.storeIn(product)
            stored++
        }
        // Where both are ready, select takes the first clause; Go's picks either with the same probability. Each is what the language
        // offers under that name: selectUnbiased would be a shuffle more than a Kotlin programmer writes.
        while (stored < parts) {
            select {
                if (sent < parts) requests.onReceive(answer)
                results.onReceive(store)
            }
        }

        // Every worker has asked once more, or is about to. All of these requests must be received: a worker that waits for room in a
        // full channel would never see its answer.
        repeat(workers) {
            tasks[requests.receive()].send(empty)
            messages++
        }
        repeat(workers) { messages += 1 + acks.receive() }
        acks.close()
        results.close()
        messages
    }

/** Acknowledges its end with how many tasks it was sent. */
private suspend fun <T> work(
    id: Int,
    requests: SendChannel<Int>,
    tasks: ReceiveChannel<T>,
    results: SendChannel<Part>,
    acks: SendChannel<Int>,
    compute: (T) -> Part?,
) {
    var received = 0
    requests.send(id)
    while (true) {
        val task = tasks.receive()
        received++
        results.send(compute(task) ?: break)
        requests.send(id)
    }
    acks.send(received)
}
