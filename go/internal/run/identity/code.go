package identity

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/raw"
)

// Code gives keys to the code of a side.
type Code struct {
	Source string                  // the side's folder, with what was built in it
	Data   string                  // key of the files that all workloads of a project may read
	Cold   bool                    // the harness is measured too
	Jars   map[string]*closure.Jar // that were read before; empty at first
}

// Keys are those of what code each workload of a build can reach; dir is the run folder.
// A workload without a key is measured.
func (c Code) Keys(dir raw.Dir, kind config.Kind, built raw.Build) (map[string]string, error) {
	keys := map[string]string{}
	for w, artifact := range built.Artifacts {
		key, err := c.key(kind, w, dir.Path(artifact))
		if err == nil && built.Harness != "" && c.Cold {
			var cold string
			cold, err = c.jarKey(dir.Path(built.Harness), harnessRoots)
			key += " " + cold
		}
		if err != nil {
			return nil, err
		}
		keys[w] = key
	}
	return keys, nil
}

func (c Code) key(kind config.Kind, workload, artifact string) (string, error) {
	switch kind {
	case config.GoModule:
		code, err := closure.Program(artifact)
		return code + " " + c.Data, err
	case config.JMHJar:
		return c.methodKey(workload, artifact)
	case config.JVM, config.GraalJIT:
		return c.jarKey(artifact, jmhRoots(workload))
	case config.JVMHarness, config.JVMAOT:
		return c.jarKey(artifact, harnessRoots)
	case config.NativeImage:
		// The image's own heap differs from build to build: what it was made of does not.
		return c.jarKey(filepath.Join(c.Source, "kotlin/harness/target/harness.jar"), harnessRoots)
	}
	return closure.Program(artifact)
}

// methodKey is that of what a method of a project's jar can reach: its code, and the
// files of its side's folder that it may read.
func (c Code) methodKey(workload, artifact string) (string, error) {
	methods, err := closure.Benchmarks(artifact)
	if err != nil {
		return "", err
	}
	for _, m := range methods {
		if m.Name == workload {
			code, err := c.jarKey(artifact, methodRoots(m))
			return code + " " + c.Data, err
		}
	}
	return "", fmt.Errorf("%s: no benchmark %s in it", artifact, workload)
}

// methodRoots are JMH itself, what it starts by name, and what it has generated
// for a method.
func methodRoots(m closure.Method) *regexp.Regexp {
	path := func(class string) string { return regexp.QuoteMeta(strings.ReplaceAll(class, ".", "/")) }
	return regexp.MustCompile(`^(org/openjdk/jmh/(Main|runner/ForkedMain)|` + path(m.Class) + `|` + path(m.Generated) + `(_\w+)?)$`)
}

// harnessRoots reach every workload: a change to one makes all of a harness another.
var harnessRoots = regexp.MustCompile(`^cobench/harness/MainKt$`)

// jmhRoots are JMH itself, what it starts by name, and the workload's class
// with what JMH has generated for it.
func jmhRoots(workload string) *regexp.Regexp {
	return regexp.MustCompile(`^(org/openjdk/jmh/(Main|runner/ForkedMain)|cobench/benchmarks/(\w+Profiler|` + workload + `|jmh_generated/` + workload + `_\w+))$`)
}

func (c Code) jarKey(file string, roots *regexp.Regexp) (string, error) {
	jar, ok := c.Jars[file]
	if !ok {
		var err error
		if jar, err = closure.ReadJar(file); err != nil {
			return "", err
		}
		c.Jars[file] = jar
	}
	return jar.Key(roots)
}
