package cobench.benchmarks

import cobench.workloads.pileibniz.jvmPiLeibniz
import org.openjdk.jmh.annotations.Param

/**
 * Time of one sum of Leibniz's series for pi. By hand:
 *
 *     java -jar benchmarks.jar PiLeibniz -foe true -p method=reduce -p terms=5000 -p grain=1 -p exec=default
 */
open class PiLeibniz : Workload(jvmPiLeibniz) {
    @Param(value = [])
    var method = ""

    @Param(value = [])
    var terms = ""

    @Param(value = [])
    var grain = ""

    @Param(value = [])
    var exec = ""
}
