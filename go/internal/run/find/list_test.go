package find

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/build/buildtest"
)

// A fakeLister is a lister that is told what each side has, as "NAME problem…".
type fakeLister struct {
	on      map[string][]listing // by side
	reading []string             // workloads that read what differs
	asked   []string             // what was run, and where
}

func (*fakeLister) none() string { return "nobody told of any" }

func (*fakeLister) begin(context.Context, func(string) bool) error { return nil }

func (l *fakeLister) list(_ context.Context, b *raw.Build, _ string, byName bool) ([]listing, error) {
	how := "runs"
	if byName {
		how = "names"
	}
	l.asked = append(l.asked, how+" "+b.Side)
	return slices.Clone(l.on[b.Side]), nil
}

func (l *fakeLister) again(_ context.Context, base *raw.Build, _ string, _ bool, tops []string, onBase []listing) ([]listing, error) {
	l.asked = append(l.asked, fmt.Sprint("again ", base.Side, " ", tops))
	return onBase, nil
}

func (l *fakeLister) reads(_ context.Context, workloads []string) error {
	l.reading = workloads
	return nil
}

func (*fakeLister) pack(workload string) (name, separator string) { return workload, "/" }

func (*fakeLister) name(l listing) string { return l.match }

// found lists what is found where both sides have a package p.
func foundBy(t *testing.T, l *fakeLister, choose Choice, change func(head, base *raw.Build, p *plan.Plan)) ([]string, error) {
	t.Helper()
	p := plan.Plan{
		Sides:    []plan.Side{{Name: plan.Base, Commit: "a"}, {Name: plan.Head, Commit: "b"}},
		Runtimes: []config.Runtime{{Name: "go", Kind: config.GoModule}}, Project: plan.Project{Folder: "."},
	}
	builds := make([]raw.Build, 2)
	for i, side := range []string{plan.Base, plan.Head} {
		builds[i] = raw.Build{Side: side, Runtime: "go", Artifacts: map[string]string{"p": "p.test"}, Keys: map[string]string{"p": side}, Failed: map[string]string{}}
	}
	change(&builds[1], &builds[0], &p)
	chosen, err := newChoice(choose)
	if err != nil {
		t.Fatal(err)
	}
	f := &finder{
		Options: Options{Options: build.Options{Plan: p, Dir: raw.Dir(t.TempDir()), Source: buildtest.Source{}, Now: func() time.Time { return time.Time{} }}},
		sides:   build.Sides{Builds: builds[2-len(p.Sides):]}, chosen: chosen, runtime: p.Runtimes[0], lister: l, until: time.Time{}.Add(time.Hour),
	}
	if err := f.list(t.Context()); err != nil {
		return nil, err
	}
	var lines []string
	for _, c := range f.finds.Candidates {
		line := c.Benchmark.Name
		if c.Identical {
			line += " identical"
		}
		if c.Benchmark.Found.New {
			line += " new"
		}
		lines = append(lines, line)
	}
	for _, s := range f.finds.Skips {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s skipped: %s %s", s.Name, s.Reason, s.Side)))
	}
	return lines, nil
}

// What is planned of a benchmark, by what both sides have of it.
func TestWhatIsFound(t *testing.T) {
	fine, skips := listing{match: "A", operation: 1}, listing{match: "A", problem: "it skips itself"}
	breaks := listing{match: "A", problem: "it panics", broken: true}
	hangs := listing{match: "A", problem: "it hangs", hung: true}
	untried := listing{match: "A", problem: "no time", untried: true}
	inner := listing{match: "A/inner", operation: 1}
	none := func(_, _ *raw.Build, _ *plan.Plan) {}
	same := func(head, base *raw.Build, _ *plan.Plan) { head.Keys["p"] = base.Keys["p"] }
	for _, test := range []struct {
		name       string
		head, base []listing
		change     func(head, base *raw.Build, p *plan.Plan)
		want       string
		asked      string
	}{
		{"both", []listing{fine}, []listing{fine}, none, "A", "runs head, runs base"},
		{"new", []listing{fine}, nil, none, "A new", "runs head, runs base"},
		{"removed", nil, []listing{fine}, none, "A skipped: head does not have it head", "runs head, runs base"},
		{"identical", []listing{fine}, []listing{fine}, same, "A identical", "names head"},
		{"another toolchain", []listing{fine}, []listing{fine}, func(head, base *raw.Build, p *plan.Plan) {
			same(head, base, p)
			head.Toolchain = "go2"
		}, "A", "runs head, runs base"},
		{"one side", []listing{fine}, nil, func(_, _ *raw.Build, p *plan.Plan) { p.Sides = p.Sides[1:] }, "A", "runs head"},
		{"the same commit", []listing{fine}, nil, func(_, _ *raw.Build, p *plan.Plan) {
			p.MeasureIdentical, p.Sides[0].Commit = true, "b"
		}, "A", "runs head"},
		{"skipped on head", []listing{skips}, []listing{fine}, none, "A skipped: it skips itself", "runs head, runs base"},
		{"skipped on base", []listing{fine}, []listing{skips}, none, "A skipped: on base: it skips itself", "runs head, runs base"},
		{"broken by head", []listing{breaks}, []listing{fine}, none, "A", "runs head, runs base, again base [A]"},
		{"broken on both", []listing{breaks}, []listing{breaks}, none, "A skipped: it panics", "runs head, runs base, again base [A]"},
		{"broken, and nobody knows base", []listing{breaks}, []listing{untried}, none, "A", "runs head, runs base, again base [A]"},
		{"hung by head", []listing{hangs}, []listing{{match: "A", operation: time.Millisecond}}, none, "A skipped: it hangs; on base, run once, it takes 1ms", "runs head, runs base, again base [A]"},
		{"one that runs others", []listing{breaks, inner}, []listing{inner}, none, "A/inner", "runs head, runs base, again base [A]"},
		{"behind one that breaks", []listing{breaks}, []listing{inner}, none, "A/inner", "runs head, runs base, again base [A]"},
		{"not built on head", nil, []listing{fine}, func(head, _ *raw.Build, _ *plan.Plan) {
			delete(head.Artifacts, "p")
			head.Failed["p"] = "not built: it"
		}, "A", "names base"},
		{"not built on base", []listing{fine}, nil, func(_, base *raw.Build, _ *plan.Plan) {
			delete(base.Artifacts, "p")
			base.Failed["p"] = "not built: it"
		}, "A", "names head"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := &fakeLister{on: map[string][]listing{plan.Head: test.head, plan.Base: test.base}}
			got, err := foundBy(t, l, Choice{}, test.change)
			if err != nil {
				t.Fatal(err)
			}
			if text := strings.Join(got, "; "); text != test.want {
				t.Errorf("found %s, want %s", text, test.want)
			}
			if asked := strings.Join(l.asked, ", "); asked != test.asked {
				t.Errorf("asked: %s, want %s", asked, test.asked)
			}
		})
	}
}

// A choice is of what reports name, with the package or without.
func TestChoice(t *testing.T) {
	both := []listing{{match: "Count/n=1"}, {match: "Count/n=2"}, {match: "Other"}}
	for _, test := range []struct {
		choose    Choice
		want, err string
	}{
		{Choice{}, "Count/n=1 Count/n=2 Other", ""},
		{Choice{Filter: ".name:Count"}, "Count/n=1 Count/n=2", ""},
		{Choice{Filter: "/n:2"}, "Count/n=2", ""},
		{Choice{Name: "Count/n=1"}, "Count/n=1", ""},
		{Choice{Name: "Count"}, "", "no benchmark is called Count"},
		{Choice{Filter: ".name:Nobody"}, "", "-filter .name:Nobody: no benchmark matches"},
	} {
		l := &fakeLister{on: map[string][]listing{plan.Head: both, plan.Base: both}}
		got, err := foundBy(t, l, test.choose, func(_, _ *raw.Build, _ *plan.Plan) {})
		if fmt.Sprint(err) != test.err && (err != nil || test.err != "") || strings.Join(got, " ") != test.want {
			t.Errorf("%+v: %q, %v: want %s%s", test.choose, got, err, test.want, test.err)
		}
	}
	if _, err := newChoice(Choice{Filter: ".name:/("}); err == nil || !strings.HasPrefix(err.Error(), "-filter .name:/(: ") {
		t.Errorf("a filter that is none: %v", err)
	}
}

// To find one benchmark, no function is run but those that may run it.
func TestChoiceSparesFunctions(t *testing.T) {
	for _, test := range []struct {
		name, short, function string
		want                  bool
	}{
		{"", "", "Count", true},
		{"Count", "", "Count", true},
		{"Count/n=1", "", "Count", true},
		{"Counter", "", "Count", false},
		{"text.Count/n=1", "text", "Count", true},
		{"Count/n=1", "text", "Count", true},
		{"other.Count", "text", "Count", false},
	} {
		c := choice{Choice: Choice{Name: test.name}}
		if got := c.mayRun(naming{"p", test.short}, test.function); got != test.want {
			t.Errorf("%s may be run by %s of %q: %v, want %v", test.name, test.function, test.short, got, test.want)
		}
	}
}
