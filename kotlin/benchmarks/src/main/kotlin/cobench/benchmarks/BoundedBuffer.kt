package cobench.benchmarks

import cobench.workloads.boundedbuffer.jvmBoundedBuffer
import org.openjdk.jmh.annotations.Param

/**
 * Time of passing items through a bounded buffer. By hand:
 *
 *     java -jar benchmarks.jar BoundedBuffer -foe true -p capacity=64 -p producers=4 -p consumers=4 -p items=10000 -p seed=1 -p exec=default
 */
open class BoundedBuffer : Workload(jvmBoundedBuffer) {
    @Param(value = [])
    var capacity = ""

    @Param(value = [])
    var producers = ""

    @Param(value = [])
    var consumers = ""

    @Param(value = [])
    var items = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
