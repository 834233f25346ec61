package cobench.benchmarks

import cobench.workloads.spawnjoin.jvmSpawnJoin
import org.openjdk.jmh.annotations.Param

/**
 * Time to start and join tasks. By hand:
 *
 *     java -jar benchmarks.jar SpawnJoin -foe true -p tasks=10000 -p seed=1 -p exec=default
 */
open class SpawnJoin : Workload(jvmSpawnJoin) {
    @Param(value = [])
    var tasks = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
