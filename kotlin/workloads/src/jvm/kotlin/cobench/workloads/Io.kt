package cobench.workloads

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers

/** A member of [Dispatchers] on a JVM, and an extension elsewhere: no common file can name both. */
internal val ioDispatcher: CoroutineDispatcher get() = Dispatchers.IO
