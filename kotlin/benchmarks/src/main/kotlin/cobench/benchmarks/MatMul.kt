package cobench.benchmarks

import cobench.workloads.matmul.jvmMatMul
import org.openjdk.jmh.annotations.Param

/**
 * Time of one matrix multiplication by message passing, or without. By hand:
 *
 *     java -jar benchmarks.jar MatMul -foe true -p pattern=fan -p n=100 -p workers=8 -p capacity=64 -p kernel=transposed -p grain=cell -p seed=1 -p exec=default
 */
open class MatMul : Workload(jvmMatMul) {
    @Param(value = [])
    var pattern = ""

    @Param(value = [])
    var n = ""

    @Param(value = [])
    var workers = ""

    @Param(value = [])
    var capacity = ""

    @Param(value = [])
    var kernel = ""

    @Param(value = [])
    var grain = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
