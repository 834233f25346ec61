package cobench.benchmarks

import cobench.workloads.pingpong.jvmPingPong
import org.openjdk.jmh.annotations.Param

/**
 * Time of handing a ball to and fro. By hand:
 *
 *     java -jar benchmarks.jar PingPong -foe true -p hops=10000 -p exec=default
 */
open class PingPong : Workload(jvmPingPong) {
    @Param(value = [])
    var hops = ""

    @Param(value = [])
    var exec = ""
}
