package cobench.benchmarks

import cobench.workloads.channel.jvmChannel
import org.openjdk.jmh.annotations.Param

/**
 * Time of sending messages over a channel. By hand:
 *
 *     java -jar benchmarks.jar Channel -foe true -p topology=spsc -p capacity=64 -p messages=10000 -p parties=4 -p seed=1 -p exec=default
 */
open class Channel : Workload(jvmChannel) {
    @Param(value = [])
    var topology = ""

    @Param(value = [])
    var capacity = ""

    @Param(value = [])
    var messages = ""

    @Param(value = [])
    var parties = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
