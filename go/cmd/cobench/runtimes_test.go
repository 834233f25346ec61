package main

import (
	"debug/buildinfo"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/raw"
)

// Each runtime is what it claims to be: by what its virtual machine or its
// compiler says in the sample's own output, and by the header of its program.
// A runtime whose toolchain this machine lacks is skipped, by name.
func TestRuntimesAreWhatTheyClaim(t *testing.T) {
	if !*real {
		t.Skip("-real is not given: takes minutes")
	}
	t.Chdir("../../..")
	dir := t.TempDir()
	file := filepath.Join(dir, "plan.json")
	ci(t, file, "plan", "-profile", "smoke", "-runtimes", "all", "-set", "pattern=fan", "-set", "n=16", "-set", "workers=2", "-set", "rounds=1", "-set", "cold-rounds=1",
		"-set", "iterations=4", "-set", "iteration=50ms", "-set", "warmup=100ms")
	ci(t, filepath.Join(dir, "said.txt"), "run", "-plan", file, "-o", filepath.Join(dir, "run"))
	folder := raw.Dir(filepath.Join(dir, "run"))
	p, err := folder.Plan()
	if err != nil {
		t.Fatal(err)
	}
	r, err := folder.Run()
	if err != nil {
		t.Fatal(err)
	}
	for _, skip := range p.Jobs[0].Skips {
		t.Logf("skipped: %s: %s", skip.Runtime, skip.Reason)
	}
	if len(r.Builds) < 4 {
		t.Errorf("only %d runtimes were built", len(r.Builds))
	}
	for _, b := range r.Builds {
		t.Run(b.Runtime, func(t *testing.T) {
			runtime, err := p.Runtime(b.Runtime)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range p.Schedule(p.Jobs[0]) {
				if s.Benchmark.Runtime != b.Runtime {
					continue
				}
				stdout, err := os.ReadFile(filepath.Join(folder.Sample(s.Number), raw.StdoutFile))
				if err != nil {
					t.Fatal(err)
				}
				if want := says(runtime, s.Cold); !strings.Contains(string(stdout), want) {
					t.Errorf("sample %d does not say %q:\n%s", s.Number, want, stdout)
				}
			}
			program := folder.Path(b.Artifacts["MatMul"])
			switch runtime.Kind {
			case config.Go:
				if info, err := buildinfo.ReadFile(program); err != nil || info.GoVersion != b.Toolchain {
					t.Errorf("%s: %v, want a program of %s", program, err, b.Toolchain)
				}
			case config.NativeImage:
				hasSection(t, program, ".svm_heap")
			case config.KotlinNative:
				hasSymbol(t, program, "kfun:cobench.workloads")
			}
		})
	}
}

// says is what a sample of the runtime must print.
func says(r config.Runtime, cold bool) string {
	switch r.Kind {
	case config.Go:
		return "goos: "
	case config.GraalJIT:
		return `Using "Graal`
	case config.NativeImage:
		return "vm: Substrate VM"
	case config.KotlinNative:
		return "vm: Kotlin/Native"
	case config.JVM:
		if !cold {
			return fmt.Sprintf("# VM version: JDK %d.", r.JDK)
		}
	}
	return "vm: OpenJDK 64-Bit Server VM"
}

func hasSection(t *testing.T, program, name string) {
	t.Helper()
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Section(name) == nil {
		t.Errorf("%s has no section %s", program, name)
	}
}

func hasSymbol(t *testing.T, program, prefix string) {
	t.Helper()
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(symbols, func(s elf.Symbol) bool { return strings.HasPrefix(s.Name, prefix) }) {
		t.Errorf("%s has no symbol %s…", program, prefix)
	}
}
