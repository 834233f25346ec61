package cobench.workloads.httpserver

import cobench.workloads.virtualThreads
import org.eclipse.jetty.http.HttpHeader
import org.eclipse.jetty.io.Content
import org.eclipse.jetty.server.Handler
import org.eclipse.jetty.server.HttpConfiguration
import org.eclipse.jetty.server.HttpConnectionFactory
import org.eclipse.jetty.server.Request
import org.eclipse.jetty.server.Response
import org.eclipse.jetty.server.ServerConnector
import org.eclipse.jetty.util.Callback
import org.eclipse.jetty.util.thread.QueuedThreadPool
import java.nio.ByteBuffer
import org.eclipse.jetty.server.Server as Jetty

/** Jetty, whose few platform threads wait for requests, with a virtual thread for each of them. */
internal class JettyServer(
    service: Service,
) : Server {
    private val server =
        Jetty(QueuedThreadPool().apply { virtualThreadsExecutor = virtualThreads(Stack.JETTY) }).apply {
            // What no other server sends: which server it is.
            val http = HttpConnectionFactory(HttpConfiguration().apply { sendServerVersion = false })
            addConnector(
                ServerConnector(this, http).apply {
                    host = "127.0.0.1"
                    acceptQueueSize = BACKLOG
                },
            )
            handler = JettyHandler(service)
            start()
        }
    override val port: Int = (server.connectors.single() as ServerConnector).localPort

    override fun close() = server.stop()
}

/** It blocks, and so Jetty runs it in a thread that may. */
private class JettyHandler(
    private val service: Service,
) : Handler.Abstract() {
    override fun handle(
        request: Request,
        response: Response,
        callback: Callback,
    ): Boolean {
        val answer = service.answer(Content.Source.asInputStream(request).use { it.readAllBytes() })
        response.status = answer.status
        response.headers.put(HttpHeader.CONTENT_TYPE, answer.type)
        response.write(true, ByteBuffer.wrap(answer.body), callback)
        return true
    }
}
