package cobench.benchmarks

import cobench.workloads.threadring.jvmThreadRing
import org.openjdk.jmh.annotations.Param

/**
 * Time of passing a token around a ring. By hand:
 *
 *     java -jar benchmarks.jar ThreadRing -foe true -p hops=50000 -p ring=503 -p exec=default
 */
open class ThreadRing : Workload(jvmThreadRing) {
    @Param(value = [])
    var hops = ""

    @Param(value = [])
    var ring = ""

    @Param(value = [])
    var exec = ""
}
