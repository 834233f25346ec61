package build

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/files"
	"github.com/cobench/cobench/go/internal/run/machine"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// cacheVersion is part of every key: a new number when what is built, or how,
// changes here and not in the source.
const cacheVersion = 2

// mostCached is how many sides are kept; one takes some 100 MB.
const mostCached = 6

const cacheFile = "builds.json"

// cacheKey names what would be built of a side: its source, what it is built
// for, and what there is to build it with. It is "" for what can't be cached: a
// working tree with changes, a JVM's AOT cache, which knows its own path, and a
// project, whose benchmarks may read whatever lies beside them.
func (o Options) cacheKey(ctx context.Context, side plan.Side, job plan.Job, jdks []toolchain.JDK) string {
	if o.Cache == "" || o.Plan.Project.Finds() {
		return ""
	}
	trees, err := o.Source.Trees(ctx, side.Commit, halves...)
	if err != nil {
		return ""
	}
	type built struct {
		Runtime    config.Runtime
		Coroutines string
		Workloads  []string
	}
	var all []built
	for _, v := range variants(o.Plan, job) {
		if v.runtime.Kind == config.JVMAOT {
			return ""
		}
		all = append(all, built{v.runtime, v.coroutines, workloadsOf(job, v.runtime.Name)})
	}
	graal, err := toolchain.NativeImage(o.Environ)
	if err != nil {
		return ""
	}
	llvm, err := toolchain.LLVM(o.Environ)
	if err != nil {
		return ""
	}
	text, err := json.Marshal(struct {
		Version     int
		Trees       string
		Layout      int
		Upgrades    []plan.Upgrade
		Built       []built
		Cold        bool
		Relink      bool
		Environment raw.Environment
		Go, Maven   string
		Settings    []string
		JDKs        []toolchain.JDK
		Graal, LLVM []string
	}{
		cacheVersion, trees, side.Layout, side.Upgrades, all, o.Plan.ColdRounds > 0, Relinks(o.Plan), machine.Environment(ctx),
		release(filepath.Dir(filepath.Dir(toolchain.LookPath(o.Environ, "go")))), toolchain.LookPath(o.Environ, "mvn"), Settings(o.Environ), jdks,
		[]string{graal, release(graal)}, []string{llvm, release(llvm)},
	})
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// Settings are the variables that change what the tools build, and so by the
// names that their makers give them: GOFLAGS, CGO_CFLAGS, MAVEN_OPTS, …
func Settings(environ []string) []string {
	kept := slices.DeleteFunc(slices.Clone(environ), func(v string) bool { return !tuning.MatchString(v) })
	slices.Sort(kept)
	return kept
}

var tuning = regexp.MustCompile(`^(GO[A-Z0-9_]*|CGO_\w+|CC|CXX|MAVEN_\w+|JAVA_\w+|JDK_\w+|_JAVA_OPTIONS)=`)

// release is what a toolchain's folder says of its version; a JDK's and Go's do.
func release(home string) string {
	for _, name := range []string{"release", "VERSION"} {
		if text, err := os.ReadFile(filepath.Join(home, name)); err == nil {
			return string(text)
		}
	}
	return ""
}

// cached takes a side's builds out of the cache, if they are there.
func (o Options) cached(key string, side plan.Side) ([]raw.Build, bool, error) {
	if key == "" {
		return nil, false, nil
	}
	file := filepath.Join(o.Cache, key, cacheFile)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	} else if err != nil {
		return nil, false, err
	}
	var builds []raw.Build
	if err := json.Unmarshal(text, &builds); err != nil {
		return nil, false, fmt.Errorf("%s: %w", file, err)
	}
	for i, b := range builds {
		builds[i] = b.On(side.Name) // another side's, perhaps
		if len(b.Artifacts) == 0 {
			continue
		}
		err := files.CopyTree(o.Dir.Path(builds[i].Folder()), filepath.Join(o.Cache, key, filepath.Base(b.Folder())))
		if errors.Is(err, fs.ErrNotExist) { // another run has just evicted it
			return nil, false, os.RemoveAll(o.Dir.Path(builds[i].Folder()))
		} else if err != nil {
			return nil, false, err
		}
	}
	return builds, true, nil
}

// store puts a side's builds into the cache, whole or not at all. One with a
// failure is tried anew each time.
func (o Options) store(key string, builds []raw.Build) error {
	if key == "" || slices.ContainsFunc(builds, func(b raw.Build) bool { return b.Error != "" || len(b.Failed) > 0 }) {
		return nil
	}
	if err := os.MkdirAll(o.Cache, 0o777); err != nil {
		return err
	}
	folder, err := os.MkdirTemp(o.Cache, unfinished)
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	for _, b := range builds {
		if len(b.Artifacts) == 0 {
			continue // this side has no such workload
		}
		if err := files.CopyTree(filepath.Join(folder, filepath.Base(b.Folder())), o.Dir.Path(b.Folder())); err != nil {
			return err
		}
	}
	if err := raw.WriteJSON(filepath.Join(folder, cacheFile), builds); err != nil {
		return err
	}
	if err := os.Rename(folder, filepath.Join(o.Cache, key)); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return files.Evict(o.Cache, mostCached)
}

// unfinished begins a hidden name, which is not evicted.
const unfinished = ".unfinished-"
