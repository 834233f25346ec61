package cobench.benchmarks

import cobench.workloads.broadcast.broadcast
import org.openjdk.jmh.annotations.Param

/**
 * Time of sending messages to every subscriber. By hand:
 *
 *     java -jar benchmarks.jar Broadcast -foe true -p subscribers=8 -p messages=1000 -p capacity=64 -p replay=0 -p seed=1 -p exec=default
 */
open class Broadcast : Workload(broadcast) {
    @Param(value = [])
    var subscribers = ""

    @Param(value = [])
    var messages = ""

    @Param(value = [])
    var capacity = ""

    @Param(value = [])
    var replay = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
