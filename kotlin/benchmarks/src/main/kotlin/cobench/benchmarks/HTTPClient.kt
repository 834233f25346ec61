package cobench.benchmarks

import cobench.workloads.httpclient.httpClient
import org.openjdk.jmh.annotations.Param

/**
 * Time of a run of so many GETs. By hand, with the program that `go build ./cmd/counterpart` makes:
 *
 *     java -Dcobench.counterpart=counterpart -jar benchmarks.jar HTTPClient -foe true -p requests=500 -p limit=8 -p delay=0 -p exec=io
 */
open class HTTPClient : Workload(httpClient) {
    @Param(value = [])
    var requests = ""

    @Param(value = [])
    var limit = ""

    @Param(value = [])
    var delay = ""

    @Param(value = [])
    var exec = ""
}
