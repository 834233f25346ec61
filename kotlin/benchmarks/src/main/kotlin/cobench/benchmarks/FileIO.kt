package cobench.benchmarks

import cobench.workloads.fileio.fileIO
import org.openjdk.jmh.annotations.Param

/**
 * Time of a run of so many files, each written, read and deleted. By hand:
 *
 *     java -jar benchmarks.jar FileIO -foe true -p files=100 -p limit=8 -p size=1048576 -p sync=page-cache -p seed=1 -p exec=io
 */
open class FileIO : Workload(fileIO) {
    @Param(value = [])
    var files = ""

    @Param(value = [])
    var limit = ""

    @Param(value = [])
    var size = ""

    @Param(value = [])
    var sync = ""

    @Param(value = [])
    var seed = ""

    @Param(value = [])
    var exec = ""
}
