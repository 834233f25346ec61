package cobench.workloads.httpserver

import cobench.workloads.Choice
import cobench.workloads.Exec
import cobench.workloads.Threads
import io.ktor.server.cio.CIO
import io.ktor.server.netty.Netty
import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardOpenOption.CREATE_NEW
import java.nio.file.StandardOpenOption.WRITE
import java.util.concurrent.atomic.AtomicInteger

/** A server on a free port of 127.0.0.1, until it is closed. */
internal interface Server : AutoCloseable {
    val port: Int
}

/** Servers that people deploy. */
internal enum class Stack(
    override val key: String,
) : Choice {
    /** Ktor's CIO: coroutines from the socket up. */
    CIO("cio"),

    /** Ktor on Netty, whose event loops wait for the sockets. */
    NETTY("netty"),

    /** Jetty, with a virtual thread for each request. */
    JETTY("jetty"),
}

/** What can serve: the JDK's server on coroutines or threads, and servers that people deploy. */
internal val servers: List<Choice> = listOf(Exec.IO) + Threads.entries + Stack.entries

/**
 * @param exec the key of one of [servers]
 * @throws IllegalArgumentException where this JVM has no such threads
 * @throws IOException where there is no port
 */
internal fun serve(
    exec: String,
    service: Service,
): Server =
    when (val choice = servers.single { it.key == exec }) {
        is Threads -> ThreadServer(service, choice)
        Stack.CIO -> KtorServer(service, CIO)
        Stack.NETTY -> KtorServer(service, Netty)
        Stack.JETTY -> JettyServer(service)
        else -> CoroutineServer(service)
    }

/** An attack as the server sees it. */
internal class Visit(
    val folder: Path,
) {
    /** Requests that were answered by 200. */
    val served = AtomicInteger()
}

internal class Answer(
    val status: Int,
    val body: ByteArray,
) {
    val type get() = if (status == 200) "application/json" else "text/plain"
}

/** Makes an item of each request's body, writes it to a file of its own, if there are [files], and returns it. */
internal class Service(
    val files: Boolean,
) {
    /** The attack that is under way. */
    @Volatile
    lateinit var visit: Visit

    /** One request. */
    fun answer(body: ByteArray): Answer {
        val visit = visit
        val item =
            try {
                Item.parse(body)
            } catch (e: IllegalArgumentException) {
                return Answer(400, e.message.orEmpty().toByteArray())
            }
        val text = item.toBytes()
        if (files) {
            try {
                // It must not be there yet: a second request of the same item is a fault.
                Files.write(visit.folder.resolve(item.id.toString()), text, CREATE_NEW, WRITE)
            } catch (e: IOException) {
                return Answer(500, e.toString().toByteArray())
            }
        }
        visit.served.incrementAndGet()
        return Answer(200, text)
    }
}
