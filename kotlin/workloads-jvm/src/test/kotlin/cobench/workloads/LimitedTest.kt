package cobench.workloads

import java.util.concurrent.atomic.AtomicInteger
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

/** The execs of [limitedExecs] that this JVM has. */
internal val limitedExecsHere = limitedExecs.map { it.key }.filter { !it.startsWith("virtual") || Runtime.version().feature() >= 21 }

class LimitedTest {
    @Test
    fun everyTaskIsRunOnce() {
        for (exec in limitedExecsHere) {
            for (limit in listOf(1, 3, 200)) {
                val ran = List(100) { AtomicInteger() }
                limited(exec, limit).use { limited -> repeat(2) { limited.each(100) { ran[it].incrementAndGet() } } }
                assertTrue(ran.all { it.get() == 2 }, "$exec, limit $limit: $ran")
            }
        }
    }

    /** All that may be at work are so at once, except on Dispatchers.Default, which has no more threads than there are cores. */
    @Test
    fun soManyAreAtWork() {
        for (exec in limitedExecsHere) {
            val working = AtomicInteger()
            val most = AtomicInteger()
            limited(exec, 3).use {
                it.each(30) {
                    most.accumulateAndGet(working.incrementAndGet(), ::maxOf)
                    Thread.sleep(5)
                    working.decrementAndGet()
                }
            }
            val want = if (exec == "default") Runtime.getRuntime().availableProcessors().coerceIn(2, 3) else 3
            assertEquals(want, most.get(), exec)
        }
    }

    @Test
    fun whatSuspendsIsLimitedToo() {
        val working = AtomicInteger()
        val most = AtomicInteger()
        LimitedCoroutines(Exec.DEFAULT, 5).eachSuspending(50) {
            most.accumulateAndGet(working.incrementAndGet(), ::maxOf)
            kotlinx.coroutines.delay(5)
            working.decrementAndGet()
        }
        assertEquals(5, most.get())
    }

    @Test
    fun failureIsThrownAndTheNextRunIsWhole() {
        for (exec in limitedExecsHere) {
            limited(exec, 2).use { limited ->
                val thrown = assertFailsWith<IllegalStateException>(exec) { limited.each(20) { check(it != 7) { "boom" } } }
                assertEquals("boom", thrown.message, exec)
                val ran = AtomicInteger()
                limited.each(20) { ran.incrementAndGet() }
                assertEquals(20, ran.get(), exec)
            }
        }
    }
}
