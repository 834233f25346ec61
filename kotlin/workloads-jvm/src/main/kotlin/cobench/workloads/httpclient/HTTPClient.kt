package cobench.workloads.httpclient

import cobench.workloads.Benchmark
import cobench.workloads.Counterpart
import cobench.workloads.Exec
import cobench.workloads.Figure
import cobench.workloads.LatencyRing
import cobench.workloads.Limited
import cobench.workloads.LimitedCoroutines
import cobench.workloads.Operation
import cobench.workloads.Outcomes
import cobench.workloads.Parameter
import cobench.workloads.counterpart
import cobench.workloads.hex
import cobench.workloads.limited
import cobench.workloads.limitedExecs
import kotlinx.coroutines.future.await
import java.io.IOException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodyHandlers
import java.util.zip.CRC32

/** HTTPClient, as workloads.yaml has it. */
public val httpClient: Benchmark =
    Benchmark(
        "HTTPClient",
        listOf(
            Parameter("requests"),
            Parameter("limit"),
            Parameter("delay"),
        ),
        limitedExecs,
    ) {
        HTTPClientWorkload(
            it.int("requests"),
            it.int("limit"),
            it.int("delay"),
            it["exec"],
            counterpart(),
        )
    }

/** The CRC-32 of the five to-dos that every request is answered with. */
internal const val TODOS_SUM = 0x3b7dc18a

/**
 * [requests] requests for five to-dos, [limit] of which are at work at once. The server is another process, [program], which answers after
 * [delay] milliseconds. The client is the JDK's, and so are the threads that do its own work; the connections, as many as are needed at
 * once, are kept from run to run, and the first run opens them.
 *
 * On `default`, where nothing may block, a request is awaited; everything else blocks until the answer is there.
 *
 * @throws IllegalArgumentException for a value out of range
 * @throws IOException where the server does not start
 */
public class HTTPClientWorkload(
    private val requests: Int,
    limit: Int,
    delay: Int,
    private val exec: String,
    private val program: String,
) : Operation<Outcomes> {
    private val limited: Limited
    internal val server: Counterpart
    internal var uri: URI
    private val client =
        HttpClient
            .newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build()
    private val latencies = LatencyRing()

    /** Requests of all runs so far, and what the server says. */
    private var sent = 0L
    private var served = 0L

    init {
        require(requests >= 1) { "requests=$requests: want 1 or more" }
        require(limit >= 1) { "limit=$limit: want 1 or more" }
        require(delay >= 0) { "delay=$delay: want 0 or more" }
        limited = limited(exec, limit)
        try {
            server = Counterpart(program, "todos", "-delay", "${delay}ms")
        } catch (e: IOException) {
            limited.close()
            throw e
        }
        try {
            val line = server.hear()
            if (!line.startsWith("listening ")) throw IOException("$program: \"$line\": want listening and an address")
            uri = URI(line.removePrefix("listening "))
        } catch (e: IOException) {
            limited.use { server.close() }
            throw e
        }
    }

    /** Sends every request, each from a task of its own: what is measured. */
    override fun run(): Outcomes {
        val outcomes = Outcomes(requests)
        sent += requests
        if (exec == Exec.DEFAULT.key) {
            (limited as LimitedCoroutines).eachSuspending(requests) {
                outcomes.record(it) { sum(it) { client.sendAsync(request(), BodyHandlers.ofByteArray()).await() } }
            }
        } else {
            limited.each(requests) {
                outcomes.record(it) { sum(it) { client.send(request(), BodyHandlers.ofByteArray()) } }
            }
        }
        return outcomes
    }

    private fun request() = HttpRequest.newBuilder(uri).build()

    /** The CRC-32 of what [get] is answered with, which is request number [index]. */
    private inline fun sum(
        index: Int,
        get: () -> HttpResponse<ByteArray>,
    ): Int {
        val response =
            try {
                get()
            } catch (e: IOException) {
                throw IOException("request $index: $e", e)
            }
        val status = response.statusCode()
        check(status == 200) { "request $index: status $status: want 200" }
        return CRC32().apply { update(response.body()) }.value.toInt()
    }

    /**
     * Refuses outcomes with a request that was answered otherwise, and a server that has not served as many requests as all runs so far have
     * sent.
     *
     * @throws IllegalStateException with the first one
     */
    override fun check(result: Outcomes) {
        check(result.sums.size == requests) { "${result.sums.size} requests: want $requests" }
        for ((request, sum) in result.sums.withIndex()) {
            check(sum == TODOS_SUM) { "request $request was answered by checksum ${hex(sum)}: want ${hex(TODOS_SUM)}" }
        }
        val line = server.ask("count")
        served += checkNotNull(line.removePrefix("served ").toLongOrNull()) { "$program: \"$line\": want served and a number" }
        check(served == sent) { "the server has served $served requests: want $sent" }
        result.latencies.forEach(latencies::add)
    }

    /** Percentiles of how long a request took, once it was at work. */
    override fun figures(): List<Figure> = latencies.percentiles(50, 95, 99)

    /** Ends the server and waits for its end. */
    override fun close() {
        limited.use { server.use { (client as? AutoCloseable)?.close() } } // a client can be closed from JDK 21 on
    }
}
