package cobench.harness.matrix

import cobench.workloads.Exec
import cobench.workloads.matmul.Pattern
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

class MatrixOptionsTest {
    private fun options(line: String) = matrixOptions(line.split(' ').filter { it.isNotEmpty() })

    @Test
    fun everyOption() {
        for (line in listOf(
            "--size 250 --coroutines 8 --mode PURE --repeat 10 --output --file x.csv --log --exec default",
            "--size=250 --coroutines=8 --mode=pure --repeat=10 --output --file=x.csv --log --exec=default",
            "-l -o -s 250 -c 8 -m Pure -r 10 -f x.csv -e default",
            "-e=default -f=x.csv -l -m=pure -o -r=10 -c=8 -s=250",
        )) {
            val options = assertNotNull(options(line), line)
            assertEquals(250, options.size, line)
            assertEquals(8, options.coroutines, line)
            assertEquals(Pattern.PURE, options.mode, line)
            assertEquals(10, options.repeat, line)
            assertTrue(options.output, line)
            assertEquals("x.csv", options.file, line)
            assertTrue(options.log, line)
            assertEquals(Exec.DEFAULT, options.exec, line)
        }
    }

    @Test
    fun whatIsLeftOut() {
        val options = assertNotNull(options(""))
        assertEquals(3, options.size)
        assertEquals(4, options.coroutines)
        assertEquals(Pattern.COORDINATOR, options.mode)
        assertEquals(1, options.repeat)
        assertFalse(options.output)
        assertNull(options.file)
        assertFalse(options.log)
        assertEquals(Exec.EVENT_LOOP, options.exec)
    }

    @Test
    fun modes() {
        for (mode in listOf(Pattern.COORDINATOR, Pattern.FAN, Pattern.PURE)) {
            for (text in listOf(mode.name, mode.key)) assertEquals(mode, options("-m $text")?.mode, text)
        }
    }

    @Test
    fun whatIsRefused() {
        for ((line, want) in mapOf(
            "-s 0" to "--size=0: want a whole number from 1 to 4096",
            "--size -1" to "--size=-1: want a whole number from 1 to 4096",
            "-s=abc" to "--size=abc: want a whole number from 1 to 4096",
            "--size=1000000000" to "--size=1000000000: want a whole number from 1 to 4096",
            "--size=10000000000" to "--size=10000000000: want a whole number from 1 to 4096",
            "--size=" to "--size=: want a whole number from 1 to 4096",
            "--size" to "--size: want a value",
            "-s 3 --size 4" to "--size is given twice",
            "-c 0" to "--coroutines=0: want a whole number from 1 to 4096",
            "-r 0" to "--repeat=0: want a whole number from 1 to 2147483647",
            "-m sequential" to "--mode=sequential: want one of COORDINATOR, FAN, PURE",
            "-e pool" to "--exec=pool: want one of default, event-loop, io, limited, virtual-dispatcher",
            "-f=" to "--file=: want a file's name",
            "--output=yes" to "--output=yes: want no value",
            "-x" to "unknown argument -x: want $NAMES",
            "250" to "unknown argument 250: want $NAMES",
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException>(line) { options(line) }.message)
        }
    }

    @Test
    fun help() {
        for (line in listOf("-h", "--help", "-s 3 --help")) assertNull(options(line), line)
    }

    private companion object {
        const val NAMES = "--size --coroutines --mode --repeat --output --file --log --exec --help"
    }
}
