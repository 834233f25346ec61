package cobench.harness

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.alloc
import kotlinx.cinterop.convert
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import kotlinx.cinterop.toKString
import kotlinx.cinterop.usePinned
import platform.posix.F_SETLKW
import platform.posix.F_UNLCK
import platform.posix.F_WRLCK
import platform.posix.O_APPEND
import platform.posix.O_CREAT
import platform.posix.O_RDWR
import platform.posix.SEEK_SET
import platform.posix.close
import platform.posix.errno
import platform.posix.fcntl
import platform.posix.flock
import platform.posix.fstat
import platform.posix.open
import platform.posix.pread
import platform.posix.stat
import platform.posix.strerror
import platform.posix.write

// The JVM's file of this name has the same class.

/** What open adds for a new file, less what the user's mask takes away: reading and writing for all. */
private const val MODE = 438 // octal 666

/** The file called [name], made if it isn't there, to which other processes may append too. Whatever fails throws an exception. */
@OptIn(ExperimentalForeignApi::class)
internal class AppendFile(
    name: String,
) : AutoCloseable {
    private val file = open(name, O_RDWR or O_APPEND or O_CREAT, MODE).also { succeeded(it >= 0) }

    /** Runs [block] while other processes that do the same with this file wait. */
    fun <T> locked(block: () -> T): T {
        lock(F_WRLCK)
        return try {
            block()
        } finally {
            lock(F_UNLCK)
        }
    }

    private fun lock(kind: Int) =
        memScoped {
            val whole = alloc<flock>()
            whole.l_type = kind.convert()
            whole.l_whence = SEEK_SET.convert()
            whole.l_start = 0
            whole.l_len = 0
            succeeded(fcntl(file, F_SETLKW, whole.ptr) == 0)
        }

    fun size(): Long =
        memScoped {
            val status = alloc<stat>()
            succeeded(fstat(file, status.ptr) == 0)
            status.st_size
        }

    /** [count] bytes from [offset] on, which are there. */
    fun read(
        offset: Long,
        count: Int,
    ): String {
        val bytes = ByteArray(count)
        if (count > 0) bytes.usePinned { succeeded(pread(file, it.addressOf(0), count.convert(), offset) == count.toLong()) }
        return bytes.decodeToString()
    }

    /** Adds [text] at the end, at once. */
    fun append(text: String) {
        val bytes = text.encodeToByteArray()
        if (bytes.isNotEmpty()) bytes.usePinned { succeeded(write(file, it.addressOf(0), bytes.size.convert()) == bytes.size.toLong()) }
    }

    override fun close() {
        close(file)
    }

    private fun succeeded(done: Boolean) {
        if (!done) throw Exception(strerror(errno)?.toKString())
    }
}
