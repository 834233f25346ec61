package cobench.benchmarks

import cobench.workloads.cancel.jvmCancel
import org.openjdk.jmh.annotations.Param

/**
 * Time of starting and cancelling children. By hand:
 *
 *     java -jar benchmarks.jar Cancel -foe true -p children=1000 -p exec=default
 */
open class Cancel : Workload(jvmCancel) {
    @Param(value = [])
    var children = ""

    @Param(value = [])
    var exec = ""
}
