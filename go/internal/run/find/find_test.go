//go:build unix

package find_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/build/buildtest"
	"github.com/cobench/cobench/go/internal/run/find"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/process/processtest"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// A build that takes too long is ended with the budget, and all that it started.
func TestBuildsEndWithTheBudget(t *testing.T) {
	bin, pids := t.TempDir(), filepath.Join(t.TempDir(), "pids")
	toolchain := `#!/bin/sh
case $1 in
env) echo go1.26.8; echo /usr/local/go ;;
list) echo '{"ImportPath": "example.com/m", "Dir": "'"$PWD"'", "TestGoFiles": ["m_test.go"]}' ;;
test) sh -c 'echo $$ >>"` + pids + `"; exec sleep 300' & sleep 300 ;;
esac
`
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(toolchain), 0o777); err != nil {
		t.Fatal(err)
	}
	const budget = 2 * time.Second
	begun := time.Now()
	_, err := find.Benchmarks(context.Background(), find.Options{Budget: budget, Options: build.Options{
		Plan: plan.Plan{
			Sides: []plan.Side{{Name: plan.Head}}, Runtimes: []config.Runtime{{Name: "go", Kind: config.GoModule}},
			Project: plan.Project{Folder: "."}, Budget: config.Duration(budget),
		},
		Dir: raw.Dir(filepath.Join(t.TempDir(), "run")), Environ: []string{"PATH=" + bin + ":" + os.Getenv("PATH")},
		Source: buildtest.Source{ToCopy: func(_ context.Context, dir string) error {
			for name, text := range map[string]string{"go.mod": "module example.com/m\n", "m_test.go": "func BenchmarkM(b *testing.B) {}\n"} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					return err
				}
			}
			return nil
		}},
		Report: func(progress.Event) {}, Now: time.Now, Start: process.Start,
	}}, find.Choice{}, time.Second)
	if want := "head (the working tree) was not built within the budget of 2s: use a longer -budget"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	if took := time.Since(begun); took > 60*time.Second {
		t.Errorf("it took %v", took)
	}
	if left := processtest.Living(t, pids, 1); len(left) > 0 {
		t.Errorf("%v outlived the build", left)
	}
}
