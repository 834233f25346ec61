package cobench.workloads

import kotlinx.coroutines.channels.Channel
import java.util.concurrent.ArrayBlockingQueue
import java.util.concurrent.BlockingQueue
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.SynchronousQueue

/**
 * The queue that is to threads what a channel of that [capacity] is to coroutines: where it is 0, whoever puts a message waits for whoever
 * takes it.
 */
internal fun <T : Any> queue(capacity: Int): BlockingQueue<T> =
    when (capacity) {
        0 -> SynchronousQueue()
        Channel.UNLIMITED -> LinkedBlockingQueue()
        else -> ArrayBlockingQueue(capacity)
    }
