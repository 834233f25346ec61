package cobench.workloads.httpserver

import cobench.workloads.Threads
import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.cancel
import kotlinx.coroutines.launch
import java.io.IOException
import java.net.InetAddress
import java.net.InetSocketAddress
import java.util.concurrent.Executor

/** Connections that may wait to be accepted, as Go asks for: an attack opens as many at once. */
internal const val BACKLOG = 4096

/** Threads of a pool that serves: as many as Dispatchers.IO has. */
private const val POOL = 64

/**
 * The JDK's server, whose one thread waits for requests and hands each to an executor.
 *
 * It reads two properties once in a process. Without the first, an answer's head and body wait for each other's acknowledgement, 40 ms; and
 * it closes connections that have no request under way if there are more than 200, under a client that is about to use them.
 */
private fun jdkServer(
    executor: Executor,
    handle: (HttpExchange) -> Unit,
): HttpServer {
    System.setProperty("sun.net.httpserver.nodelay", "true")
    System.setProperty("sun.net.httpserver.maxIdleConnections", "5000")
    val server = HttpServer.create(InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), BACKLOG)
    server.executor = executor
    server.createContext("/", handle)
    server.start()
    return server
}

private fun Service.serve(exchange: HttpExchange) {
    try {
        exchange.use {
            val answer = answer(it.requestBody.readAllBytes())
            it.responseHeaders.set("Content-Type", answer.type)
            it.sendResponseHeaders(answer.status, answer.body.size.toLong())
            it.responseBody.write(answer.body)
        }
    } catch (_: IOException) {
        // Whoever asked is gone.
    }
}

/** A thread for each request: one of a pool of 64, a new platform thread, or a virtual one. */
internal class ThreadServer(
    service: Service,
    threads: Threads,
) : Server {
    private val tasks = threads.open(POOL)
    private val server =
        try {
            jdkServer(tasks.executor, service::serve)
        } catch (e: IOException) {
            tasks.close()
            throw e
        }
    override val port: Int get() = server.address.port

    override fun close() {
        server.stop(0)
        tasks.close()
    }
}

/** A coroutine for each request, on the threads of Dispatchers.IO: it reads the head too, so that a request is dispatched once. */
internal class CoroutineServer(
    service: Service,
) : Server {
    private val scope = CoroutineScope(Dispatchers.IO + SupervisorJob())
    private val server = jdkServer({ request -> scope.launch { request.run() } }, service::serve)
    override val port: Int get() = server.address.port

    override fun close() {
        server.stop(0)
        scope.cancel()
    }
}
