package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// listJar are a method's benchmarks, one for each combination of its
// parameters' values, as the jar itself tells them.
func (f *finder) listJar(ctx context.Context, b *raw.Build, method string) ([]listing, error) {
	if f.jars[b.Side] == nil {
		jar := f.abs(b.Artifacts[method])
		methods, err := closure.Benchmarks(jar)
		if err != nil {
			return nil, err
		}
		var stdout, stderr bytes.Buffer
		_, err = f.Start(ctx, Process{
			Command: []string{java(*b), "-jar", jar, "-lp"}, Dir: f.abs(b.Folders[method]), Environ: f.environ(),
			Stdout: &limitedBuffer{&stdout}, Stderr: &limitedBuffer{&stderr}, Limit: listLimit,
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()+stdout.String()), "\n")
			return nil, fmt.Errorf("java -jar %s -lp: %w: %s", filepath.Base(jar), err, shorten(line))
		}
		f.jars[b.Side] = readList(stdout.String(), methods)
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
				all[method] = []listing{{match: method, problem: fmt.Sprintf("a value of its parameter %s has a comma in it, at which JMH's -p ends a value: leave the comma out", m[1])}}
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

// tryJar runs head's benchmarks once, but for those that nobody will measure.
func (f *finder) tryJar(ctx context.Context, head *raw.Build, methods []string, unchanged func(string) bool, qualify func(string) naming) error {
	var wanted []string
	for _, m := range methods {
		if head.Artifacts[m] == "" || unchanged(m) {
			continue
		}
		list, err := f.listJar(ctx, head, m)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(list, func(l listing) bool {
			return l.problem == "" && f.chosen.match(qualify(m).benchmark(f.runtime, m, l))
		}) {
			wanted = append(wanted, m)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	f.Report(Event{Kind: Building, What: fmt.Sprintf("each benchmark once, %s", head.Side)})
	return f.runJarOnce(ctx, head, wanted)
}

// runJarOnce runs each benchmark of some methods twice, all in one JVM, and
// notes in the listings what they take, or that they take too long. What fails
// there is run again in the JVM that it asks for.
func (f *finder) runJarOnce(ctx context.Context, b *raw.Build, methods []string) error {
	listings := f.jars[b.Side]
	all := methods
	for len(methods) > 0 {
		var command []string
		for _, m := range methods {
			command = append(command, "^"+regexp.QuoteMeta(m)+"$")
		}
		out, failure, err := f.inJar(ctx, b, methods[0], append(command, "-f", "0", "-i", "2", "-foe", "false"))
		if err != nil {
			return err
		}
		begun := readJarOnce(out, listings, failure)
		if failure == nil || len(begun) == 0 {
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
			out, failure, err := f.inJar(ctx, b, m, command)
			var silent errSilent
			switch {
			case err != nil:
				return err
			case errors.As(failure, &silent):
				listings[m][i].problem = silent.Error()
			case failure != nil && !errors.Is(failure, errNoTime):
				var text strings.Builder
				for _, line := range out {
					text.WriteString(line.text + "\n")
				}
				listings[m][i].problem = aboutNetwork("it fails: " + lastWordsOf([]byte(text.String())))
			}
		}
	}
	return nil
}

var errNoTime = errors.New("no time")

// inJar runs single shots in the jar of a method, without warm-up, as long as there is time.
func (f *finder) inJar(ctx context.Context, b *raw.Build, method string, args []string) (lines []timedLine, failure, err error) {
	left := f.until.Sub(f.Now())
	if left < time.Second {
		return nil, errNoTime, nil
	}
	lines, _, failure, err = f.attend(ctx, f.abs(b.Folders[method]), left,
		append([]string{java(*b), "-Djmh.ignoreLock=true", "-jar", f.abs(b.Artifacts[method]), "-bm", "ss", "-wi", "0"}, args...))
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
func readJarOnce(lines []timedLine, listings map[string][]listing, failure error) (begun []string) {
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
		if m := onceBegins.FindStringSubmatch(line.text); m != nil {
			failed()
			method, since, next = m[1], line.at, "1"
			find("()")
			if !slices.Contains(begun, method) {
				begun = append(begun, method)
			}
		} else if m := onceParameters.FindStringSubmatch(line.text); m != nil {
			find(m[1])
		} else if m := onceIteration.FindStringSubmatch(line.text); m != nil && at >= 0 && m[1] == next && !strings.HasSuffix(line.text, "<failure>") {
			took := max(0, line.at.Sub(since)-unseen)
			l := &listings[method][at]
			if since = line.at; next == "1" {
				l.setup, next = took, "2"
			} else {
				l.operation, l.setup, next = took, max(0, l.setup-took), ""
			}
		}
	}
	if failure == nil || at < 0 || next == "" {
		failed()
		return begun
	}
	var silent errSilent
	for i := at; i < len(listings[method]); i++ { // those after it were not begun
		if errors.As(failure, &silent) {
			listings[method][i].problem = silent.Error()
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
