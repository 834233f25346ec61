package cobench.workloads

import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.writeText
import kotlin.test.assertEquals

/** The real counterpart, built once for all tests: what a workload is told where it is measured. */
internal val counterpartProgram: String by lazy {
    val program = Path.of("target", "counterpart").toAbsolutePath().toString()
    val build =
        ProcessBuilder("go", "build", "-C", "../../go", "-o", program, "./cmd/counterpart").redirectErrorStream(true).start()
    val said = build.inputReader().readText()
    assertEquals(0, build.waitFor(), said)
    program
}

/** A program called `program` that runs [script], and is gone when this process is. */
internal fun script(script: String): String {
    val program = Files.createTempDirectory("script-").resolve("program")
    program.parent.toFile().deleteOnExit()
    program.toFile().deleteOnExit()
    program.writeText("#!/bin/sh\n$script\n")
    program.toFile().setExecutable(true)
    return program.toString()
}
