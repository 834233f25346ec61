package cobench.benchmarks

import cobench.workloads.condition.jvmCondition
import org.openjdk.jmh.annotations.Param

/**
 * Time of waking waiters by signals. By hand:
 *
 *     java -jar benchmarks.jar Condition -foe true -p waiters=8 -p signals=1000 -p exec=default
 */
open class Condition : Workload(jvmCondition) {
    @Param(value = [])
    var waiters = ""

    @Param(value = [])
    var signals = ""

    @Param(value = [])
    var exec = ""
}
