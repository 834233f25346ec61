package cobench.workloads

/** The kinds of threads that this JVM has. */
internal val threadsHere: List<Threads> = Threads.entries.filter { it != Threads.VIRTUAL || Runtime.version().feature() >= 21 }
