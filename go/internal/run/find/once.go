package find

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/run/commandline"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/process"
)

// listLimit is what listing the names of a binary's benchmarks may take.
const listLimit = time.Minute

// atOnce is how many names a command line is given: systems take 128 KiB in one word.
const atOnce = 400

// runOnce runs each operation of some benchmarks once: only by running do they
// tell which benchmarks they run themselves.
func (f *finder) runOnce(ctx context.Context, binary, folder string, tops []string) ([]listing, error) {
	var all []listing
	for some := range slices.Chunk(tops, atOnce) {
		list, err := f.runSome(ctx, binary, folder, some)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// runSome runs benchmarks in one process. One that ends the process is left
// out, and the others are run again without it.
func (f *finder) runSome(ctx context.Context, binary, folder string, tops []string) ([]listing, error) {
	var all []listing
	for len(tops) > 0 {
		left := f.until.Sub(f.Now())
		if left < time.Second {
			for _, top := range tops {
				all = append(all, listing{match: top, problem: "no time to run it once within a fifth of the budget: use a longer -budget, or select benchmarks with -filter", untried: true})
			}
			return all, nil
		}
		var patterns []string
		for _, top := range tops {
			patterns = append(patterns, regexp.QuoteMeta("Benchmark"+top))
		}
		lines, stderr, failure, err := f.attend(ctx, folder, left,
			append(commandline.Test(binary, "^("+strings.Join(patterns, "|")+")$"), "-test.benchtime=1x", "-test.count=1"))
		if err != nil {
			return nil, err
		}
		found := readOnce(lines, runtime.NumCPU())
		for i, l := range found {
			if l.problem == unfinishedRun {
				found[i].problem = whyUnfinished(failure, stderr, lines)
				found[i].untried, found[i].broken = outOfTime(failure), !outOfTime(failure)
				found[i].hung = errors.As(failure, new(process.SilentError))
				if !endedInOrder(lines) {
					found = found[:i+1] // while a panic is printed, the next one may begin
					break
				}
			}
		}
		all = append(all, found...)
		reached := 0 // how many of the tops were begun
		for i, top := range tops {
			if slices.ContainsFunc(found, func(l listing) bool { return l.match == top || strings.HasPrefix(l.match, top+"/") }) {
				reached = i + 1
			}
		}
		switch {
		case failure == nil && endedInOrder(lines), reached == len(tops):
			tops = nil
		case reached == 0:
			reason := whyUnfinished(failure, stderr, lines)
			if errors.As(failure, new(process.SilentError)) {
				reason = fmt.Sprintf("its test binary starts no benchmark within %v: use a longer -budget", (left / 2).Round(time.Second/10))
			}
			for _, top := range tops {
				all = append(all, listing{match: top, problem: reason, untried: true, broken: failure != nil && !outOfTime(failure)})
			}
			tops = nil
		case endedInOrder(lines):
			tops = nil // a benchmark has failed, and the others were run
		default:
			tops = tops[reached:]
		}
	}
	return all, nil
}

// attend runs a process that runs benchmarks once. It ends one that is silent for half
// of the time that it may take: then an operation takes too long to be measured, and
// there is time for the others.
func (f *finder) attend(ctx context.Context, folder string, limit time.Duration, command []string) (lines []process.TimedLine, stderr string, failure, err error) {
	return process.Attend(ctx, f.Start, f.Now, process.Command{
		Args: command, Dir: folder, Environ: commandline.Environ(f.Environ, f.Plan.Project.Env), Limit: limit,
	})
}

// tooLong says what to do about a process that was silent for as long as the error says.
func tooLong(e process.SilentError) string {
	return fmt.Sprintf("an operation takes longer than %v: give it a longer -budget, or leave it out with -filter", time.Duration(e).Round(time.Second/10))
}

const unfinishedRun = "unfinished"

// whyUnfinished says why a process ended before its benchmarks did.
func whyUnfinished(failed error, stderr string, lines []process.TimedLine) string {
	if failed == nil && !endedInOrder(lines) {
		return "it exits the process without a message"
	} else if failed == nil {
		return "it prints no result"
	}
	var silent process.SilentError
	if errors.As(failed, &silent) {
		return tooLong(silent)
	}
	if outOfTime(failed) {
		return "running each benchmark once took more than a fifth of the budget and stopped here: use a longer -budget, or select benchmarks with -filter"
	}
	text := stderr
	for _, line := range lines {
		text += "\n" + line.Text
	}
	if line := failure.Telling(text); line != "" {
		return failure.Shorten("run once, it ends the process: " + line)
	}
	return "run once, it ends the process: " + failed.Error()
}

// outOfTime tells whether a process was ended since it took too long.
func outOfTime(failure error) bool {
	return failure != nil && (errors.As(failure, new(process.SilentError)) || errors.As(failure, new(process.LimitError)))
}

// endedInOrder tells whether the testing package has had the last word.
func endedInOrder(lines []process.TimedLine) bool {
	return slices.ContainsFunc(lines, func(l process.TimedLine) bool { return l.Text == "FAIL" || l.Text == "PASS" })
}

var (
	begins = regexp.MustCompile(`^Benchmark(\S*)$`)
	ends   = regexp.MustCompile(`Benchmark(\S*)\s+1\s+([0-9.]+(?:e[+-]?[0-9]+)?) ns/op`)
	result = regexp.MustCompile(`Benchmark(\S*)\s+1\t`)
	marked = regexp.MustCompile(`^\s*--- (FAIL|SKIP): Benchmark(\S*)`)
)

// readOnce reads what a test binary has printed with -test.v and -test.benchtime=1x.
func readOnce(lines []process.TimedLine, cores int) []listing {
	var r onceReader
	for i, line := range lines {
		if m := marked.FindStringSubmatch(line.Text); m != nil {
			var near []string // before or after it, by the version of the testing package
			for _, at := range []int{i - 1, i + 1} {
				if at >= 0 && at < len(lines) {
					near = append(near, lines[at].Text)
				}
			}
			r.marked(m[1], withoutProcs(m[2], cores), near)
		} else if m := ends.FindStringSubmatch(line.Text); m != nil {
			r.ended(withoutProcs(m[1], cores), m[2], line.At)
		} else if m := result.FindStringSubmatch(line.Text); m != nil {
			r.all = append(r.all, listing{match: withoutProcs(m[1], cores), problem: "it prints no ns/op, and only times are judged"})
			r.begun = ""
		} else if m := begins.FindStringSubmatch(line.Text); m != nil {
			if !strings.HasPrefix(m[1], r.begun+"/") {
				r.close()
			}
			r.begun, r.since = m[1], line.At
		}
	}
	r.close()
	return r.all
}

// An onceReader knows what has been read so far.
type onceReader struct {
	all   []listing
	begun string // a benchmark without a result yet
	since time.Time
}

// close ends a benchmark that has printed no result: it ran others, or was ended.
func (r *onceReader) close() {
	if r.begun != "" && !slices.ContainsFunc(r.all, func(l listing) bool { return l.match == r.begun || strings.HasPrefix(l.match, r.begun+"/") }) {
		r.all = append(r.all, listing{match: r.begun, problem: unfinishedRun})
	}
	r.begun = ""
}

// marked reads that a benchmark failed or skipped itself; near are the lines of which
// one may say why.
func (r *onceReader) marked(how, name string, near []string) {
	reason := "it skips itself"
	if how == "FAIL" {
		reason = "it fails"
	}
	for _, line := range near {
		if said := strings.TrimSpace(line); placed.MatchString(said) {
			reason += ": " + failure.Shorten(said)
			break
		}
	}
	runs := func(l listing) bool { return strings.HasPrefix(l.match, name+"/") }
	if how == "SKIP" && slices.ContainsFunc(r.all, runs) || slices.ContainsFunc(r.all, func(l listing) bool { return runs(l) && l.broken }) {
		return // what it runs is known
	}
	r.all = append(slices.DeleteFunc(r.all, func(l listing) bool { return l.match == name }), listing{match: name, problem: aboutNetwork(reason), broken: how == "FAIL"})
	if r.begun == name {
		r.begun = ""
	}
}

// ended reads a benchmark's result.
func (r *onceReader) ended(name, nsPerOp string, at time.Time) {
	ns, err := strconv.ParseFloat(nsPerOp, 64)
	if err != nil {
		return
	}
	l := listing{match: name, operation: time.Duration(ns)}
	if r.begun == name {
		l.setup = max(0, at.Sub(r.since)-l.operation-unseen)
	}
	r.all = append(r.all, l)
	r.begun = ""
}

// unseen is how late a line may be read that a process has printed.
const unseen = 50 * time.Millisecond

var placed = regexp.MustCompile(`^\w+\.go:[0-9]+: `)

// withoutProcs removes GOMAXPROCS from a printed name.
func withoutProcs(name string, cores int) string {
	if cores == 1 {
		return name
	}
	return strings.TrimSuffix(name, "-"+strconv.Itoa(cores))
}

// aboutNetwork adds what to do to the words of the net package.
func aboutNetwork(reason string) string {
	if network.MatchString(reason) {
		return reason + " (it needs the network)"
	}
	return reason
}

var network = regexp.MustCompile(`dial (tcp|udp)|no such host|connection refused|network is unreachable`)
