package cobench.benchmarks

import cobench.workloads.fanout.fanOut
import org.openjdk.jmh.annotations.Param

/**
 * Time to ask many children at once under a deadline. By hand:
 *
 *     java -jar benchmarks.jar FanOut -foe true -p requests=100 -p children=8 -p outcome=answers -p timeout=1000 -p work=1000 -p seed=1 -p exec=default
 */
open class FanOut : Workload(fanOut) {
    @Param(value = [])
    var requests = ""

    @Param(value = [])
    var children = ""

    @Param(value = [])
    var outcome = ""

    @Param(value = [])
    var timeout = ""

    @Param(value = [])
    var work = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
