package cobench.workloads

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.async
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeoutOrNull
import kotlin.test.fail
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds

/** Runs [block], which blocks, on a thread that is given up when [limit] is over: far more than any case takes, so that only one that hangs fails. */
internal fun <T : Any> within(
    case: String,
    limit: Duration = 30.seconds,
    block: () -> T,
): T =
    runBlocking {
        val result = CoroutineScope(ioDispatcher).async { block() }
        withTimeoutOrNull(limit) { result.await() } ?: fail("$case: does not end")
    }
