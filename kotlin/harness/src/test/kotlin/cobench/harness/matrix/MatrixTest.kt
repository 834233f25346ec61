package cobench.harness.matrix

import cobench.harness.harness
import cobench.harness.modePrefix
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import kotlin.time.Duration.Companion.nanoseconds
import kotlin.uuid.Uuid

/** The whole command, without its process. */
class MatrixTest {
    private val out = mutableListOf<String>()
    private val err = mutableListOf<String>()

    private fun matrix(vararg args: String): Int {
        out.clear()
        err.clear()
        return harness(listOf("matrix") + args, out::add, err::add)
    }

    private fun rows(name: String) =
        read(name).lines().let {
            assertEquals(HEADER, it.first())
            assertEquals("", it.last())
            it.drop(1).dropLast(1).map { row -> row.split(',') }
        }

    @Test
    fun eachMode() {
        for ((args, mode) in mapOf(
            "-m=COORDINATOR" to "coordinator",
            "-m=FAN" to "fan",
            "-m=PURE" to "pure",
            "-m=fan -e=event-loop" to "fan",
            "-m=fan -e=default" to "default_fan",
            "-m=pure -e=limited" to "limited_pure",
        )) {
            val name = file("")
            assertEquals(0, matrix("-s=11", "-c=8", "-r=3", "-f=$name", *args.split(' ').toTypedArray()), "$err")
            val rows = rows(name)
            assertEquals(3, rows.size)
            assertEquals(1, rows.map { it[0] }.distinct().size)
            for (row in rows) {
                assertNotNull(Uuid.parseOrNull(row[0]), row[0])
                assertEquals(listOf("11", "8", "${modePrefix()}_$mode"), row.subList(1, 4))
                assertTrue(row[4].toLong() in 0..60_000, row[4])
            }
            assertEquals(emptyList(), out + err)
        }
    }

    /** The same product stands in the Go twin's tests. */
    @Test
    fun printsTheProductOnce() {
        val name = file("")
        assertEquals(0, matrix("-r", "2", "--output", "-f", name), "$err")
        assertEquals(listOf("101 113 136", "66 78 96", "95 75 92"), out)
        assertEquals(2, rows(name).size)
    }

    @Test
    fun logsTimes() {
        assertEquals(0, matrix("-r", "2", "--log", "-f", file("")), "$err")
        assertEquals(listOf("1 of 2", "2 of 2", "mean"), err.map { it.substringBefore(": ") })
        assertEquals(emptyList(), out)
    }

    @Test
    fun aWorkspaceIsAProcess() {
        val name = file("")
        repeat(2) { matrix("-f", name) }
        assertEquals(2, rows(name).map { it[0] }.distinct().size)
    }

    @Test
    fun whatIsRefused() {
        for ((args, want) in mapOf(
            listOf("-s", "0") to "matrix: --size=0: want a whole number from 1 to 4096",
            listOf("-f", "target") to "matrix: --file=target: Is a directory: want a file that can be read and written",
        )) {
            assertEquals(2, matrix(*args.toTypedArray()))
            assertEquals(listOf(want), err)
            assertEquals(emptyList(), out)
        }
    }

    @Test
    fun helps() {
        assertEquals(0, matrix("--help"))
        assertEquals("usage: harness matrix [option]...", out.first())
    }

    @Test
    fun millisecondsAreRoundedHalfUp() {
        for ((nanos, want) in mapOf(
            0L to 0L,
            499_999L to 0L,
            500_000L to 1L,
            1_499_999L to 1L,
            1_500_000L to 2L,
            12_070_400_000L to 12_070L,
        )) {
            assertEquals(want, millis(nanos.nanoseconds), "$nanos ns")
        }
    }

    @Test
    fun fileIsNamedAfterTheTime() = assertEquals("apos-20250303-211013.csv", defaultFile("2025-03-03T21:10:13.123456Z"))
}
