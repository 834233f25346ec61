package cobench.benchmarks

import cobench.workloads.contention.jvmContention
import org.openjdk.jmh.annotations.Param

/**
 * Time to take turns at a lock, with work inside. By hand:
 *
 *     java -jar benchmarks.jar Contention -foe true -p lock=mutex -p permits=1 -p entries=10000 -p workers=8 -p work=100 -p seed=1 -p exec=default
 */
open class Contention : Workload(jvmContention) {
    @Param(value = [])
    var lock = ""

    @Param(value = [])
    var permits = ""

    @Param(value = [])
    var entries = ""

    @Param(value = [])
    var workers = ""

    @Param(value = [])
    var work = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
