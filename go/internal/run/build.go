package run

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// build builds every side for every runtime of the job. Of a suite, what can't be
// built is recorded: its samples fail, and the others are measured. If nothing can
// be, that is an error.
func (o Options) build(ctx context.Context, job plan.Job) ([]raw.Build, error) {
	jdks, _ := toolchain.JDKs(o.Environ, toolchain.Folders(o.Environ))
	var builds []raw.Build
	for _, side := range o.Plan.Sides {
		made, err := o.buildSide(ctx, side, job, jdks)
		if err != nil {
			return nil, err
		}
		builds = append(builds, made...)
	}
	if o.Plan.Project.Finds() || slices.ContainsFunc(builds, func(b raw.Build) bool { return b.Error == "" && len(b.Artifacts) > 0 }) {
		return builds, nil
	}
	var reasons []string
	for _, b := range builds {
		if b.Error != "" {
			reasons = append(reasons, b.Runtime+": "+strings.TrimPrefix(b.Error, notBuilt))
		}
		for _, reason := range b.Failed {
			reasons = append(reasons, b.Runtime+": "+strings.TrimPrefix(reason, notBuilt))
		}
	}
	return nil, errors.New("nothing could be built: " + strings.Join(reasons, "; "))
}

// buildSide builds one side, or takes it out of the cache.
func (o Options) buildSide(ctx context.Context, side plan.Side, job plan.Job, jdks []toolchain.JDK) ([]raw.Build, error) {
	key := o.cacheKey(ctx, side, job, jdks)
	if known, ok, err := o.cached(key, side); err != nil {
		return nil, err
	} else if ok {
		o.Report(Event{Kind: Step, What: side.Name + ": built before"})
		return known, nil
	}
	source, err := o.source(ctx, side)
	if err != nil {
		return nil, err
	}
	if err := o.upgrade(ctx, side, source); err != nil {
		return nil, err
	}
	if err := lay(source, side.Layout); err != nil {
		return nil, err
	}
	data, err := o.dataKey(ctx, side, source)
	if err != nil {
		return nil, err
	}
	var builds []raw.Build
	shared, jars := map[string]error{}, map[string]*closure.Jar{}
	for _, v := range variants(o.Plan, job) {
		b := &builder{Options: o, side: side, coroutines: v.coroutines, source: source, jdks: jdks, job: job, done: shared, jars: jars, data: data}
		made, err := b.build(ctx, side.On(v.runtime))
		if err != nil {
			return nil, err
		}
		builds = append(builds, made)
	}
	if o.Plan.Project.Finds() {
		return builds, nil // measured where its files are: benchmarks read those of their folder, and write to it
	}
	return builds, errors.Join(os.RemoveAll(o.Dir.Path(sourceFolder)), o.store(key, builds))
}

// build builds the side for a runtime.
func (b *builder) build(ctx context.Context, r config.Runtime) (raw.Build, error) {
	made := raw.Build{Side: b.side.Name, Runtime: r.Name, Coroutines: b.coroutines, Flags: r.Flags, Artifacts: map[string]string{}}
	for _, w := range workloadsOf(b.job, r.Name) {
		if b.has(r.Kind, w) {
			b.workloads = append(b.workloads, w)
		} else {
			made.Absent = append(made.Absent, w)
		}
	}
	if len(b.workloads) == 0 && len(made.Absent) > 0 {
		return made, nil
	}
	err := kinds[r.Kind].build(ctx, b, r, &made)
	if b.Plan.Project.Finds() {
		if err := b.unbuilt(ctx, &made, err); err != nil {
			return made, err
		}
	}
	if ctx.Err() != nil {
		return made, ctx.Err()
	}
	if b.coroutines != "" {
		made.BuildFlags = append(made.BuildFlags, b.libraryFlag())
	}
	if err == nil && (b.keyed() || b.traced()) {
		if wrong := b.addKeys(r, &made); wrong != nil {
			b.Report(Event{Kind: Step, What: r.Name + ", " + b.name() + " has no key, and so is measured: " + wrong.Error()})
		}
	}
	if err != nil {
		made.Error = notBuilt + err.Error()
		b.report(r.Name, err)
	}
	made.Size = b.size(made)
	return made, nil
}

// keyed tells whether it matters that a benchmark is the same on both sides.
func (o Options) keyed() bool {
	if o.Plan.Project.Finds() {
		return len(o.Plan.Sides) == 2 && !o.Plan.MeasureIdentical
	}
	return o.Plan.Judged() && o.Plan.Recording == 0
}

// traced tells whether the results of one side become points of a trend, in which a
// change is no commit's if the code is the same before and after.
func (o Options) traced() bool { return len(o.Plan.Sides) == 1 && o.Plan.Recording == 0 }

// unbuilt is why a project's side can't be measured, nil where a part of it can. A
// side of which nothing can be built ends the run: there is nothing to compare with.
func (b *builder) unbuilt(ctx context.Context, made *raw.Build, err error) error {
	name := fmt.Sprintf("%s (%s)", b.side.Name, cmp.Or(b.side.Ref, "the working tree"))
	if err != nil && !errors.Is(err, ErrInput) {
		err = b.advisedError(ctx, err, b.source, b.projectFolder())
	}
	for w, reason := range made.Failed {
		made.Failed[w] = with(reason, b.buildAdvice(ctx, reason, b.source, b.projectFolder()))
	}
	var logged buildError
	switch {
	case errors.Is(context.Cause(ctx), errBudget):
		return fmt.Errorf("%s was not built within the budget of %v: use a longer -budget; the build's downloads and caches are kept", name, b.Plan.Budget)
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil && len(made.Artifacts) == 0:
		for _, reason := range made.Failed {
			return fmt.Errorf("%s can't be built: %s", name, strings.TrimPrefix(reason, notBuilt))
		}
		return nil
	case err == nil || errors.Is(err, ErrInput):
		return err
	case errors.As(err, &logged):
		return fmt.Errorf("%s can't be built: %w; the whole log is %s", name, err, logged.log)
	}
	return fmt.Errorf("%s can't be built: %w", name, err)
}

// errBudget ends what takes longer than there is time for.
var errBudget = errors.New("the budget is spent")

const notBuilt = "not built: "

// has tells whether the side's source has a workload for a kind of runtime:
// head's bench-config may name one that base does not have yet. What was found is
// there, or new.
func (b *builder) has(kind config.Kind, workload string) bool {
	if b.Plan.Project.Finds() {
		return true
	}
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
// of the plan, each with the versions of coroutines in that of the benchmarks. A
// project is built for all before anybody knows what is in it.
func variants(p plan.Plan, job plan.Job) []variant {
	var all []variant
	for _, r := range p.Runtimes {
		if p.Project.Finds() {
			all = append(all, variant{runtime: r})
			continue
		}
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
// one that fails holds the line that tells why and any disk that is full, and the log of what is built
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
	_, err = b.Start(ctx, process.Command{
		Args: append([]string{path}, args...), Dir: dir, Environ: b.Environ,
		Stdout: io.MultiWriter(&stdout, log), Stderr: log,
	})
	if err != nil {
		return "", buildError{fmt.Errorf("%s: %w: %s", filepath.Base(command), err, with(whyOf(log.Name()), b.full())), log.Name()}
	}
	return stdout.String(), nil
}

// A buildError keeps the log's path out of the message, which is published.
type buildError struct {
	error
	log string
}

// firstVersion is the first version number in a text, or "unknown".
func firstVersion(text string) string {
	if v := regexp.MustCompile(`[0-9]+(\.[0-9]+)+`).FindString(text); v != "" {
		return v
	}
	return "unknown"
}
