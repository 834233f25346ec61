package cobench.workloads

/** What Kotlin/Native tells of its heap moves by megabytes whatever is on it: less than nothing was left by ten thousand coroutines. */
public val tellsLiveBytes: Boolean get() = false

/** Not told here. */
public fun liveBytes(): Long = error("Kotlin/Native does not tell the live heap closely enough")
