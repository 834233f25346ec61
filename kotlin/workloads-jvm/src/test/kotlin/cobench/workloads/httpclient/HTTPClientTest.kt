package cobench.workloads.httpclient

import cobench.workloads.Outcomes
import cobench.workloads.counterpartProgram
import cobench.workloads.limitedExecsHere
import cobench.workloads.script
import org.junit.jupiter.api.Timeout
import java.io.IOException
import java.net.URI
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

@Timeout(60)
class HTTPClientTest {
    private fun workload(
        requests: Int = 20,
        limit: Int = 4,
        delay: Int = 0,
        exec: String = "io",
        program: String = counterpartProgram,
    ) = HTTPClientWorkload(requests, limit, delay, exec, program)

    @Test
    fun everyExecLimitAndDelay() {
        for (exec in limitedExecsHere) {
            for (delay in listOf(0, 5)) {
                for (limit in listOf(1, 3, 64)) { // in turn, a few, more than there are requests
                    workload(limit = limit, delay = delay, exec = exec).use {
                        repeat(2) { _ -> it.check(it.run()) }
                        val p50 = it.figures().first()
                        assertEquals("p50-ns", p50.unit)
                        assertTrue(p50.value in delay * 1e6..delay * 1e6 + 1e9, "$exec limit=$limit delay=$delay: ${p50.value}")
                    }
                }
            }
        }
    }

    /** Results may be checked after all runs, as those of a cold process are. */
    @Test
    fun checksAfterAllRuns() = workload().use { List(2) { _ -> it.run() }.forEach(it::check) }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "requests=0: want 1 or more" to { workload(requests = 0) },
            "limit=0: want 1 or more" to { workload(limit = 0) },
            "delay=-1: want 0 or more" to { workload(delay = -1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
        assertEquals(0, ProcessHandle.current().children().count())
    }

    @Test
    fun serverThatDoesNotStart() {
        val refused = assertFailsWith<IOException> { workload(delay = 2000) }.message
        val want = """counterpart todos: exit status 2: counterpart: todos: invalid value "2000ms" for flag -delay: want 0s to 1s"""
        assertTrue(refused.orEmpty().startsWith(want), refused)

        val program = script("echo hello")
        assertEquals(
            "$program: \"hello\": want listening and an address",
            assertFailsWith<IOException> { workload(program = program) }.message,
        )
        assertEquals(0, ProcessHandle.current().children().count())
    }

    @Test
    fun wrongOutcomesAreRefused() =
        workload().use {
            val right = it.run()
            it.check(right)
            for ((want, sums) in mapOf(
                "request 3 was answered by checksum 3b7dc18b: want 3b7dc18a" to right.sums.clone().apply { this[3]++ },
                "19 requests: want 20" to right.sums.copyOf(19),
            )) {
                assertEquals(want, assertFailsWith<IllegalStateException> { it.check(Outcomes(sums, LongArray(20))) }.message)
            }
            it.uri.toURL().readText() // one that no run has sent
            assertEquals(
                "the server has served 21 requests: want 20",
                assertFailsWith<IllegalStateException> { it.check(right) }.message,
            )
        }

    @Test
    fun otherStatusIsRefused() {
        for (exec in limitedExecsHere) {
            workload(exec = exec, limit = 1).use {
                it.uri = URI(it.uri.toString().removeSuffix("/todos"))
                val refused = assertFailsWith<IllegalStateException>(exec) { it.run() }
                assertTrue(Regex("""request \d+: status 404: want 200""").matches(refused.message.orEmpty()), refused.message)
            }
        }
    }

    @Test
    fun serverThatDies() {
        for (exec in limitedExecsHere) {
            workload(exec = exec).use {
                it.check(it.run())
                it.server.close()
                val failed = assertFailsWith<IOException>(exec) { it.run() }
                assertTrue(Regex("""request \d+: java\.\S+.*""").matches(failed.message.orEmpty()), failed.message)
            }
        }
    }
}
