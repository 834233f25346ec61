package cobench.workloads.pipeline

import cobench.workloads.Exec
import cobench.workloads.execsHere
import cobench.workloads.within
import kotlinx.coroutines.Job
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

class PipelineTest {
    private fun workload(
        between: Between,
        stages: Int = 4,
        messages: Int = 1000,
        capacity: Int = 0,
        exec: Exec = Exec.DEFAULT,
    ) = PipelineWorkload(between, stages, messages, capacity, 1, exec)

    @Test
    fun everyPipeline() {
        for (exec in execsHere) {
            for (between in Between.entries) {
                for (stages in listOf(1, 2, 3, 10)) {
                    for (capacity in listOf(0, 1, 64)) {
                        val workload = workload(between, stages, 1000, capacity, exec)
                        val case = "${exec.key}, ${between.key}, stages=$stages, capacity=$capacity"
                        repeat(2) { workload.check(within(case) { workload.run() }) }
                    }
                }
            }
        }
    }

    /** What arrives is the same in Go's test. */
    @Test
    fun sameWorkInEveryLanguage() {
        val expected = workload(Between.CALLS).expected
        assertEquals(763, expected.count)
        assertEquals(0xf629a234053e6260UL.toLong(), expected.chain)
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        for ((want, make) in mapOf(
            "stages=0: want 1 or more" to { workload(Between.CALLS, stages = 0) },
            "messages=0: want 1 or more" to { workload(Between.CALLS, messages = 0) },
            "capacity=-1: want 0 or more" to { workload(Between.CALLS, capacity = -1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
    }

    @Test
    fun wrongReceiptIsRefused() {
        val workload = workload(Between.CALLS)
        for ((want, spoil) in mapOf<String, (Receipt) -> Unit>(
            "2 parties had a part: want 1 for between=calls" to { it.parties += Job() },
            "762 messages arrived: want 763 of 1000" to { it.count-- },
            "the chain of the messages that arrived is 0xf629a234053e6261: want 0xf629a234053e6260" to { it.chain++ },
        )) {
            val receipt = workload.run()
            spoil(receipt)
            assertEquals(want, assertFailsWith<IllegalStateException> { workload.check(receipt) }.message)
        }
    }
}
