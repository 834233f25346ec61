package cobench.benchmarks

import cobench.workloads.parked.jvmParked
import org.openjdk.jmh.annotations.Param

/**
 * Time to start, park, wake and join tasks. By hand:
 *
 *     java -jar benchmarks.jar Parked -foe true -p tasks=10000 -p exec=default
 */
open class Parked : Workload(jvmParked) {
    @Param(value = [])
    var tasks = ""

    @Param(value = [])
    var exec = ""
}
