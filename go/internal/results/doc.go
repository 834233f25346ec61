// Package results is the format in which stages exchange results: Go's benchmark
// format (golang.org/x/perf/benchfmt), with the keys and units that cobench gives
// a meaning. collect and import write it; compare, report, publish, artifact,
// classic and calibrate read it, by this package's names.
//
// # A line
//
// A line is one sample: one process that measured one benchmark. Above it stands
// where it comes from, a "key: value" a line, each of which holds until it
// changes.
//
//	goos: linux
//	goarch: amd64
//	cpu: AMD EPYC 7763 64-Core Processor
//	cores: 4
//	side: head
//	runtime: jvm-25
//	round: 3
//	BenchmarkMatMul/pattern=fan/n=250/workers=8/exec=default-4   12   38412345 ns/op
//
// A benchmark that has no number has a line too: its unit is failures or skips,
// its value 1, and the key reason says why.
//
// # Keys
//
// Of the file, the same above each of its lines:
//
//	goos, goarch   operating system and architecture, by Go's names
//	cpu            the processor's model, as the system calls it
//	cores          how many processors a process could use; 0 where nobody knows
//	kernel, image  release of the kernel, name of the operating system's release
//	profile        the plan's profile; project for somebody's own benchmarks, import for what import wrote
//	alpha          the rate of false alarms a report, a number
//	minimum-effect the least change that counts, a number: 0.03 is 3 %
//	date           when the run began, RFC 3339
//	ruler          which ruler was measured beside it: its number, perhaps with a toolchain
//	ruler-times    its readings, in seconds a step: arithmetic=…,… memory=…,… channels=…,…
//	remark         what whoever started the run wrote, one line
//	budget         what a run of somebody's own benchmarks may take, a duration
//	changed-functions     how many functions of a project differ between the sides
//	unexecuted-functions  how many of them no benchmark executes, where that is known of all
//	unexecuted            the first of those, with blanks between: codec.(*Writer).Flush
//	job, judging   of a judged run: the job, and the rules of judge.Rules
//
// Of a side or a benchmark:
//
//	commit         full hash; with -dirty where no commit has the changes; none where there is no commit
//	commit-author  of imported results: who made the commit
//	commit-message and its subject
//	side           base or head
//	upgrade        of head: what it is built with and run by in place of what its code says,
//	               with blanks between: jdk=25, go=1.27.0, kotlinx-coroutines-core=1.12.0
//	runtime        an entry of runtimes.yaml
//	pkg            of somebody's own benchmark: its package
//	qualifier      the part of pkg that not all packages of the run have in common, if there is one
//	was            of base: the name that the benchmark has there, where head has renamed it
//	toolchain      name and exact version: go1.26.8, temurin-25.0.3+9
//	flags          given to the process that was measured
//	build-flags    given to the build
//	warmup         how long the process was warmed up
//	reach          not: of a benchmark that executes nothing that the change touches
//	key            of a benchmark that reaches the same code on both sides: the digest of that code
//	               (and what runs it); of a run of one side: the digest of the code alone
//
// Of a sample, SampleKeys, and all written by collect:
//
//	round          from 1 on; base and head of a round belong together
//	unsteady       why the process had not come to rest
//	note           what the workload said of its own results
//	unranked       why its time compares with no other's
//	curve          of a cold process: nanoseconds of its first operations, with blanks between
//	reason         why there is no number
//
// import adds what a foreign file says besides: jmh-mode, jmh-version,
// jmh-threads, warmup, measurement, fork, iterations, committer, commit-url,
// commit-date, range. Nothing reads those.
//
// # Units
//
// collect writes nanoseconds, which benchfmt reads as seconds. Each unit is better
// lower; a workload's own figures say which way they are.
//
//	ns/op            time of an operation; what verdicts are on (sec/op)
//	B/op, allocs/op  allocated by an operation
//	start-ns         of a cold process: until its first operation (start-sec)
//	first-ns/op      its first operation
//	tenth-ns/op      and its tenth
//	warmup-ns        until the process was warm, where it decided that itself
//	cpu-ns/op        user and system time of an operation
//	peak-rss-bytes   resident memory of the process, at most
//	threads-started  as the runtime counts them
//	threads-peak     most seen at once, where the runtime counts none
//	binary-bytes     size of the executable, where there is one; exact
//	failures         1: the process crashed, hung or printed rubbish
//	skips            1: it was not measured; with a key, for being identical on both sides
//
// # Reading
//
// Reader reads a file that is kept for good, of the history or to be added to it.
// It gives the results of head, one after the other, with the file's Origin. It
// refuses a file that the site can't show, with the file and the line: one without
// a result of head, of several machines or commits, without a number of cores,
// with a negative time, or with a number that no measurement gives. Whoever adds a
// file to the history and whoever shows it read it so, so that nothing is kept that
// can't be shown. A value that is not a finite number is taken out, and noted; the
// others stay.
//
// Text reads a file whole, plain or packed, and refuses one that is cut short.
// Each hands over every record of a file as it stands, and refuses only what is no
// benchmark format. compare has its own reading on golang.org/x/perf/benchproc.
package results
