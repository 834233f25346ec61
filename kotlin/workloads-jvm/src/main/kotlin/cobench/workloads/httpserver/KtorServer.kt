package cobench.workloads.httpserver

import io.ktor.http.ContentType
import io.ktor.http.HttpStatusCode
import io.ktor.server.engine.ApplicationEngineFactory
import io.ktor.server.engine.embeddedServer
import io.ktor.server.request.receive
import io.ktor.server.response.respondBytes
import io.ktor.server.routing.post
import io.ktor.server.routing.routing
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/** Ktor on one of its engines: a coroutine answers each request; only what writes a file goes to the threads for what blocks. */
internal class KtorServer(
    service: Service,
    engine: ApplicationEngineFactory<*, *>,
) : Server {
    private val server =
        embeddedServer(engine, port = 0, host = "127.0.0.1") {
            routing {
                post("/") {
                    val body = call.receive<ByteArray>()
                    val answer = if (service.files) withContext(Dispatchers.IO) { service.answer(body) } else service.answer(body)
                    call.respondBytes(answer.body, ContentType.parse(answer.type), HttpStatusCode.fromValue(answer.status))
                }
            }
        }.start()

    override val port: Int =
        runBlocking {
            server.engine
                .resolvedConnectors()
                .single()
                .port
        }

    override fun close() {
        server.stop(0, 0)
    }
}
