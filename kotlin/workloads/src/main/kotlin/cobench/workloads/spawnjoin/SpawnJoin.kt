package cobench.workloads.spawnjoin

import cobench.workloads.Benchmark
import cobench.workloads.Exec
import cobench.workloads.Operation
import cobench.workloads.Parameter
import cobench.workloads.SplitMix64
import cobench.workloads.processors
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

/** SpawnJoin, as workloads.yaml has it. */
public val spawnJoin: Benchmark =
    Benchmark("SpawnJoin", listOf(Parameter("tasks"), Parameter("seed")), Exec.offered) {
        CoroutineSpawnJoin(it.int("tasks"), it.long("seed"), it.choice("exec"))
    }

/** What the tasks of a run came to. */
public class Joined(
    /** Tasks that left a value. */
    public val tasks: Int,
    /** The sum of the values, modulo 2^64. */
    public val sum: Long,
)

/**
 * A parent and its [tasks], with everything prepared that is not measured: a number to compute with, which [seed] decides, and a slot for
 * the value of each task. How the tasks are run is a subclass's.
 *
 * @throws IllegalArgumentException for a value out of range
 */
public abstract class SpawnJoinWorkload(
    protected val tasks: Int,
    seed: Long,
) : Operation<Joined> {
    private val states: LongArray
    private val slots: LongArray

    /** Not made before it is asked for: it would warm up the very code that a cold start is to run for the first time. */
    private val expected by lazy { states.fold(0L) { sum, state -> sum + step(state) } }

    init {
        require(tasks >= 1) { "tasks=$tasks: want 1 or more" }
        val generator = SplitMix64(seed)
        states = LongArray(tasks) { generator.next() }
        slots = LongArray(tasks)
    }

    /** What is measured: the parent starts each task itself, which is one [leave]; it waits for all, and then takes the values out. */
    final override fun run(): Joined {
        spawnAndJoin()
        return take()
    }

    /** Starts a task for each number below [tasks], and returns when all have ended. */
    protected abstract fun spawnAndJoin()

    /** Task [task]: computes one step and leaves its value in a slot of its own. Not `async`'s result, since Go has nothing like it. */
    protected fun leave(task: Int) {
        slots[task] = step(states[task])
    }

    /** Empties the slots, so that no value of this run is one of the next. */
    private fun take(): Joined {
        var left = 0
        var sum = 0L
        for (i in slots.indices) {
            if (slots[i] != 0L) {
                left++
                sum += slots[i]
                slots[i] = 0
            }
        }
        return Joined(left, sum)
    }

    /**
     * Refuses a run in which not every task left its value.
     *
     * @throws IllegalStateException with the count or the sum that is wrong
     */
    final override fun check(result: Joined) {
        check(result.tasks == tasks) { "${result.tasks} tasks left a value: want $tasks" }
        check(result.sum == expected) { "the values' sum is ${result.sum}: want $expected" }
    }

    /** One step of Knuth's linear congruential generator (MMIX), made odd: 0 is an empty slot. */
    private fun step(state: Long): Long = (state * 6364136223846793005 + 1442695040888963407) or 1
}

/** A coroutine for each task. */
internal class CoroutineSpawnJoin(
    tasks: Int,
    seed: Long,
    exec: Exec,
) : SpawnJoinWorkload(tasks, seed) {
    private val context = exec.context(processors)

    override fun spawnAndJoin() =
        runBlocking(context) {
            repeat(tasks) { task -> launch { leave(task) } }
        }
}
