package matmul

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestArguments runs this test's own program as cobench does.
func TestArguments(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const valid = "pattern=fan/n=3/workers=2/capacity=1/kernel=transposed/grain=cell/seed=1/exec=goroutine"
	for _, test := range []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"named", []string{"-params", valid, "-name", "pattern=fan/n=3/exec=goroutine"}, 0, "BenchmarkMatMul/pattern=fan/n=3/exec=goroutine"},
		{"without a name", []string{"-params", valid}, 0, "BenchmarkMatMul/" + valid},
		{"twice", []string{"-params", valid, "-test.count=2"}, 0, "allocs/op\nBenchmarkMatMul/" + valid},
		{"without parameters", []string{"-test.v"}, 0, "no -params"},
		{"not for Go", []string{"-params", strings.Replace(valid, "goroutine", "default", 1)}, 1, "-params: exec=default: want goroutine"},
		{"out of range", []string{"-params", strings.Replace(valid, "n=3", "n=0", 1)}, 1, "n=0: want 1 or more"},
		{"not together", []string{"-params", strings.Replace(valid, "fan", "sequential", 1)}, 1, "workers=2: want 1 for pattern=sequential"},
		{"unknown", []string{"-params", valid + "/tile=4"}, 1, "-params: unknown tile=4"},
		{"malformed", []string{"-params", "fan"}, 1, `-params: "fan": want key=value`},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := append([]string{"-test.run=^$", "-test.bench=^BenchmarkMatMul$", "-test.benchtime=1x", "-test.cpu=1"}, test.args...)
			command := exec.Command(program, args...)
			out, _ := command.CombinedOutput()
			if status := command.ProcessState.ExitCode(); status != test.status {
				t.Errorf("exit status %d, want %d", status, test.status)
			}
			if !strings.Contains(string(out), test.want) {
				t.Errorf("%s\nwant %q in it", out, test.want)
			}
		})
	}
}
