package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// build builds every side for every runtime of the job. What can't be built
// is recorded: its samples fail, and the others are measured. If nothing can
// be, that is an error.
func (o Options) build(ctx context.Context, job plan.Job) ([]raw.Build, error) {
	jdks, _ := toolchain.JDKs(o.Environ, toolchain.Folders(o.Environ))
	var builds []raw.Build
	var reasons []string
	for _, side := range o.Plan.Sides {
		key := o.cacheKey(ctx, side, job, jdks)
		if known, ok, err := o.cached(key, side); err != nil {
			return nil, err
		} else if ok {
			o.Report(Event{Kind: Building, What: side.Name + ": built before"})
			builds = append(builds, known...)
			continue
		}
		source, done, err := o.source(ctx, side)
		if err != nil {
			return nil, err
		}
		if err := lay(source, side.Layout); err != nil {
			return nil, err
		}
		first := len(builds)
		shared, jars := map[string]error{}, map[string]*closure.Jar{}
		for _, v := range variants(o.Plan, job) {
			r := v.runtime
			b := &builder{Options: o, side: side, coroutines: v.coroutines, source: source, jdks: jdks, job: job, done: shared, jars: jars}
			made := raw.Build{Side: side.Name, Runtime: r.Name, Coroutines: v.coroutines, Flags: r.Flags, Artifacts: map[string]string{}}
			for _, w := range workloadsOf(job, r.Name) {
				if b.has(r.Kind, w) {
					b.workloads = append(b.workloads, w)
				} else {
					made.Absent = append(made.Absent, w)
				}
			}
			if len(b.workloads) == 0 {
				builds = append(builds, made)
				continue
			}
			err := kinds[r.Kind].build(ctx, b, r, &made)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if v.coroutines != "" {
				made.BuildFlags = append(made.BuildFlags, b.libraryFlag())
			}
			if err == nil && o.Plan.Judged() && o.Plan.Recording == 0 {
				if wrong := b.addKeys(r, &made); wrong != nil {
					o.Report(Event{Kind: Building, What: r.Name + ", " + b.name() + " has no key, and so is measured: " + wrong.Error()})
				}
			}
			if err != nil {
				made.Error = notBuilt + err.Error()
				reasons = append(reasons, r.Name+": "+err.Error())
				b.report(r.Name, err)
			}
			made.Size = o.size(made)
			builds = append(builds, made)
		}
		if err := errors.Join(done(), o.store(key, builds[first:])); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(builds, func(b raw.Build) bool { return b.Error == "" && len(b.Artifacts) > 0 }) {
		for _, b := range builds {
			for _, reason := range b.Failed {
				reasons = append(reasons, b.Runtime+": "+strings.TrimPrefix(reason, notBuilt))
			}
		}
		return nil, errors.New("nothing could be built: " + strings.Join(reasons, "; "))
	}
	return builds, nil
}

const notBuilt = "not built: "

// has tells whether the side's source has a workload for a kind of runtime:
// head's bench-config may name one that base does not have yet.
func (b *builder) has(kind config.Kind, workload string) bool {
	name := strings.ToLower(workload)
	folders := []string{"go/workload"}
	if kind != config.Go {
		folders = []string{"kotlin/workloads/src/main/kotlin/cobench/workloads", "kotlin/workloads-jvm/src/main/kotlin/cobench/workloads"}
	}
	return slices.ContainsFunc(folders, func(folder string) bool {
		info, err := os.Stat(filepath.Join(b.source, folder, name))
		return err == nil && info.IsDir()
	})
}

// failed records that one workload could not be built, and the others may have been.
func (b *builder) failed(made *raw.Build, workload string, err error) {
	if made.Failed == nil {
		made.Failed = map[string]string{}
	}
	made.Failed[workload] = notBuilt + err.Error()
	b.report(made.Runtime+" "+workload, err)
}

// report tells that something could not be built, and where its log is.
func (b *builder) report(what string, err error) {
	failure := err.Error()
	var logged buildError
	if errors.As(err, &logged) {
		failure += "; the whole log is " + logged.log
	}
	b.Report(Event{Kind: BuildFailed, What: what + ", " + b.name(), Failure: failure})
}

// A variant is what a side is built for, once.
type variant struct {
	runtime    config.Runtime
	coroutines string
}

// variants are those that the job's benchmarks need: the runtimes in the order
// of the plan, each with the versions of coroutines in that of the benchmarks.
func variants(p plan.Plan, job plan.Job) []variant {
	var all []variant
	for _, r := range p.Runtimes {
		for _, b := range job.Benchmarks {
			if v := (variant{r, b.Coroutines}); b.Runtime == r.Name && !slices.ContainsFunc(all, v.equal) {
				all = append(all, v)
			}
		}
	}
	return all
}

func (v variant) equal(other variant) bool {
	return v.runtime.Name == other.runtime.Name && v.coroutines == other.coroutines
}

// size is that of the one program that a build made, in bytes; 0 for a jar.
func (o Options) size(b raw.Build) int64 {
	for _, artifact := range b.Artifacts {
		if info, err := os.Stat(o.abs(artifact)); err == nil && filepath.Ext(artifact) != ".jar" {
			return info.Size()
		}
	}
	return 0
}

// source is a folder with a side's files to build from, which done removes:
// the commit's, or a copy of the working tree's. A copy, since Maven builds
// into the tree: two builds at once, or one beside an editor's, would spoil
// each other.
func (o Options) source(ctx context.Context, side plan.Side) (dir string, done func() error, err error) {
	dir = o.Dir.Path("source", side.Name)
	done = func() error { return os.RemoveAll(o.Dir.Path("source")) }
	if err := os.RemoveAll(dir); err != nil {
		return "", nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", nil, err
	}
	if side.Ref != "" {
		o.Report(Event{Kind: Building, What: "unpacking " + side.Name + " " + side.Commit})
		return dir, done, o.Export(ctx, side.Commit, dir)
	}
	for _, half := range []string{"go", "kotlin"} {
		if err := copyTree(filepath.Join(dir, half), filepath.Join(o.Root, half)); err != nil {
			return "", nil, err
		}
	}
	return dir, done, nil
}

// copyTree copies a folder without what Maven has built in it.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, below)
		switch {
		case e.IsDir() && e.Name() == "target":
			return filepath.SkipDir
		case e.IsDir():
			return os.MkdirAll(target, 0o777)
		case !e.Type().IsRegular():
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, info.Mode().Perm())
	})
}

func workloadsOf(job plan.Job, runtime string) []string {
	var names []string
	for _, b := range job.Benchmarks {
		if b.Runtime == runtime && !slices.Contains(names, b.Workload) {
			names = append(names, b.Workload)
		}
	}
	return names
}

// A builder builds one side.
type builder struct {
	Options
	side       plan.Side
	coroutines string // version of kotlinx-coroutines, "" for the source's own
	source     string
	jdks       []toolchain.JDK
	job        plan.Job
	workloads  []string
	done       map[string]error // how what several runtimes share was built, by what it makes
	jars       map[string]*closure.Jar
	data       string // key of the files that all workloads of a project may read
}

// folder is where the side's builds lie, below the run folder.
func (b *builder) folder() string {
	return raw.Build{Side: b.side.Name, Coroutines: b.coroutines}.Folder()
}

// libraryFlag makes Maven take another version than the source says.
func (b *builder) libraryFlag() string { return "-Dcoroutines.version=" + b.coroutines }

// name tells people what is built.
func (b *builder) name() string {
	if b.coroutines != "" {
		return b.side.Name + ", " + config.CoroutinesKey + " " + b.coroutines
	}
	return b.side.Name
}

// once builds what several runtimes share.
func (b *builder) once(what string, build func() error) error {
	err, ok := b.done[what]
	if !ok {
		err = build()
		b.done[what] = err
	}
	return err
}

// maven builds a part of the Kotlin half, without a daemon, which would
// outlive Maven and disturb the measurement.
func (b *builder) maven(ctx context.Context, what string, args ...string) error {
	if b.coroutines != "" {
		// The folder may hold what another version was built of.
		args = append([]string{b.libraryFlag(), "clean"}, args...)
	}
	_, err := b.output(ctx, what, b.source, "mvn", append([]string{
		"-q", "-B", "-Dstyle.color=never", "-Dkotlin.compiler.daemon=false", "-f", "kotlin/pom.xml", "-DskipTests", "-Dmaven.test.skip=true", // neither run nor compiled
	}, args...)...)
	return err
}

// output starts a building command and returns what it prints. The error of
// one that fails holds the line that tells why, and the log of what is built
// stays in the run folder.
func (b *builder) output(ctx context.Context, what, dir, command string, args ...string) (string, error) {
	path := command
	if !filepath.IsAbs(command) {
		path = toolchain.LookPath(b.Environ, command)
	}
	if path == "" {
		return "", inputErrorf("%s is not on the PATH: cobench doctor says how to get it", command)
	}
	folder := b.abs(b.folder())
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	log, err := os.Create(filepath.Join(folder, what+".log"))
	if err != nil {
		return "", err
	}
	defer log.Close()
	var stdout bytes.Buffer
	_, err = b.Start(ctx, Process{
		Command: append([]string{path}, args...), Dir: dir, Environ: b.Environ,
		Stdout: io.MultiWriter(&stdout, log), Stderr: log,
	})
	if err != nil {
		return "", buildError{fmt.Errorf("%s: %w: %s", filepath.Base(command), err, firstError(log.Name())), log.Name()}
	}
	return stdout.String(), nil
}

// A buildError keeps the log's path out of the message, which is published.
type buildError struct {
	error
	log string
}

// firstError is the first line of a build's log that names a place in the
// source, else the first that says ERROR, else the first.
func firstError(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	text = colour.ReplaceAll(text, nil)
	var first string
	for _, wanted := range []*regexp.Regexp{sourcePlace, mavenError, anything} {
		if first = wanted.FindString(string(text)); first != "" {
			break
		}
	}
	return shorten(strings.TrimPrefix(first, "[ERROR] "))
}

var (
	colour      = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	sourcePlace = regexp.MustCompile(`(?m)^.*\.(go|kt|java|scala):(\[[0-9]+,|[0-9]+:).*$`)
	mavenError  = regexp.MustCompile(`(?m)^.*ERROR.*$`)
	anything    = regexp.MustCompile(`(?m)^.*\S.*$`)
)

// firstVersion is the first version number in a text, or "unknown".
func firstVersion(text string) string {
	if v := regexp.MustCompile(`[0-9]+(\.[0-9]+)+`).FindString(text); v != "" {
		return v
	}
	return "unknown"
}

func copyProgram(to, from string) error {
	if err := copyFile(to, from); err != nil {
		return err
	}
	return os.Chmod(to, 0o755)
}

func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return maybe.WriteFile(to, content, 0o644)
}
