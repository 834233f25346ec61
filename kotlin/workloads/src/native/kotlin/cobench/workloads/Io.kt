package cobench.workloads

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.IO

/** An extension of [Dispatchers] here, and a member on a JVM: no common file can name both. */
internal val ioDispatcher: CoroutineDispatcher get() = Dispatchers.IO
