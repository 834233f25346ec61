package cobench.workloads.httpserver

import cobench.workloads.counterpartProgram
import cobench.workloads.script
import org.junit.jupiter.api.Timeout
import java.io.IOException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.deleteExisting
import kotlin.io.path.exists
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.readText
import kotlin.io.path.writeText
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue

@Timeout(120)
class HTTPServerTest {
    private val here = servers.map { it.key }.filter { it !in setOf("virtual", "jetty") || Runtime.version().feature() >= 21 }

    private fun workload(
        rate: Int = 100,
        duration: Int = 1,
        file: Switch = Switch.ON,
        exec: String = "io",
        program: String = counterpartProgram,
    ) = HTTPServerWorkload(rate, duration, file, exec, program)

    /** A machine that is busy with other things may not hold even this rate; then it is another attack's turn. */
    @Test
    fun attacks() {
        for (exec in here) {
            for (file in Switch.entries) {
                val workload = workload(exec = exec, file = file)
                workload.use {
                    it.check(it.run())
                    var held = false
                    for (attempt in 1..10) {
                        val attack = it.run()
                        val report = attack.report
                        assertEquals(listOf(100, 100, 100), listOf(report.requests, report.ok, report.rate), "$exec: ${report.error}")
                        try {
                            it.check(attack)
                            held = true
                            break
                        } catch (e: IllegalStateException) {
                            assertTrue(e.message.orEmpty().endsWith(" of 100 requests a second: want 99.9 %"), "$exec: $e")
                        }
                    }
                    assertTrue(held, "$exec never held 100 requests a second")
                    assertEquals(emptyList(), it.folder.listDirectoryEntries())
                    assertNull(it.note())
                }
                assertFalse(workload.folder.exists())
            }
        }
        assertEquals(0, ProcessHandle.current().children().count())
    }

    @Test
    fun serversRefuse() {
        for (exec in here) {
            workload(exec = exec).use {
                val visit = Visit(Files.createDirectory(it.folder.resolve("test")))
                it.service.visit = visit
                val item = """{"id":17,"value":"a534a6a6b7fd0b63"}"""
                assertEquals(200 to item, it.post(item), exec)
                assertEquals(item, visit.folder.resolve("17").readText())
                assertEquals(500 to "java.nio.file.FileAlreadyExistsException: ${visit.folder.resolve("17")}", it.post(item), exec)
                assertEquals(400 to "\"{}\": want $item", it.post("{}"), exec)
                assertEquals(1, visit.served.get(), exec)
            }
        }
    }

    private fun HTTPServerWorkload.post(body: String): Pair<Int, String> {
        val request = HttpRequest.newBuilder(URI("http://127.0.0.1:${server.port}/")).POST(HttpRequest.BodyPublishers.ofString(body))
        val answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString())
        return answer.statusCode() to answer.body()
    }

    /** A counterpart that answers every attack and every search by the same, and writes down in [orders] what it was asked. */
    private fun fake(
        report: String,
        holding: String = "",
        orders: String = "/dev/null",
    ) = script(
        """
        while read -r verb url rest; do
          echo "${'$'}verb ${'$'}rest" >>$orders
          case ${'$'}verb in
          attack) echo '$report' ;;
          hold) echo '$holding' ;;
          esac
        done
        """.trimIndent(),
    )

    private fun report(
        requests: Int,
        ok: Int,
        rate: Int,
        pace: Double = 0.0,
        held: Boolean = false,
        errorRate: Double = 0.0,
        errors: String = "",
    ) = """{"requests":$requests,"ok":$ok,"rate":$rate,"achieved":90.5,"pace":$pace,"held":$held,"error-rate":$errorRate,""" +
        """"errors":[$errors],"latency-ns":{"mean":1000,"p50":2,"p95":3,"p99":4,"max":5},""" +
        """"late-ns":{"mean":6,"p50":6,"p95":6,"p99":6,"max":6}}"""

    @Test
    fun figuresAreToldOnce() =
        workload(program = fake(report(100, 0, 100, held = true, errorRate = 0.25))).use {
            assertEquals(emptyList(), it.figures())
            it.check(it.run())
            val figures = it.figures()
            assertEquals(
                "100000.0 ns/op, 2.0 p50-ns, 3.0 p95-ns, 4.0 p99-ns, 5.0 max-ns, 90.5 achieved-ops/s, 0.25 error-rate",
                figures.dropLast(1).joinToString { figure -> "${figure.value} ${figure.unit}" },
            )
            assertEquals("live-heap-B", figures.last().unit)
            assertTrue(figures.last().value in 1e5..1e9, "${figures.last().value}")
            assertEquals(emptyList(), it.figures())
        }

    /** Reports of a server that nobody has asked anything. */
    @Test
    fun wrongAttacksAreRefused() {
        for ((report, want) in mapOf(
            report(2000, 0, 2000, pace = 1811.9) to "held 1811 of 2000 requests a second: want 99.9 %",
            report(10, 0, 10, pace = 10.0, errorRate = 0.4, errors = """{"error":"EOF","count":3},{"error":"x","count":1}""") to
                "held 6 of 10 requests a second: want 99.9 %: EOF",
            report(10, 10, 10, held = true) to "of 10 requests the server served 0, and the client had 10 answers: want as many",
            "{" to "counterpart attack: \"{\": want JSON",
            "{}" to "counterpart attack: \"{}\": Key requests is missing in the map.",
            """{"requests":"x"}""" to "counterpart attack: \"{\"requests\":\"x\"}\": want another kind of value",
        )) {
            workload(program = fake(report)).use {
                if (want.startsWith("held ")) it.check(it.run()) // the first attack
                assertEquals(want, assertFailsWith<IllegalStateException>(report) { it.check(it.run()) }.message)
            }
        }
        workload(program = fake("error no")).use {
            assertEquals("program attack: no", assertFailsWith<IOException> { it.run() }.message)
        }
    }

    @Test
    fun missingFileIsRefused() {
        for ((spoil, want) in mapOf<(Path) -> Unit, String?>(
            { _: Path -> } to null,
            { folder: Path -> folder.resolve("2").deleteExisting() } to "2 files of 3 requests: want as many",
            { folder: Path -> folder.resolve("4").writeText("") } to "4 files of 3 requests: want as many",
        )) {
            workload(rate = 3, program = fake(report(3, 3, 3, held = true))).use {
                val attack = it.run()
                for (id in 1..3) assertEquals(200, it.post("""{"id":$id,"value":"a534a6a6b7fd0b63"}""").first)
                spoil(attack.visit.folder)
                if (want == null) {
                    it.check(attack)
                } else {
                    assertEquals(want, assertFailsWith<IllegalStateException> { it.check(attack) }.message)
                }
            }
        }
    }

    @Test
    fun higherRateIsLookedForOnce() {
        val orders = Files.createTempFile("orders", "")
        val program = fake(report(16000, 0, 8000, pace = 4000.0), """{"rate":8000,"held":3120,"attacks":9}""", "$orders")
        workload(rate = 8000, duration = 10, program = program).use {
            repeat(2) { _ -> it.check(it.run()) }
            assertEquals("can't hold 8000 requests a second here: measured at 3120", it.note())
        }
        // 80000 requests at 3120 a second.
        assertEquals("attack 8000 10000000000ns\nhold 8000 2000000000ns\nattack 3120 25641025641ns\n", orders.readText())
        orders.deleteExisting()
    }

    @Test
    fun noRateIsHeld() {
        val program = fake(report(8000, 0, 8000), """{"rate":8000,"held":0,"attacks":16}""")
        workload(rate = 8000, program = program).use {
            val refused = assertFailsWith<IllegalStateException> { it.check(it.run()) }
            assertEquals("held 0 of 8000 requests a second: want 1 or more", refused.message)
        }
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "rate=0: want 1 or more" to { workload(rate = 0) },
            "duration=-1: want 1 or more" to { workload(duration = -1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun whatDoesNotStartLeavesNothingBehind() {
        for (exec in here) {
            val before = folders()
            val refused = assertFailsWith<IOException> { workload(exec = exec, program = "/missing/counterpart") }.message.orEmpty()
            assertTrue(refused.contains("\"/missing/counterpart\""), refused)
            assertEquals(before, folders())
        }
    }

    @Test
    fun loadThatDies() {
        val program = script("read line; echo counterpart: attack: 1024 files may be open: want 4160 >&2; exit 1")
        val workload = workload(program = program)
        val failed = assertFailsWith<IOException> { workload.use { it.run() } }
        assertEquals("program attack: exit status 1: counterpart: attack: 1024 files may be open: want 4160", failed.message)
        assertFalse(workload.folder.exists())
    }

    private fun folders() =
        Files
            .createTempDirectory("")
            .also(Files::delete)
            .parent
            .listDirectoryEntries("httpserver-*")
            .toSet()

    private companion object {
        val client: HttpClient = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()
    }
}
