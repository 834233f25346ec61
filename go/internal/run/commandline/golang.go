package commandline

import (
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// workload is a test binary of the testing package, one a workload of a suite.
func workload(s Sample) []string {
	command := []string{s.artifact(),
		"-test.run=^$",
		"-test.bench=^Benchmark" + s.Benchmark.Workload + "$",
		"-test.timeout=0",
	}
	command = append(command, s.Runtime.Flags...)
	command = append(command, s.nameAndParams()...)
	command = append(command, s.counterpartFlag("-counterpart")...)
	if part := s.slowdown(); part != "" {
		command = append(command, "-slowdown="+part)
	}
	if s.Cold {
		return append(append(command, "-test.benchtime=1x", "-test.count=1"), s.coldFlags()...)
	}
	warmups, iterations := s.counts()
	return append(command,
		"-test.benchtime="+s.Plan.Iteration.String(),
		// The testing package knows no warm-up: its first iterations are one.
		"-test.count="+strconv.Itoa(warmups+iterations),
	)
}

// goModule is the test binary of a package of somebody's Go module.
func goModule(s Sample) []string {
	warmups, iterations := s.counts()
	benchtime := s.Plan.Iteration.String()
	if s.Benchmark.Found.Once {
		benchtime = "1x"
	}
	return append(Test(s.artifact(), Exactly(s.Benchmark.Found.Match)),
		"-test.benchmem",
		"-test.benchtime="+benchtime,
		"-test.count="+strconv.Itoa(warmups+iterations),
	)
}

// Test starts a test binary for some benchmarks alone. Verbose, since it
// then prints a result in one piece, whatever is logged before it; on all
// processors, as results are named.
func Test(binary, pattern string) []string {
	return []string{binary, "-test.run=^$", "-test.bench=" + pattern, "-test.v", "-test.timeout=0", "-test.cpu=" + strconv.Itoa(runtime.NumCPU())}
}

// Exactly is the pattern of one benchmark: one of each level of its name.
func Exactly(name string) string {
	levels := strings.Split("Benchmark"+name, "/")
	for i, level := range levels {
		levels[i] = "^" + regexp.QuoteMeta(level) + "$"
	}
	return strings.Join(levels, "/")
}
