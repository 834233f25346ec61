package cobench.benchmarks

import cobench.workloads.latest.latest
import org.openjdk.jmh.annotations.Param

/**
 * Time to have subscribers follow a value. By hand:
 *
 *     java -jar benchmarks.jar Latest -foe true -p pace=seen -p subscribers=4 -p updates=1000 -p seed=1 -p exec=default
 */
open class Latest : Workload(latest) {
    @Param(value = [])
    var pace = ""

    @Param(value = [])
    var subscribers = ""

    @Param(value = [])
    var updates = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
