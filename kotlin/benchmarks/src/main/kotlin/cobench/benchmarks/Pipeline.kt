package cobench.benchmarks

import cobench.workloads.pipeline.pipeline
import org.openjdk.jmh.annotations.Param

/**
 * Time to send messages through the operators of a flow. By hand:
 *
 *     java -jar benchmarks.jar Pipeline -foe true -p between=calls -p stages=4 -p messages=10000 -p capacity=64 -p seed=1 -p exec=default
 */
open class Pipeline : Workload(pipeline) {
    @Param(value = [])
    var between = ""

    @Param(value = [])
    var stages = ""

    @Param(value = [])
    var messages = ""

    @Param(value = [])
    var capacity = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
