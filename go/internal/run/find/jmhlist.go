package find

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/commandline"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// A jarList lists the benchmarks of jars, each of which runs all its methods in one JVM.
type jarList struct {
	*finder
	jars   map[string]map[string][]listing // by side and method
	listed map[string]bool                 // by jar, of which each side has its own
}

func newJarList(f *finder) jarList {
	return jarList{f, map[string]map[string][]listing{}, map[string]bool{}}
}

func (jarList) none() string {
	return "META-INF/BenchmarkList in the jar is empty: was JMH's annotation processor run?"
}

func (jarList) pack(method string) (name, separator string) {
	parts := strings.Split(method, ".")
	return strings.Join(parts[:max(0, len(parts)-2)], "."), "."
}

func (jarList) name(l listing) string { return jmhName(l) }

func (f jarList) reads(ctx context.Context, methods []string) error {
	return f.finder.reads(methods, func(b *raw.Build) (bool, error) { return f.tryMethods(ctx, b, methods) })
}

func (f jarList) again(ctx context.Context, base *raw.Build, method string, _ bool, _ []string, _ []listing) ([]listing, error) {
	err := f.runJarOnce(ctx, base, []string{method})
	return f.jars[base.Side][method], err
}

// list are a method's benchmarks, one for each combination of its parameters'
// values, as the jar itself tells them.
func (f jarList) list(ctx context.Context, b *raw.Build, method string, _ bool) ([]listing, error) {
	if jar := f.Dir.Path(b.Artifacts[method]); !f.listed[jar] {
		methods, err := closure.Benchmarks(jar)
		if err != nil {
			return nil, err
		}
		var stdout, stderr bytes.Buffer
		_, err = f.Start(ctx, process.Command{
			Args: []string{commandline.Java(*b), "-jar", jar, "-lp"}, Dir: f.Dir.Path(b.Folders[method]), Environ: commandline.Environ(f.Environ, f.Plan.Project.Env),
			Stdout: &process.BoundedBuffer{Buffer: &stdout}, Stderr: &process.BoundedBuffer{Buffer: &stderr}, Limit: listLimit,
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()+stdout.String()), "\n")
			return nil, fmt.Errorf("java -jar %s -lp: %w: %s", filepath.Base(jar), err, failure.Shorten(line))
		}
		if f.jars[b.Side] == nil {
			f.jars[b.Side] = map[string][]listing{}
		}
		for m, list := range readList(stdout.String(), methods) {
			if f.Dir.Path(b.Artifacts[m]) == jar { // another may have it too
				f.jars[b.Side][m] = list
			}
		}
		f.listed[jar] = true
	}
	return f.jars[b.Side][method], nil
}

var (
	listedMethod    = regexp.MustCompile(`^[\w$]+(\.[\w$]+)+$`)
	listedParameter = regexp.MustCompile(`^\s+param "([^"]*)" = \{(.*)\}$`)
)

// readList reads what JMH prints for -lp, by method. Where a value has a comma
// in it, nobody can tell from that where it ends, nor can -p say it.
func readList(text string, methods []closure.Method) map[string][]listing {
	known := map[string]closure.Method{}
	for _, m := range methods {
		known[m.Name] = m
	}
	all := map[string][]listing{}
	method := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n ")
		if m := listedParameter.FindStringSubmatch(line); m != nil && method != "" {
			values := strings.Split(m[2], ", ")
			if n, told := known[method].Values[m[1]]; told && n != len(values) || strings.Contains(strings.Join(values, ""), ",") {
				all[method] = []listing{{match: method, problem: fmt.Sprintf("a value of its parameter %s contains a comma, which JMH's -p takes as a separator: remove the comma", m[1])}}
				method = ""
				continue
			}
			var next []listing
			for _, l := range all[method] {
				for _, value := range values {
					l := l
					l.parameters = append(slices.Clip(l.parameters), plan.Param{Key: m[1], Value: config.Value(value)})
					next = append(next, l)
				}
			}
			all[method] = next
			continue
		}
		if method = ""; listedMethod.MatchString(line) {
			method = line
			all[method] = []listing{{match: method, singleShot: known[method].SingleShot}}
		}
	}
	return all
}

// begin runs head's benchmarks once, but for those that nobody will measure.
func (f jarList) begin(ctx context.Context, unchanged func(method string) bool) error {
	head := f.sides.Of(plan.Head)
	var wanted []string
	for _, m := range f.all {
		if head.Artifacts[m] == "" || unchanged(m) {
			continue
		}
		list, err := f.list(ctx, head, m, false)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(list, func(l listing) bool { return l.problem == "" && f.chosen.match(f.benchmark(m, l)) }) {
			wanted = append(wanted, m)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	f.Report(progress.Event{Kind: progress.Step, What: fmt.Sprintf("running each benchmark once, %s", head.Side)})
	return f.runJarOnce(ctx, head, wanted)
}

// tryMethods runs the benchmarks of some methods once, and tells whether there was
// time for all.
func (f jarList) tryMethods(ctx context.Context, b *raw.Build, methods []string) (whole bool, err error) {
	for _, m := range methods {
		list, err := f.list(ctx, b, m, false)
		if err != nil {
			return false, err
		}
		for i := range list {
			list[i].untried = true
		}
	}
	f.Report(progress.Event{Kind: progress.Step, What: fmt.Sprintf("watching what each benchmark reads, %s", b.Side)})
	if err := f.runJarOnce(ctx, b, methods); err != nil {
		return false, err
	}
	return !slices.ContainsFunc(methods, func(m string) bool {
		return slices.ContainsFunc(f.jars[b.Side][m], func(l listing) bool { return l.untried })
	}), nil
}

// runJarOnce runs each benchmark of some methods twice, all of a jar in one JVM, and
// notes in the listings what they take, or that they take too long. What fails
// there is run again in the JVM that it asks for.
func (f jarList) runJarOnce(ctx context.Context, b *raw.Build, methods []string) error {
	byJar := map[string][]string{}
	for _, m := range methods {
		byJar[b.Artifacts[m]] = append(byJar[b.Artifacts[m]], m)
	}
	for _, jar := range slices.Sorted(maps.Keys(byJar)) {
		if err := f.runOneJarOnce(ctx, b, byJar[jar]); err != nil {
			return err
		}
	}
	return nil
}

// runOneJarOnce does so for methods of one jar.
func (f jarList) runOneJarOnce(ctx context.Context, b *raw.Build, methods []string) error {
	listings := f.jars[b.Side]
	all := methods
	for len(methods) > 0 {
		var command []string
		for _, m := range methods {
			command = append(command, "^"+regexp.QuoteMeta(m)+"$")
		}
		out, failed, err := f.inJar(ctx, b, methods[0], append(command, "-f", "0", "-i", "2", "-foe", "false"))
		if err != nil {
			return err
		}
		begun := readJarOnce(out, listings, failed)
		if failed == nil || len(begun) == 0 {
			break
		}
		methods = slices.DeleteFunc(slices.Clone(methods), func(m string) bool { return slices.Contains(begun, m) })
	}
	for _, m := range all {
		for i, l := range listings[m] {
			if !l.failed {
				continue
			}
			command := []string{"^" + regexp.QuoteMeta(m) + "$", "-f", "1", "-i", "1", "-foe", "true"}
			for _, p := range l.parameters {
				command = append(command, "-p", p.Key+"="+string(p.Value))
			}
			out, failed, err := f.inJar(ctx, b, m, command)
			var silent process.SilentError
			listings[m][i].untried = errors.Is(failed, errNoTime) || outOfTime(failed)
			switch {
			case err != nil:
				return err
			case errors.As(failed, &silent):
				listings[m][i].problem, listings[m][i].hung = tooLong(silent), true
			case failed != nil && !errors.Is(failed, errNoTime):
				var text strings.Builder
				for _, line := range out {
					text.WriteString(line.Text + "\n")
				}
				listings[m][i].broken = true
				listings[m][i].problem = aboutNetwork("it fails: " + failure.LastWordsOf([]byte(text.String())))
			}
		}
	}
	return nil
}

var errNoTime = errors.New("no time")

// inJar runs single shots in the jar of a method, without warm-up, as long as there is time.
func (f jarList) inJar(ctx context.Context, b *raw.Build, method string, args []string) (lines []process.TimedLine, failure, err error) {
	left := f.until.Sub(f.Now())
	if left < time.Second {
		return nil, errNoTime, nil
	}
	lines, _, failure, err = f.attend(ctx, f.Dir.Path(b.Folders[method]), left,
		append([]string{commandline.Java(*b), "-Djmh.ignoreLock=true", "-jar", f.Dir.Path(b.Artifacts[method]), "-bm", "ss", "-wi", "0"}, args...))
	return lines, failure, err
}

var (
	onceBegins     = regexp.MustCompile(`^# Benchmark: (\S+)$`)
	onceParameters = regexp.MustCompile(`^# Parameters: (\(.*\))$`)
	onceIteration  = regexp.MustCompile(`^Iteration +([12]): `)
)

// readJarOnce reads what JMH has printed of two iterations, into the listings by
// method, and returns the methods that were begun. By the clock: what JMH prints
// of an invocation may be of one of many operations.
func readJarOnce(lines []process.TimedLine, listings map[string][]listing, failure error) (begun []string) {
	method, at, next := "", -1, "" // the listing that is being run, and the iteration that it is in
	var since time.Time
	failed := func() { // one that has not had all its iterations
		if at >= 0 && next != "" {
			listings[method][at].failed = true
		}
	}
	find := func(parameters string) {
		at = slices.IndexFunc(listings[method], func(l listing) bool { return l.shown() == parameters })
	}
	for _, line := range lines {
		if m := onceBegins.FindStringSubmatch(line.Text); m != nil {
			failed()
			method, since, next = m[1], line.At, "1"
			find("()")
			if !slices.Contains(begun, method) {
				begun = append(begun, method)
			}
		} else if m := onceParameters.FindStringSubmatch(line.Text); m != nil {
			find(m[1])
		} else if m := onceIteration.FindStringSubmatch(line.Text); m != nil && at >= 0 && m[1] == next && !strings.HasSuffix(line.Text, "<failure>") {
			took := max(0, line.At.Sub(since)-unseen)
			l := &listings[method][at]
			if since = line.At; next == "1" {
				l.setup, next = took, "2"
			} else {
				l.operation, l.setup, next = took, max(0, l.setup-took), ""
				l.untried = false
			}
		}
	}
	if failure == nil || at < 0 || next == "" {
		failed()
		return begun
	}
	var silent process.SilentError
	for i := at; i < len(listings[method]); i++ { // those after it were not begun
		if errors.As(failure, &silent) {
			listings[method][i].problem, listings[method][i].hung = tooLong(silent), i == at
		} else {
			listings[method][i].failed = true
		}
	}
	return begun
}

// shown are the parameters as JMH prints them.
func (l listing) shown() string {
	var words []string
	for _, p := range l.parameters {
		words = append(words, p.Key+" = "+string(p.Value))
	}
	return "(" + strings.Join(words, ", ") + ")"
}

// jmhName is the name that results of JMH have, without GOMAXPROCS.
func jmhName(l listing) string {
	parts := strings.Split(l.match, ".")
	name := parts[max(0, len(parts)-2):]
	if len(name) == 2 && name[1] == "run" {
		name = name[:1]
	}
	text := strings.Join(name, ".")
	for _, p := range l.parameters {
		text += "/" + nameEscape.Replace(p.Key) + "=" + nameEscape.Replace(string(p.Value))
	}
	return text
}

// nameEscape writes what a name can't hold as package jmh does.
var nameEscape = strings.NewReplacer("%", "%25", "/", "%2F", " ", "%20", "\t", "%09")
