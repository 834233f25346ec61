package cobench.workloads.matmul

import cobench.workloads.Tasks
import cobench.workloads.queue
import java.util.concurrent.BlockingQueue

/** Fills [product] as the coroutines' coordinator does. */
internal fun Tasks.coordinator(
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

/** What a worker tells the coordinator. */
private sealed interface Message

/** Asks for work. */
private class Request(
    val worker: Int,
) : Message

private class Result(
    val part: Part,
) : Message

/**
 * Fills [product] as the coroutines' `coordinate` does, and returns how many messages were received, which are as many: three a part of
 * [grain] cells, and three a worker at the end.
 *
 * @param task what a worker is sent for a part
 * @param compute what a worker makes of it; null for [empty]
 */
internal fun <T : Any> Tasks.coordinate(
    product: Matrix,
    grain: Int,
    workers: Int,
    capacity: Int,
    task: (CellPointer) -> T,
    empty: T,
    compute: (T) -> Part?,
): Int =
    scope {
        val inbox = queue<Message>(capacity)
        val acks = queue<Int>(capacity)
        val tasks = List(workers) { queue<T>(capacity) }
        repeat(workers) { id ->
            fork { work(Request(id), inbox, tasks[id], acks, compute) }
        }

        val parts = product.cells.size / grain
        var sent = 0
        var stored = 0
        var ended = 0
        var messages = 0
        // A request can't be left in the inbox, as a select leaves one, so one that comes when all is sent is answered with empty at once.
        while (stored < parts || ended < workers) {
            val message = inbox.take()
            messages++
            when (message) {
                is Request -> {
                    if (sent < parts) {
                        tasks[message.worker].put(task(product.pointer(sent++ * grain)))
                    } else {
                        tasks[message.worker].put(empty)
                        ended++
                    }
                }

                is Result -> {
                    message.part.storeIn(product)
                    stored++
                }
            }
        }
        repeat(workers) { messages += 1 + acks.take() }
        messages
    }

/** Acknowledges its end with how many tasks it was sent. */
private fun <T : Any> work(
    request: Request,
    inbox: BlockingQueue<Message>,
    tasks: BlockingQueue<T>,
    acks: BlockingQueue<Int>,
    compute: (T) -> Part?,
) {
    var received = 0
    inbox.put(request)
    while (true) {
        val task = tasks.take()
        received++
        inbox.put(Result(compute(task) ?: break))
        inbox.put(request)
    }
    acks.put(received)
}
