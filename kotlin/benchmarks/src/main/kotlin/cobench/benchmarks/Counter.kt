package cobench.benchmarks

import cobench.workloads.counter.jvmCounter
import org.openjdk.jmh.annotations.Param

/**
 * Time to count together. By hand:
 *
 *     java -jar benchmarks.jar Counter -foe true -p variant=atomic -p increments=100000 -p workers=4 -p seed=1 -p exec=default
 */
open class Counter : Workload(jvmCounter) {
    @Param(value = [])
    var variant = ""

    @Param(value = [])
    var increments = ""

    @Param(value = [])
    var workers = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
