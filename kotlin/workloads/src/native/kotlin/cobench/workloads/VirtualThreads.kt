package cobench.workloads

import kotlinx.coroutines.CoroutineDispatcher

/** Threads are the kernel's here. */
internal val hasVirtualThreads: Boolean get() = false

/** Not offered here. */
internal fun virtualDispatcher(): CoroutineDispatcher = throw IllegalArgumentException("exec=virtual-dispatcher: want a JVM")
