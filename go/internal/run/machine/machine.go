// Package machine describes the machine that the process runs on.
package machine

import (
	"bufio"
	"cmp"
	"context"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// This describes the machine. What can't be read is "unknown", which matches no name
// of a CPU.
func This(ctx context.Context) raw.Machine {
	return raw.Machine{OS: runtime.GOOS, Arch: runtime.GOARCH, CPU: cpuModel(ctx), Cores: runtime.NumCPU()}
}

// Environment describes the rest of what may matter.
func Environment(ctx context.Context) raw.Environment {
	image := field("/etc/os-release", "PRETTY_NAME", "=")
	if image == "" {
		image = output(ctx, "sw_vers", "-productVersion")
	}
	return raw.Environment{Kernel: cmp.Or(kernel(), unknown), Image: cmp.Or(image, unknown)}
}

const unknown = "unknown"

func cpuModel(ctx context.Context) string {
	if model := field("/proc/cpuinfo", "model name", ":"); model != "" {
		return model
	}
	if model := output(ctx, "sysctl", "-n", "machdep.cpu.brand_string"); model != "" {
		return model
	}
	// Linux on ARM tells no model in /proc/cpuinfo.
	for line := range strings.Lines(output(ctx, "lscpu")) {
		if key, value, _ := strings.Cut(line, ":"); key == "Model name" {
			return strings.TrimSpace(value)
		}
	}
	return cmp.Or(toolchain.Getenv(os.Environ(), "PROCESSOR_IDENTIFIER"), unknown) // Windows
}

// field finds a key's value in a file of lines such as key=value.
func field(file, key, separator string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		k, v, _ := strings.Cut(lines.Text(), separator)
		if strings.TrimSpace(k) == key {
			return strings.Trim(strings.TrimSpace(v), `"`)
		}
	}
	return ""
}

func output(ctx context.Context, command ...string) string {
	var out strings.Builder
	_, err := process.Start(ctx, process.Command{Args: command, Environ: os.Environ(), Stdout: &out, Limit: 10 * time.Second})
	if err != nil {
		return ""
	}
	return strings.TrimSpace(out.String())
}
