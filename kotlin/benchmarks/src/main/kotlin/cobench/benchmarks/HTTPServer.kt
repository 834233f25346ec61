package cobench.benchmarks

import cobench.workloads.httpserver.httpServer
import org.openjdk.jmh.annotations.Param

/**
 * What an attack of requests at a constant rate sees of a server in this process; its own time is the sum of all requests' latencies. By
 * hand, with the program that `go build ./cmd/counterpart` makes:
 *
 *     java -Dcobench.counterpart=counterpart -jar benchmarks.jar HTTPServer -foe true -wi 3 -i 5 -f 1 -p rate=2000 -p duration=10 -p file=on -p exec=io
 */
open class HTTPServer : Workload(httpServer) {
    @Param(value = [])
    var rate = ""

    @Param(value = [])
    var duration = ""

    @Param(value = [])
    var file = ""

    @Param(value = [])
    var exec = ""
}
