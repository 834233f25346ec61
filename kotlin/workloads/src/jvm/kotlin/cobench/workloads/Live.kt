package cobench.workloads

import java.lang.management.ManagementFactory

/** Whether [liveBytes] can be asked. */
public val tellsLiveBytes: Boolean get() = true

/** The bytes that collections leave on the heap, which it runs. */
public fun liveBytes(): Long =
    settled {
        System.gc()
        ManagementFactory.getMemoryMXBean().heapMemoryUsage.used
    }
