package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/renameio/v2"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// build builds every side for every runtime of the job. What can't be built
// is recorded: its samples fail, and the others are measured. If nothing can
// be, that is an error.
func (o Options) build(ctx context.Context, job plan.Job) ([]raw.Build, error) {
	jdks, err := toolchain.JDKs(o.Environ, toolchain.Folders(o.Environ))
	if err != nil {
		return nil, inputErrorf("%w", err)
	}
	var builds []raw.Build
	var failed []error
	for _, side := range o.Plan.Sides {
		source, done, err := o.source(ctx, side)
		if err != nil {
			return nil, err
		}
		b := builder{o, side, source, jdks, workloadsOf(job)}
		for _, language := range config.Languages {
			made, err := b.language(ctx, job, language)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				failed = append(failed, err)
				for i := range made {
					made[i].Error = "not built: " + err.Error()
				}
			}
			builds = append(builds, made...)
		}
		if err := done(); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(builds, func(b raw.Build) bool { return b.Error == "" }) {
		var reasons []string
		for _, err := range failed {
			reasons = append(reasons, err.Error())
		}
		return nil, errors.New("nothing could be built: " + strings.Join(reasons, "; "))
	}
	return builds, nil
}

// source is the folder to build a side from: the working tree, or the
// commit's files, which done removes.
func (o Options) source(ctx context.Context, side plan.Side) (dir string, done func() error, err error) {
	if side.Ref == "" {
		return o.Root, func() error { return nil }, nil
	}
	dir = o.Dir.Path("source", side.Name)
	o.Report(Event{Kind: Building, What: "unpacking " + side.Name + " " + side.Commit})
	if err := os.RemoveAll(dir); err != nil {
		return "", nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", nil, err
	}
	return dir, func() error { return os.RemoveAll(dir) }, o.Export(ctx, side.Commit, dir)
}

func workloadsOf(job plan.Job) []string {
	var names []string
	for _, b := range job.Benchmarks {
		if !slices.Contains(names, b.Workload) {
			names = append(names, b.Workload)
		}
	}
	return names
}

type builder struct {
	Options
	side      plan.Side
	source    string
	jdks      []toolchain.JDK
	workloads []string
}

// language builds one language once, for all its runtimes in the job.
func (b builder) language(ctx context.Context, job plan.Job, language string) ([]raw.Build, error) {
	var made []raw.Build
	for _, r := range b.Plan.Runtimes {
		measured := slices.ContainsFunc(job.Benchmarks, func(x plan.Benchmark) bool { return x.Runtime == r.Name })
		if measured && r.Kind.Language() == language {
			made = append(made, raw.Build{Side: b.side.Name, Runtime: r.Name, Flags: r.Flags})
		}
	}
	if len(made) == 0 {
		return nil, nil
	}
	if language == "go" {
		return b.golang(ctx, made)
	}
	return b.kotlin(ctx, made)
}

// golang builds one test binary a workload.
func (b builder) golang(ctx context.Context, made []raw.Build) ([]raw.Build, error) {
	module := filepath.Join(b.source, "go")
	version, err := b.output(ctx, module, "go", "env", "GOVERSION", "GOROOT")
	if err != nil {
		return made, err
	}
	name, root, _ := strings.Cut(strings.TrimSpace(version), "\n")
	artifacts := map[string]string{}
	for _, w := range b.workloads {
		b.Report(Event{Kind: Building, What: fmt.Sprintf("go %s, %s", w, b.side.Name)})
		artifacts[w] = filepath.Join("build", b.side.Name, strings.ToLower(w)+".test")
		out, err := filepath.Abs(b.Dir.Path(artifacts[w]))
		if err != nil {
			return made, err
		}
		// As reproducible as Go builds get: the same code, the same bytes.
		if _, err := b.output(ctx, module, "go", "test", "-c", "-trimpath", "-buildvcs=false", "-o", out, "./workload/"+strings.ToLower(w)); err != nil {
			return made, err
		}
	}
	for i := range made {
		made[i].Toolchain, made[i].Home, made[i].Artifacts = name, root, artifacts
	}
	return made, nil
}

// kotlin builds the JMH jar, which serves every JDK, and finds each its JDK.
func (b builder) kotlin(ctx context.Context, made []raw.Build) ([]raw.Build, error) {
	b.Report(Event{Kind: Building, What: "kotlin benchmarks, " + b.side.Name})
	jar := filepath.Join("build", b.side.Name, "benchmarks.jar")
	// clean: a renamed benchmark would stay in the generated list. No daemon: one would outlive Maven and disturb the measurement.
	if _, err := b.output(ctx, b.source, "mvn", "-q", "-B", "-Dstyle.color=never", "-f", "kotlin/pom.xml", "-DskipTests", "-Dkotlin.compiler.daemon=false", "clean", "package"); err != nil {
		return made, err
	}
	if err := copyFile(b.Dir.Path(jar), filepath.Join(b.source, "kotlin/benchmarks/target/benchmarks.jar")); err != nil {
		return made, err
	}
	artifacts := map[string]string{}
	for _, w := range b.workloads {
		artifacts[w] = jar
	}
	for i := range made {
		r, err := b.Plan.Runtime(made[i].Runtime)
		if err != nil {
			return made, err
		}
		found := slices.IndexFunc(b.jdks, func(j toolchain.JDK) bool { return j.Feature == r.JDK && !j.Graal })
		if found < 0 {
			made[i].Error = fmt.Sprintf("no JDK %d found", r.JDK)
			continue
		}
		made[i].Toolchain, made[i].Home, made[i].Artifacts = b.jdks[found].Name, b.jdks[found].Home, artifacts
	}
	return made, nil
}

// output starts a building command and returns what it prints; the error of
// one that fails holds its last lines, and the log stays in the run folder.
func (b builder) output(ctx context.Context, dir, command string, args ...string) (string, error) {
	path := toolchain.LookPath(b.Environ, command)
	if path == "" {
		return "", inputErrorf("%s is not on the PATH: cobench doctor says how to get it", command)
	}
	folder := b.Dir.Path("build", b.side.Name)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	log, err := os.Create(filepath.Join(folder, command+".log"))
	if err != nil {
		return "", err
	}
	defer log.Close()
	var stdout bytes.Buffer
	err = b.Start(ctx, Process{
		Command: append([]string{path}, args...), Dir: dir, Environ: b.Environ,
		Stdout: io.MultiWriter(&stdout, log), Stderr: log,
	})
	if err != nil {
		if ctx.Err() == nil {
			err = fmt.Errorf("%s: %w: %s", command, err, firstError(log.Name()))
			b.Report(Event{Kind: BuildFailed, What: b.side.Name, Failure: fmt.Sprintf("%v; the whole log is %s", err, log.Name())})
		}
		return "", err
	}
	return stdout.String(), nil
}

// firstError is the first line of a build's log that names a place in the
// source, else the first that says ERROR, else the first.
func firstError(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	var first string
	for _, wanted := range []*regexp.Regexp{sourcePlace, mavenError, anything} {
		if first = wanted.FindString(string(text)); first != "" {
			break
		}
	}
	return shorten(strings.TrimPrefix(first, "[ERROR] "))
}

var (
	sourcePlace = regexp.MustCompile(`(?m)^.*\.(go|kt|java):.*$`)
	mavenError  = regexp.MustCompile(`(?m)^.*ERROR.*$`)
	anything    = regexp.MustCompile(`(?m)^.*\S.*$`)
)

func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return renameio.WriteFile(to, content, 0o644)
}
