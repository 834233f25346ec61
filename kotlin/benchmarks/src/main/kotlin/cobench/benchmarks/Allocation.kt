package cobench.benchmarks

import cobench.workloads.allocation.jvmAllocation
import org.openjdk.jmh.annotations.Param

/**
 * Time of requests that allocate, while much else lives. By hand:
 *
 *     java -jar benchmarks.jar Allocation -foe true -p requests=1000 -p workers=4 -p nodes=256 -p live=64 -p seed=1 -p exec=default
 */
open class Allocation : Workload(jvmAllocation) {
    @Param(value = [])
    var requests = ""

    @Param(value = [])
    var workers = ""

    @Param(value = [])
    var nodes = ""

    @Param(value = [])
    var live = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
