package build

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/commandline"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/identity"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/progress"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// A Builder builds one side.
type Builder struct {
	Options
	side       plan.Side
	coroutines string // version of kotlinx-coroutines, "" for the source's own
	source     string
	jdks       []toolchain.JDK
	job        plan.Job
	workloads  []string
	done       map[string]error // how what several runtimes share was built, by what it makes
	code       identity.Code
}

// New builds a side whose files are in a folder.
func New(o Options, side plan.Side, source string) *Builder {
	return &Builder{Options: o, side: side, source: source}
}

// Advisor tells what a side lacks of the user's own surroundings.
func (o Options) Advisor() failure.Advisor {
	return failure.Advisor{Environ: o.Environ, Dropped: commandline.Dropped(o.Environ, o.Plan.Project.Env), Source: o.Source}
}

// report tells what is done now.
func (o Options) report(kind progress.EventKind, what string) {
	o.Report(progress.Event{Kind: kind, What: what})
}

// executable ends the name of a program.
var executable = map[bool]string{true: ".exe"}[runtime.GOOS == "windows"]

// folder is where the side's builds lie, below the run folder.
func (b *Builder) folder() string {
	return raw.Build{Side: b.side.Name, Coroutines: b.coroutines}.Folder()
}

// libraryFlag makes Maven take another version than the source says.
func (b *Builder) libraryFlag() string { return "-Dcoroutines.version=" + b.coroutines }

// name tells people what is built.
func (b *Builder) name() string {
	if b.coroutines != "" {
		return b.side.Name + ", " + config.CoroutinesKey + " " + b.coroutines
	}
	return b.side.Name
}

// once builds what several runtimes share.
func (b *Builder) once(what string, build func() error) error {
	err, ok := b.done[what]
	if !ok {
		err = build()
		b.done[what] = err
	}
	return err
}

// maven builds a part of the Kotlin half, without a daemon, which would
// outlive Maven and disturb the measurement.
func (b *Builder) maven(ctx context.Context, what string, args ...string) error {
	if b.coroutines != "" {
		// The folder may hold what another version was built of.
		args = append([]string{b.libraryFlag(), "clean"}, args...)
	}
	_, err := b.Output(ctx, what, b.source, "mvn", append([]string{
		"-q", "-B", "-Dstyle.color=never", "-Dkotlin.compiler.daemon=false", "-f", "kotlin/pom.xml", "-DskipTests", "-Dmaven.test.skip=true", // neither run nor compiled
	}, args...)...)
	return err
}

// Output starts a building command and returns what it prints. The error of
// one that fails holds the line that tells why and any disk that is full, and the log of what is built
// stays in the run folder.
func (b *Builder) Output(ctx context.Context, what, dir, command string, args ...string) (string, error) {
	path := command
	if !filepath.IsAbs(command) {
		path = toolchain.LookPath(b.Environ, command)
	}
	if path == "" {
		return "", failure.Inputf("%s is not on the PATH: cobench doctor says how to get it", command)
	}
	folder := b.Dir.Path(b.folder())
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
		return "", buildError{fmt.Errorf("%s: %w: %s", filepath.Base(command), err, failure.With(failure.OfBuild(log.Name()), failure.FullDisk(string(b.Dir), b.Environ))), log.Name()}
	}
	return stdout.String(), nil
}

// A buildError keeps the log's path out of the message, which is published.
type buildError struct {
	error
	log string
}
