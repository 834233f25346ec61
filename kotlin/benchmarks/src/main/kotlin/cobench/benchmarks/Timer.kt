package cobench.benchmarks

import cobench.workloads.timer.jvmTimer
import org.openjdk.jmh.annotations.Param

/**
 * Time of putting sleepers to sleep, until they wake up or are cancelled. By hand:
 *
 *     java -jar benchmarks.jar Timer -foe true -p action=sleep -p sleepers=1000 -p delay=10 -p exec=default
 */
open class Timer : Workload(jvmTimer) {
    @Param(value = [])
    var action = ""

    @Param(value = [])
    var sleepers = ""

    @Param(value = [])
    var delay = ""

    @Param(value = [])
    var exec = ""
}
