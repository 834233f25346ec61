package cobench.harness

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** The whole command, without its process. */
class HarnessTest {
    private val out = mutableListOf<String>()
    private val err = mutableListOf<String>()
    private val params = "pattern=fan/n=3/workers=2/capacity=1/kernel=ijk/grain=cell/seed=1/exec=event-loop"
    private val suffix = if (processors() == 1) "" else "-${processors()}"

    private fun harness(vararg args: String): Int {
        out.clear()
        err.clear()
        return harness(args.asList(), out::add, err::add)
    }

    private fun configuration() =
        out.filter { !it.startsWith("Benchmark") }.associate { it.substringBefore(": ") to it.substringAfter(": ") }

    private fun benchmarkLines() = out.filter { it.startsWith("Benchmark") }.map { it.split('\t') }

    @Test
    fun measuresWhatItIsTold() {
        assertEquals(
            0,
            harness("-bench", "^BenchmarkMatMul$", "-params", params, "-name", "n=3", "-benchtime", "5x", "-count", "2"),
            "$err",
        )
        assertEquals(setOf("goos", "goarch", "vm"), configuration().keys)
        assertEquals(2, benchmarkLines().size)
        for (fields in benchmarkLines()) {
            assertEquals(listOf("BenchmarkMatMul/n=3$suffix", "5"), fields.take(2))
            assertTrue(fields[2].endsWith(" ns/op"), fields[2])
            assertTrue(fields[2].substringBefore(' ').toDouble() > 0, fields[2])
        }
    }

    @Test
    fun nameIsTheParametersByDefault() {
        assertEquals(0, harness("-bench=MatMul", "-params=$params", "-benchtime=1x"), "$err")
        assertEquals("BenchmarkMatMul/$params$suffix", benchmarkLines().single().first())
    }

    @Test
    fun coldCurve() {
        val started = unixNanos()
        assertEquals(0, harness("-bench=MatMul", "-params=$params", "-cold", "12", "-started", "$started"), "$err")
        val curve = configuration().getValue("curve").split(' ').map(String::toLong)
        assertEquals(12, curve.size)
        val figures = benchmarkLines().single().drop(2).associate { it.substringAfter(' ') to it.substringBefore(' ').toDouble() }
        assertEquals(setOf("first-ns/op", "tenth-ns/op", "start-ns"), figures.keys)
        for ((unit, nanos) in mapOf("first-ns/op" to curve[0], "tenth-ns/op" to curve[9])) {
            assertEquals(nanos.toDouble(), figures.getValue(unit), 0.5, unit)
        }
        // The clock of the day and that of the process need not tick at the same time.
        assertTrue(figures.getValue("start-ns") >= curve[0] - 1_000_000, "$figures")
    }

    @Test
    fun coldWithoutATenth() {
        assertEquals(0, harness("-bench=MatMul", "-params=$params", "-cold=9"), "$err")
        assertEquals(listOf("first-ns/op"), benchmarkLines().single().drop(2).map { it.substringAfter(' ') })
    }

    @Test
    fun lists() {
        assertEquals(0, harness("-list"))
        assertEquals(
            benchmarks.map { "${it.name} ${it.parameters.joinToString(" ")}" },
            out,
        )
    }

    @Test
    fun whatIsRefused() {
        for ((args, want) in mapOf(
            listOf("-bench=^X$", "-params=n=1") to "harness: -bench ^X$: want one of ${benchmarks.joinToString { it.name }}",
            listOf("-bench=MatMul", "-params=n=1") to
                "harness: -params: without pattern, workers, capacity, kernel, grain, seed, exec: " +
                "want pattern, n, workers, capacity, kernel, grain, seed, exec",
            listOf("-bench=MatMul", "-params=${params.replace("n=3", "n=0")}") to "harness: n=0: want 1 or more",
            listOf("-bench=MatMul", "-params=${params.replace("n=3", "n=x")}") to "harness: n=x: want a whole number",
            listOf("-bench=MatMul", "-params=${params.replace("fan", "x")}") to
                "harness: pattern=x: want one of fan, coordinator, pure, sequential",
            listOf("-x") to "harness: unknown argument -x: want -bench -benchtime -cold -count -list -name -params -started -warmup",
        )) {
            assertEquals(2, harness(*args.toTypedArray()), "$args")
            assertEquals(listOf(want), err)
            assertEquals(emptyList(), out, "$args")
        }
    }

    @Test
    fun patternThatIsNone() {
        assertEquals(2, harness("-bench=(", "-params=$params"))
        assertTrue(err.single().startsWith("harness: -bench (: want a regular expression"), "$err")
    }
}
