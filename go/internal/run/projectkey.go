package run

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/config"
)

// projectKey is that of what a workload of a project can reach: its code, and
// the files of its side's folder that it may read.
func (b *builder) projectKey(kind config.Kind, workload, artifact string) (string, error) {
	if kind == config.GoModule {
		code, err := closure.Program(artifact)
		return code + " " + b.data, err
	}
	methods, err := closure.Benchmarks(artifact)
	if err != nil {
		return "", err
	}
	for _, m := range methods {
		if m.Name == workload {
			code, err := b.jarKey(artifact, methodRoots(m))
			return code + " " + b.data, err
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
