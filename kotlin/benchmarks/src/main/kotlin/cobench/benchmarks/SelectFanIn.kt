package cobench.benchmarks

import cobench.workloads.selectfanin.selectFanIn
import org.openjdk.jmh.annotations.Param

/**
 * Time of receiving from many channels by select. By hand:
 *
 *     java -jar benchmarks.jar SelectFanIn -foe true -p channels=8 -p messages=10000 -p capacity=64 -p seed=1 -p exec=default
 */
open class SelectFanIn : Workload(selectFanIn) {
    @Param(value = [])
    var channels = ""

    @Param(value = [])
    var messages = ""

    @Param(value = [])
    var capacity = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
