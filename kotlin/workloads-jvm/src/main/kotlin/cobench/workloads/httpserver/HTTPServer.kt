package cobench.workloads.httpserver

import cobench.workloads.Benchmark
import cobench.workloads.Choice
import cobench.workloads.Counterpart
import cobench.workloads.Figure
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.counterpart
import kotlinx.serialization.json.int
import kotlinx.serialization.json.jsonPrimitive
import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path

/** HTTPServer, as workloads.yaml has it. */
public val httpServer: Benchmark =
    Benchmark(
        "HTTPServer",
        listOf(
            Parameter("rate"),
            Parameter("duration"),
            Parameter("file", Switch.entries),
        ),
        servers,
    ) {
        HTTPServerWorkload(
            it.int("rate"),
            it.int("duration"),
            it.choice("file"),
            it["exec"],
            counterpart(),
        )
    }

/** Whether each request writes a file. */
public enum class Switch(
    override val key: String,
) : Choice {
    ON("on"),
    OFF("off"),
}

/** The highest rate that every server has to hold. Of a higher one, what it holds is measured. */
private const val LOW_RATE = 2000

private const val SECOND = 1_000_000_000L

/** How long an attack may take that is slower than it was to be. */
private const val LONGEST = 60 * SECOND

/** How long a server is attacked at each rate that is tried to find the one it holds. */
private const val STEP = 2 * SECOND

/** How many milliseconds a server does nothing that has nothing left to do, and how long that is waited for. */
private const val CALM = 200L
private const val PATIENCE = 10_000L

/** What came of an attack: what the load says, and what the server saw. */
public class Attack internal constructor(
    public val report: Report,
    internal val visit: Visit,
)

/**
 * A server, and requests that come at a constant [rate] for [duration] seconds, whether or not earlier ones were answered. They come from
 * another process, [program].
 *
 * @throws IllegalArgumentException for a value out of range
 * @throws IOException where server or load do not start
 */
public class HTTPServerWorkload(
    private val rate: Int,
    private val duration: Int,
    file: Switch,
    exec: String,
    program: String,
) : Operation<Attack> {
    internal val service = Service(file == Switch.ON)
    internal val folder: Path
    internal val server: Server
    private val attacker: Counterpart
    private var attacks = 0

    /** Of the attacks to come: less than [rate] where it can't be held. */
    private var heldRate = rate
    private var last: Attack? = null

    /** Not told yet. */
    private var figures = emptyList<Figure>()

    /** How many requests a run sends. */
    private val requests get() = rate * duration

    init {
        require(rate >= 1) { "rate=$rate: want 1 or more" }
        require(duration >= 1) { "duration=$duration: want 1 or more" }
        server = serve(exec, service)
        try {
            folder =
                try {
                    Files.createTempDirectory("httpserver-")
                } catch (e: IOException) {
                    throw IOException("$e: want a folder for temporary files that can be written", e)
                }
            try {
                attacker = Counterpart(program, "attack")
            } catch (e: IOException) {
                Files.delete(folder)
                throw e
            }
        } catch (e: IOException) {
            server.close()
            throw e
        }
    }

    /** One attack. It sends as many requests as [rate] and [duration] say also where the rate can't be held, and takes longer. */
    override fun run(): Attack {
        val nanos = minOf(requests * SECOND / heldRate, LONGEST)
        val (visit, line) = order("attack", heldRate, nanos)
        return Attack(read(line, ::Report), visit)
    }

    /** Has the server attacked, and returns what each side says. */
    private fun order(
        verb: String,
        rate: Int,
        nanos: Long,
    ): Pair<Visit, String> {
        attacks++
        val visit = Visit(Files.createDirectory(folder.resolve(attacks.toString())))
        service.visit = visit
        return visit to attacker.ask("$verb http://127.0.0.1:${server.port}/ $rate ${nanos}ns")
    }

    /**
     * Refuses an attack after which client, server and files do not tell of as many requests, and one at a low rate that was not held, unless
     * it is the first, by which the server warms up. Where the first at a higher rate was not, it looks for the rate that is, for the attacks
     * to come.
     *
     * @throws IllegalStateException that says what was wanted
     */
    override fun check(result: Attack) {
        val report = result.report
        val served = leave(result.visit, report.ok == report.requests)
        // A request that failed for the client may have been served: its answer came too late.
        check(served in report.ok..(if (report.ok == report.requests) report.ok else report.requests)) {
            "of ${report.requests} requests the server served $served, and the client had ${report.ok} answers: want as many"
        }
        val first = last == null
        check(report.held || rate > LOW_RATE || first) {
            val held = minOf(report.pace, report.rate * (1 - report.errorRate)).toInt()
            "held $held of ${report.rate} requests a second: want 99.9 %" + report.error?.let { ": $it" }.orEmpty()
        }
        if (!report.held && rate > LOW_RATE && first) findRate()
        last = result
        figures = figuresOf(report)
    }

    /**
     * Waits until the server has got rid of an attack's last requests, unless all are [answered], and removes its files.
     *
     * @return how many requests it served
     * @throws IllegalStateException for another number of files
     */
    private fun leave(
        visit: Visit,
        answered: Boolean,
    ): Int {
        var served = visit.served.get()
        var still = answered
        var waited = 0L
        while (!still && waited < PATIENCE) {
            val before = served
            Thread.sleep(CALM)
            waited += CALM
            served = visit.served.get()
            still = served == before
        }
        val files = remove(visit.folder)
        check(!service.files || files == served) { "$files files of $served requests: want as many" }
        return served
    }

    /** Removes a folder and returns how many files were in it. */
    private fun remove(folder: Path): Int {
        var files = 0
        Files.newDirectoryStream(folder).use {
            for (file in it) {
                Files.delete(file)
                files++
            }
        }
        Files.delete(folder)
        return files
    }

    /** Has the attacks to come at the highest rate that the server holds. */
    private fun findRate() {
        val (visit, line) = order("hold", rate, minOf(STEP, duration * SECOND))
        leave(visit, answered = false)
        heldRate = read(line) { it.getValue("held").jsonPrimitive.int }
        check(heldRate > 0) { "held 0 of $rate requests a second: want 1 or more" }
    }

    private fun figuresOf(report: Report): List<Figure> {
        fun latency(name: String) = report.latency.getValue(name)
        return listOf(
            Figure(latency("mean") * requests, "ns/op"),
            Figure(latency("p50"), "p50-ns"),
            Figure(latency("p95"), "p95-ns"),
            Figure(latency("p99"), "p99-ns"),
            Figure(latency("max"), "max-ns"),
            Figure(report.achieved, "achieved-ops/s"),
            Figure(report.errorRate, "error-rate"),
            Figure(liveHeap(), "live-heap-B"),
        )
    }

    /** How many bytes are in use after a collection. */
    private fun liveHeap(): Double {
        System.gc()
        return Runtime.getRuntime().run { totalMemory() - freeMemory() }.toDouble()
    }

    /**
     * What the load saw of the last attack. `ns/op` is what all requests of a run take together, each from when it was due until its answer had
     * come.
     */
    override fun figures(): List<Figure> = figures.also { figures = emptyList() }

    /** Says at which rate was measured, where it is not the one that was asked for. */
    override fun note(): String? = if (heldRate == rate) null else "can't hold $rate requests a second here: measured at $heldRate"

    /** Ends load and server, and removes all files. */
    override fun close() {
        try {
            server.use { attacker.close() }
        } finally {
            folder.toFile().deleteRecursively()
        }
    }
}
