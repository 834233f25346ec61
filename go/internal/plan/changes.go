package plan

import (
	"path"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
)

// Changes are what differs between two commits, as far as it can reach a
// benchmark. It goes by where a file lies, and so may take a benchmark for
// changed that is not, never the other way round: a job that has built both sides
// compares the code itself.
type Changes struct {
	Files    []string // by their paths, with slashes
	Runtimes []string // whose flags or versions differ
}

// A reach is the benchmarks that a file can change: of some kinds of runtime,
// and of one workload or all.
type reach struct {
	kinds    []config.Kind
	workload string // as its folder is called; "" is all
}

var (
	goKinds      = []config.Kind{config.Go}
	jmhKinds     = []config.Kind{config.JVM, config.GraalJIT}
	harnessKinds = []config.Kind{config.NativeImage, config.KotlinNative, config.JVMHarness, config.JVMAOT}
	nativeKinds  = []config.Kind{config.KotlinNative}
	jvmKinds     = []config.Kind{config.JVM, config.GraalJIT, config.NativeImage, config.JVMHarness, config.JVMAOT}
	kotlinKinds  = append(slices.Clip(jvmKinds), config.KotlinNative)
)

// changePlaces are the folders whose files can reach a benchmark; the first that
// holds a file decides. named tells whether what follows may be a workload's name, of
// a folder or of a file.
var changePlaces = []struct {
	folder string
	kinds  []config.Kind
	named  bool
}{
	{"go/workload/", goKinds, true},
	{"go/go.mod", goKinds, false},
	{"kotlin/workloads/src/native/", nativeKinds, false},
	{"kotlin/workloads/src/jvm/", jvmKinds, false},
	{"kotlin/workloads/src/main/kotlin/cobench/workloads/", kotlinKinds, true},
	{"kotlin/workloads-jvm/src/main/kotlin/cobench/workloads/", jvmKinds, true},
	{"kotlin/workloads-jvm/", jvmKinds, false},
	{"kotlin/benchmarks/src/main/kotlin/cobench/benchmarks/", jmhKinds, true},
	{"kotlin/benchmarks/", jmhKinds, false},
	{"kotlin/harness/src/native/", nativeKinds, false},
	{"kotlin/harness/", harnessKinds, false},
	{"kotlin/graal-compiler/", []config.Kind{config.GraalJIT}, false},
	{"kotlin/", kotlinKinds, false},
}

// reachOf tells what a file can change, and false for one that changes nothing
// that is measured: documents, tests, and cobench itself, which is head's for both
// sides of a comparison.
func reachOf(c config.Config, file string) (reach, bool) {
	if strings.Contains(file, "/src/test/") || strings.HasSuffix(file, ".md") {
		return reach{}, false
	}
	for _, p := range changePlaces {
		if !strings.HasPrefix(file, p.folder) {
			continue
		}
		r := reach{kinds: p.kinds}
		if p.named {
			name, _, _ := strings.Cut(strings.TrimPrefix(file, p.folder), "/")
			name = strings.ToLower(strings.TrimSuffix(name, path.Ext(name)))
			if slices.ContainsFunc(c.Workloads, func(w config.Workload) bool { return strings.ToLower(w.Name) == name }) {
				r.workload = name
			}
		}
		// A workload's own tests hold its benchmarks; those of others are built for nothing.
		if p.folder == "go/workload/" && r.workload == "" && strings.HasSuffix(file, "_test.go") {
			return reach{}, false
		}
		return r, true
	}
	return reach{}, false
}

// unlisted are the points of workloads that have changed and that a profile does not
// measure: those of the tour, which has all.
func (ch *Changes) unlisted(c config.Config, p config.Profile) []config.Selection {
	tour, err := c.Profile(pointsOfAll)
	if ch == nil || err != nil {
		return nil
	}
	var more []config.Selection
	for _, w := range c.Workloads {
		changed := slices.ContainsFunc(ch.Files, func(file string) bool {
			r, ok := reachOf(c, file)
			return ok && r.workload == strings.ToLower(w.Name)
		})
		if changed && len(of(w.Name, p.Benchmarks)) == 0 {
			more = append(more, of(w.Name, tour.Benchmarks)...)
		}
	}
	return more
}

// of leaves of a job what the changes can reach. nil Changes are any.
func (ch *Changes) of(c config.Config, p Plan, j Job) Job {
	if ch == nil {
		return j
	}
	var reaches []reach
	for _, file := range ch.Files {
		if r, ok := reachOf(c, file); ok {
			reaches = append(reaches, r)
		}
	}
	beyond := func(b Benchmark) bool {
		runtime, err := p.Runtime(b.Runtime)
		return err == nil && !slices.Contains(ch.Runtimes, b.Runtime) && !slices.ContainsFunc(reaches, func(r reach) bool {
			return slices.Contains(r.kinds, runtime.Kind) && (r.workload == "" || r.workload == strings.ToLower(b.Workload))
		})
	}
	j.Benchmarks = slices.DeleteFunc(slices.Clone(j.Benchmarks), beyond)
	j.Skips = slices.DeleteFunc(slices.Clone(j.Skips), func(s Skip) bool { return beyond(s.Benchmark) })
	return j
}

// Measurable tells whether the changes can reach any benchmark at all.
func (ch *Changes) Measurable(c config.Config) bool {
	return ch == nil || len(ch.Runtimes) > 0 || slices.ContainsFunc(ch.Files, func(file string) bool { _, ok := reachOf(c, file); return ok })
}
