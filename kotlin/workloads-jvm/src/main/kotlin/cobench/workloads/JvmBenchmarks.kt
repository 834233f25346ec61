package cobench.workloads

import cobench.workloads.allocation.jvmAllocation
import cobench.workloads.boundedbuffer.jvmBoundedBuffer
import cobench.workloads.broadcast.broadcast
import cobench.workloads.cancel.jvmCancel
import cobench.workloads.channel.jvmChannel
import cobench.workloads.condition.jvmCondition
import cobench.workloads.contention.jvmContention
import cobench.workloads.counter.jvmCounter
import cobench.workloads.fanout.fanOut
import cobench.workloads.fileio.fileIO
import cobench.workloads.httpclient.httpClient
import cobench.workloads.httpserver.httpServer
import cobench.workloads.latest.latest
import cobench.workloads.matmul.jvmMatMul
import cobench.workloads.parked.jvmParked
import cobench.workloads.pileibniz.jvmPiLeibniz
import cobench.workloads.pingpong.jvmPingPong
import cobench.workloads.pipeline.pipeline
import cobench.workloads.selectfanin.selectFanIn
import cobench.workloads.spawnjoin.jvmSpawnJoin
import cobench.workloads.threadring.jvmThreadRing
import cobench.workloads.timer.jvmTimer

/** Every workload there is on a JVM: those of coroutines, run by threads too where they can be, and those that need its library. */
public val jvmBenchmarks: List<Benchmark> =
    listOf(
        jvmMatMul,
        jvmChannel,
        jvmPingPong,
        jvmThreadRing,
        selectFanIn,
        jvmSpawnJoin,
        jvmParked,
        jvmPiLeibniz,
        jvmCounter,
        jvmBoundedBuffer,
        jvmCondition,
        jvmTimer,
        jvmCancel,
        broadcast,
        fanOut,
        jvmContention,
        pipeline,
        latest,
        jvmAllocation,
        fileIO,
        httpClient,
        httpServer,
    )
