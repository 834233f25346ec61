package cobench.workloads

import cobench.workloads.allocation.allocation
import cobench.workloads.boundedbuffer.boundedBuffer
import cobench.workloads.broadcast.broadcast
import cobench.workloads.cancel.cancel
import cobench.workloads.channel.channel
import cobench.workloads.condition.condition
import cobench.workloads.contention.contention
import cobench.workloads.counter.counter
import cobench.workloads.fanout.fanOut
import cobench.workloads.latest.latest
import cobench.workloads.matmul.matMul
import cobench.workloads.parked.parked
import cobench.workloads.pileibniz.piLeibniz
import cobench.workloads.pingpong.pingPong
import cobench.workloads.pipeline.pipeline
import cobench.workloads.selectfanin.selectFanIn
import cobench.workloads.spawnjoin.spawnJoin
import cobench.workloads.threadring.threadRing
import cobench.workloads.timer.timer

/** Every workload that needs nothing but coroutines. */
public val coroutineBenchmarks: List<Benchmark> =
    listOf(
        matMul,
        channel,
        pingPong,
        threadRing,
        selectFanIn,
        spawnJoin,
        parked,
        piLeibniz,
        counter,
        boundedBuffer,
        condition,
        timer,
        cancel,
        broadcast,
        fanOut,
        contention,
        pipeline,
        latest,
        allocation,
    )
