// Cobench measures Kotlin coroutines against Go goroutines, finds regressions
// that are real, and shows them.
//
//	cobench doctor                                     what is ready here; what is missing and how to get it
//	cobench doctor  -github OWNER/NAME                 what the pipeline lacks in a repository on GitHub, and how to get it
//	cobench plan    -profile P [-base REF] [-head REF] [-set key=value]... [-runtimes R,…] [-runners R,…] [-o plan.json]
//	cobench plan    -event FILE -o DIR [-matrix FILE] [-summary FILE]   what an event of GitHub asks for
//	cobench run     -plan plan.json [-job ID] -o DIR [-resume] [-budget 30m]
//	cobench collect [-o FILE] DIR...                   Go benchmark format; - or none is stdout
//	cobench compare [-col side|runtime|KEY] [-row …] [-table …] [-filter …] [-alpha P] [-confidence L] [-format text|csv|json|md] FILE...
//	cobench report  [-format text|md|summary|json] [-fail-on slower] FILE...
//	cobench summary -runs DIR -o DIR [-summary FILE] [-fail-on slower]   the page of a run of the pipeline, and its artifact
//	cobench comment -event FILE [-fail-on slower] [-accept-label LABEL] [-name NAME]   say on a pull request what its benchmarks have shown
//	cobench bisect  -good REF [-bad REF] RUNTIME BENCHMARK    the commit that made one benchmark slower
//	cobench calibrate [-profile P] [-rounds N | -live N [-slowdown PART]] [-layout N] [FILE...]   how far the verdicts can be trusted, on these benchmarks and this machine
//	cobench ruler                                      how fast this machine is just now, as run measures it beside the samples
//	cobench append  -event FILE [-remote URL]          add a run's results to the history
//	cobench classic -history DIR -page FILE -o DIR     the input of github-action-benchmark
//	cobench watch   -history DIR                       an issue where trends of the default branch have risen
//	cobench push    [-remote URL]                      send what another action has added to the history's branch
//	cobench publish -history DIR [-cache DIR] [-repository URL] [-empty] -o DIR
//	cobench init    [-build COMMAND -jar PATTERN]      a cobench.yaml with what was found, in your own project
//	cobench import  -history DIR [-kind main] [-commit HASH] [-date TIME] FILE...   data.js of github-action-benchmark, JMH's JSON, what go test -bench prints
//	cobench version                                    what it was built from
//	cobench bench   [-base REF] [-filter …] [-budget 10m] [-env NAME]... [-history DIR] [-build COMMAND -jar PATTERN] [-fail-on slower]   in your own Go module or JMH project, with no configuration
//	cobench bench   -event FILE [-job NAME -jobs N] -o DIR   what an event of GitHub asks of it, for summary and comment
//	cobench bench   [-base REF] [-profile P] [-runtimes R,…] [-set key=value]... [-budget 30m] [-resume DIR]   all of it at once, for a laptop
//
// The stages pass on files: a plan, a run folder, and results in the Go
// benchmark format, which every later stage and stock benchstat read.
//
// The exit status is 0 when all was done; 1 when something that was measured
// failed, when a run was interrupted, or when something got slower and
// -fail-on asks; 2 when the input is wrong; 3 when -fail-on asks and too little
// was measured to tell. Errors go to stderr, one line each, with file, line and
// column where there are any.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/run"
)

func main() {
	ctx, stop := untilSignalled()
	status := command{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		program: program(), environ: os.Environ(), now: time.Now, start: run.Start,
	}.main(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}

// untilSignalled ends when somebody wants cobench to: by Ctrl-C, by cancelling a
// job, by closing the terminal.
func untilSignalled() (context.Context, context.CancelFunc) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signals = append(signals, syscall.SIGHUP)
	}
	return signal.NotifyContext(context.Background(), signals...)
}

// A command is cobench with all that it takes from its surroundings.
type command struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	program        string // its own path, "" if that is not known
	environ        []string
	now            func() time.Time
	start          run.Starter
	wait           func(context.Context, time.Duration) error // between two attempts; nil is the clock
}

func program() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return path
}

// The exit statuses.
const (
	done      = 0
	failed    = 1
	wrong     = 2
	undecided = 3
)

type stage struct {
	name, line string
	main       func(c command, ctx context.Context, args []string) error
}

// stages is filled by a function: their mains name it in their usage.
func stages() []stage {
	return []stage{
		{"doctor", "what is ready here; what is missing and how to get it", command.doctor},
		{"plan", "decide what will be measured", command.plan},
		{"run", "build and measure a plan", command.run},
		{"collect", "turn run folders into the Go benchmark format", command.collect},
		{"compare", "tables of results: centre, interval, change, p, n", command.compare},
		{"report", "what got slower or faster", command.report},
		{"summary", "the page of a run of the pipeline", command.summary},
		{"comment", "say on a pull request what its benchmarks have shown", command.comment},
		{"bisect", "the commit that made one benchmark slower", command.bisect},
		{"calibrate", "how far the verdicts can be trusted here", command.calibrate},
		{"append", "add a run's results to the history", command.append},
		{"classic", "the input of github-action-benchmark", command.classic},
		{"watch", "an issue where trends of the default branch have risen", command.watch},
		{"push", "send what another action has added to the history's branch", command.push},
		{"publish", "turn the history into the site's data", command.publish},
		{"ruler", "how fast this machine is just now: what run measures beside the samples", command.ruler},
		{"bench", "all of it at once, on this machine, for this checkout or your own project", command.bench},
		{"init", "write a cobench.yaml for your own project", command.initialise},
		{"import", "put what other tools have kept into the history", command.importResults},
		{"version", "what this program was built from", command.version},
	}
}

func (c command) main(ctx context.Context, args []string) int {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || args[0] == "help" {
		c.usage()
		if len(args) == 0 || (args[0] != "help" && args[0] != "-h" && args[0] != "-help" && args[0] != "--help") {
			return wrong
		}
		return done
	}
	out := &checked{to: c.stdout}
	c.stdout = out
	var names []string
	for _, s := range stages() {
		if s.name == args[0] {
			if isForeign(s.name) {
				c = c.plain()
			}
			return c.status(out.check(s.main(c, ctx, args[1:])))
		}
		names = append(names, s.name)
	}
	return c.status(fmt.Errorf("unknown command %q, want one of %s", args[0], strings.Join(names, ", ")))
}

// isForeign tells whether a stage reads what others have made, with rights that
// they lack.
func isForeign(stage string) bool {
	return slices.Contains([]string{"comment", "append", "classic", "watch", "push", "publish", "import"}, stage)
}

// checked remembers the first error of writing, as most of what is printed is not
// checked by whoever prints it.
type checked struct {
	to  io.Writer
	err error
}

func (o *checked) Write(p []byte) (int, error) {
	n, err := o.to.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// check is the error of a stage, or that its output was lost.
func (o *checked) check(err error) error {
	if o.err == nil || err != nil && !errors.Is(err, o.err) {
		return err
	}
	return errMeasured{fmt.Errorf("what it prints is lost: %w", o.err)}
}

func (c command) usage() {
	fmt.Fprintln(c.stderr, "usage: cobench COMMAND [flags]; cobench COMMAND -h shows the flags")
	for _, s := range stages() {
		fmt.Fprintf(c.stderr, "  %-10s%s\n", s.name, s.line)
	}
}

// errMeasured marks what is no mistake of the input: status 1.
type errMeasured struct{ error }

func (e errMeasured) Unwrap() error { return e.error }

// errUndecided marks a question of the user's that too little was measured to
// answer: status 3.
type errUndecided struct{ error }

func (e errUndecided) Unwrap() error { return e.error }

// errUsage says that the flag package has already told what is wrong, or has
// shown the help that was asked for.
type errUsage struct{ help bool }

func (errUsage) Error() string { return "usage" }

func (c command) status(err error) int {
	var usage errUsage
	var measured errMeasured
	switch {
	case err == nil:
		return done
	case errors.As(err, &usage):
		if usage.help {
			return done
		}
		return wrong
	}
	fmt.Fprintln(c.stderr, "cobench: "+err.Error())
	switch {
	case errors.As(err, &measured), errors.As(err, new(pipeline.Failure)):
		return failed
	case errors.As(err, new(errUndecided)):
		return undecided
	}
	return wrong
}
