package cobench.workloads

/** How coroutines can be run here: before JDK 21 not by virtual threads. */
internal val execsHere: List<Exec> =
    Exec.entries.filter { exec ->
        try {
            exec.context(1)
            true
        } catch (_: IllegalArgumentException) {
            false
        }
    }
