package cobench.workloads.fileio

import cobench.workloads.Outcomes
import cobench.workloads.hex
import cobench.workloads.limitedExecsHere
import org.junit.jupiter.api.Timeout
import java.io.IOException
import java.nio.file.Files
import kotlin.io.path.createDirectory
import kotlin.io.path.exists
import kotlin.io.path.listDirectoryEntries
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse

@Timeout(60)
class FileIOTest {
    private fun workload(
        files: Int = 5,
        limit: Int = 2,
        size: Int = 1000,
        sync: Sync = Sync.PAGE_CACHE,
        exec: String = "io",
    ) = FileIOWorkload(files, limit, size, sync, seed = 1, exec)

    /** The same number stands in the Go twin's tests: both write the same files. */
    @Test
    fun checksum() {
        for (exec in limitedExecsHere) {
            val sums = workload(exec = exec).use { it.run().sums }
            assertEquals(0x1dd21674718fc, sums.fold(0L) { sum, file -> sum * 31 + file.toUInt().toLong() }, exec)
        }
    }

    @Test
    fun everyLimitSizeAndSync() {
        for (exec in limitedExecsHere) {
            for (sync in Sync.entries) {
                for (limit in listOf(1, 3, 64)) { // in turn, a few, more than there are files
                    for (size in listOf(1, 7, 8, 4097, 1 shl 20)) {
                        workload(limit = limit, size = size, sync = sync, exec = exec).use {
                            repeat(2) { _ -> it.check(it.run()) } // each file is new again
                            assertEquals(emptyList(), it.folder.listDirectoryEntries(), "$exec $sync limit=$limit size=$size")
                        }
                    }
                }
            }
        }
    }

    @Test
    fun valuesOutOfRangeAreRefused() {
        val before = folders()
        for ((want, make) in mapOf(
            "files=0: want 1 or more" to { workload(files = 0) },
            "limit=-1: want 1 or more" to { workload(limit = -1) },
            "size=0: want 1 or more" to { workload(size = 0) },
            "limit=512 size=1048577: want 512 MiB at work at most" to { workload(limit = 512, size = (1 shl 20) + 1) },
        )) {
            assertEquals(want, assertFailsWith<IllegalArgumentException> { make() }.message)
        }
        assertEquals(before, folders())
    }

    private fun folders() =
        Files
            .createTempDirectory("")
            .also(Files::delete)
            .parent
            .listDirectoryEntries("fileio-*")
            .toSet()

    @Test
    fun wrongOutcomesAreRefused() =
        workload().use {
            val right = it.run()
            it.check(right)
            val sum = right.sums[3]

            for ((want, sums) in mapOf(
                "file 3 has checksum ${hex(sum + 1)}: want ${hex(sum)}" to right.sums.clone().apply { this[3]++ },
                "4 files: want 5" to right.sums.copyOf(4),
            )) {
                val refused = assertFailsWith<IllegalStateException> { it.check(Outcomes(sums, LongArray(5))) }
                assertEquals(want, refused.message)
            }
        }

    @Test
    fun whatWasLeftOutIsRefused() =
        workload().use {
            for ((want, leaveOut) in mapOf(
                "file 1: 1000 bytes written and 0 read: want 1000" to { it.read[1] = 0 },
                "file 4: synced 1 times: want 0 for sync=page-cache" to { it.syncs[4]++ },
            )) {
                val right = it.run()
                leaveOut()
                assertEquals(want, assertFailsWith<IllegalStateException> { it.check(right) }.message)
            }
        }

    /** What was written decides the checksum, and not what was to be written. */
    @Test
    fun filesAreReadBack() =
        workload().use {
            it.check(it.run())
            val last = 4 * 8 + 999
            it.contents.block.put(last, (it.contents.block.get(last) + 1).toByte())
            val refused = assertFailsWith<IllegalStateException> { it.check(it.run()) }
            assertEquals("file 4 has checksum", refused.message?.take(19))
        }

    @Test
    fun failedFileIsNamedAndNothingStays() {
        for (exec in limitedExecsHere) {
            val workload = workload(exec = exec)
            workload.folder.resolve("1").createDirectory()
            val failed = assertFailsWith<IOException>(exec) { workload.run() }
            assertEquals("file 1: java.nio.file.FileAlreadyExistsException: ${workload.folder.resolve("1")}", failed.message)
            workload.close()
            assertFalse(workload.folder.exists())
        }
    }

    @Test
    fun figuresAreTheRunsOwn() =
        workload().use {
            it.check(it.run())
            assertEquals(listOf("p50-ns", "p95-ns", "p99-ns"), it.figures().map { figure -> figure.unit })
            assertEquals(emptyList(), it.figures())
        }
}
