package find

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/run/process"
)

// timed is a text whose lines were printed a second after each other.
func timed(text string) []process.TimedLine {
	var lines []process.TimedLine
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for line := range strings.Lines(text) {
		lines = append(lines, process.TimedLine{At: at, Text: strings.TrimSuffix(line, "\n")})
		at = at.Add(time.Second)
	}
	return lines
}

// told are listings as a test writes them down.
func told(list []listing) string {
	var words []string
	for _, l := range list {
		word := l.match
		for _, p := range l.parameters {
			word += fmt.Sprintf(" %s=%q", p.Key, p.Value)
		}
		if l.singleShot {
			word += " single shot"
		}
		if l.operation > 0 || l.setup > 0 {
			word += fmt.Sprintf(" %v after %v", l.operation, l.setup)
		}
		if l.failed {
			word += " failed"
		}
		if l.problem != "" {
			word += ": " + l.problem
		}
		words = append(words, word)
	}
	return strings.Join(words, "\n")
}

func TestReadOnce(t *testing.T) {
	for _, test := range []struct{ name, printed, want string }{
		{"nothing", "", ""},
		{"one", "goos: linux\nBenchmarkA\nBenchmarkA-2 \t       1\t      1000 ns/op\nPASS", "A 1µs after 949.999ms"},
		{"one processor's name is as it is", "BenchmarkA-1\nBenchmarkA-1 \t1\t1e+09 ns/op", "A-1 1s after 0s"},
		{"what it runs itself", "BenchmarkA\nBenchmarkA/x\nBenchmarkA/x-2\t1\t5 ns/op\nBenchmarkA/y_z\nBenchmarkA/y_z-2\t1\t7 ns/op\t0 B/op", "A/x 5ns after 949.999995ms\nA/y_z 7ns after 949.999993ms"},
		{"a log in between and before it", "BenchmarkA\nBenchmarkB is not one\nhalf a line BenchmarkA-2 \t1\t2000000000 ns/op and more", "A 2s after 0s"},
		{"skipped, the reason above", "BenchmarkA\n    a_test.go:7: not today\n--- SKIP: BenchmarkA", "A: it skips itself: a_test.go:7: not today"},
		{"skipped, the reason below", "BenchmarkA\n--- SKIP: BenchmarkA-2\n    a_test.go:7: not today", "A: it skips itself: a_test.go:7: not today"},
		{"failed for want of the network", "BenchmarkA\n--- FAIL: BenchmarkA\n    a_test.go:7: dial tcp 127.0.0.1:1: connect: connection refused\nFAIL", "A: it fails: a_test.go:7: dial tcp 127.0.0.1:1: connect: connection refused (it needs the network)"},
		{"failed after what it ran", "BenchmarkA\nBenchmarkA/x\nBenchmarkA/x-2\t1\t5 ns/op\n--- FAIL: BenchmarkA", "A/x 5ns after 949.999995ms\nA: it fails"},
		{"failed with what it ran", "BenchmarkA\nBenchmarkA/x\n--- FAIL: BenchmarkA/x\n--- FAIL: BenchmarkA", "A/x: it fails"},
		{"without a time", "BenchmarkA\nBenchmarkA-2 \t1\t3 x/op", "A: it prints no ns/op, and only times are judged"},
		{"ended in it", "BenchmarkA\nBenchmarkA-2 \t1\t5 ns/op\nBenchmarkB\nBenchmarkB/x\npanic: broken", "A 5ns after 949.999995ms\nB/x: unfinished"},
	} {
		if got := told(readOnce(timed(test.printed), 2)); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

// Whatever is printed, it is read, and names what it was of.
func FuzzReadOnce(f *testing.F) {
	f.Add("BenchmarkA\nBenchmarkA/x-2\t1\t5 ns/op\n--- FAIL: BenchmarkA\n    a_test.go:7: x", 2)
	f.Add("BenchmarkA\n--- SKIP: BenchmarkA\nBenchmarkB-2 1\t3 x/op", 1)
	f.Fuzz(func(t *testing.T, printed string, cores int) {
		for _, l := range readOnce(timed(printed), cores) {
			if !strings.Contains(printed, "Benchmark"+l.match) || l.operation < 0 && l.problem == "" || l.setup < 0 {
				t.Errorf("%+v of %q", l, printed)
			}
		}
	})
}
