package run_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run"
	"github.com/cobench/cobench/go/internal/run/find"
	"github.com/cobench/cobench/go/internal/run/machine"
	"github.com/cobench/cobench/go/internal/run/process"
)

// judgedPlan has one benchmark for each kind, base and head.
func judgedPlan(kinds ...string) plan.Plan {
	p := testPlan(kinds...)
	p.Rounds, p.Alpha, p.MinimumEffect = 6, 0.01, 0.02
	p.MeasureIdentical = true // the fake's programs are
	p.Judging = &config.Judging{Test: "either", Confidence: 0.8, Aim: 0.05, Coarse: 0.05, AimRounds: 16, Power: 0.95, Looks: []int{8, 12, 18}}
	p.Sides = []plan.Side{{Name: plan.Base}, {Name: plan.Head}}
	return p
}

// measuredTimes reads samples whose time the benchmark's name tells: of slow,
// head takes 1.3 times as long; of little, which varies, 1.04 times.
func measuredTimes(o *run.Options) {
	o.Read = func(_ raw.Run, _ plan.Plan, r raw.Record, _ string) (run.Reading, error) {
		h := fnv.New64a() // the same for a sample whenever it is read
		fmt.Fprintf(h, "%s %s %d", r.Sample.Benchmark.Name, r.Sample.Side, r.Sample.Round)
		rnd := rand.New(rand.NewPCG(h.Sum64(), 1))
		ns := 100 + rnd.Float64()
		little := strings.Contains(r.Sample.Benchmark.Name, "little")
		if little {
			ns = 100 + 20*rnd.Float64()
		}
		switch head := r.Sample.Side == plan.Head; {
		case head && strings.Contains(r.Sample.Benchmark.Name, "slow"):
			ns *= 1.3
		case head && little:
			ns *= 1.04
		}
		return run.Reading{Time: ns, Timed: time.Second}, nil
	}
}

// counts are the samples in a folder, by benchmark and side.
func counts(t *testing.T, dir string) map[string]int {
	t.Helper()
	records, err := raw.Dir(dir).Records()
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for _, r := range records {
		n[strings.TrimPrefix(r.Sample.Benchmark.Name, "Echo/kind=")+" "+r.Sample.Side]++
	}
	return n
}

func TestJudgedRunConfirmsWhatMayHaveChanged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	o := options(t, &fake{}, judgedPlan("same", "slow", "crash"), dir)
	measuredTimes(&o)
	if _, err := run.Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	got := counts(t, dir)
	for what, want := range map[string]int{
		"same base": 6, "same head": 6, // the first look tells
		"slow base": 8, "slow head": 8, // the second
		"crash base": 3, "crash head": 3, // no more is to be had of it
	} {
		if got[what] != want {
			t.Errorf("%s: %d samples, want %d", what, got[what], want)
		}
	}
}

func TestJudgedRunGoesOnWhereItWas(t *testing.T) {
	f := &fake{after: 20} // after the first look
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(context.Background())
	f.cancel = cancel
	o := options(t, f, judgedPlan("little"), dir)
	measuredTimes(&o)
	if _, err := run.Run(ctx, o); err == nil {
		t.Fatal("no interruption")
	}
	f.after, o.Resume = 0, true
	summary, err := run.Run(context.Background(), o)
	if err != nil || summary.Samples != 36 {
		t.Errorf("%d samples, %v: want 36", summary.Samples, err)
	}
}

// A round is taken whole, whenever the budget is spent.
func TestBudgetEndsBetweenRounds(t *testing.T) {
	for budget := 5 * time.Second; budget < 60*time.Second; budget += time.Second {
		dir := filepath.Join(t.TempDir(), "run")
		o := options(t, &fake{}, judgedPlan("same", "slow"), dir)
		measuredTimes(&o)
		o.Budget = budget
		summary, err := run.Run(context.Background(), o)
		if err != nil || summary.Left == 0 {
			t.Fatalf("%v: %+v, %v", budget, summary, err)
		}
		if got := counts(t, dir); got["same base"] != got["same head"] || got["slow base"] != got["slow head"] {
			t.Errorf("%v: %v, want as many of each side", budget, got)
		}
	}
}

// The first look is taken whole, whatever what follows may take; what is left can be
// gone on with.
func TestConfirmingHasItsTime(t *testing.T) {
	for _, test := range []struct {
		budget, confirm time.Duration
		left            bool
	}{
		{0, time.Second, true}, // as much as came before
		{0, time.Hour, false},
		{time.Hour, time.Second, true},
		{time.Second, time.Hour, true},
	} {
		dir := filepath.Join(t.TempDir(), "run")
		o := options(t, &fake{}, judgedPlan("little"), dir)
		measuredTimes(&o)
		o.Budget, o.Confirm = test.budget, test.confirm
		summary, err := run.Run(context.Background(), o)
		if err != nil || (summary.Left > 0) != test.left {
			t.Fatalf("%+v: %+v, %v", test, summary, err)
		}
		if n := counts(t, dir)["little head"]; test.budget != time.Second && (n < 6 || test.left && (n < 7 || n > 13)) {
			t.Errorf("%+v: %d rounds, want the first look's 6, and some where there is no time for 18", test, n)
		}
		o.Resume, o.Budget, o.Confirm = true, 0, 0
		if summary, err = run.Run(context.Background(), o); err != nil || summary.Samples != 36 {
			t.Errorf("%+v: %d samples, %v: want 36", test, summary.Samples, err)
		}
	}
}

func TestRecordingTakesEverythingSoOften(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	p := judgedPlan("same", "slow")
	p.Recording = 3
	o := options(t, &fake{}, p, dir)
	measuredTimes(&o)
	summary, err := run.Run(context.Background(), o)
	if err != nil || summary.Samples != 12 {
		t.Errorf("%d samples, %v: want 12", summary.Samples, err)
	}
}

// foundRun is a run folder of a project whose benchmarks were found, built and planned.
func foundRun(t *testing.T, p plan.Plan) string {
	t.Helper()
	p.Project = plan.Project{Folder: "."}
	p.Runtimes = []config.Runtime{{Name: "go", Kind: config.GoModule}}
	dir := raw.Dir(t.TempDir())
	r := raw.Run{Job: p.Jobs[0].ID, Machine: machine.This(t.Context())}
	for _, side := range p.Sides {
		r.Builds = append(r.Builds, raw.Build{Side: side.Name, Runtime: "go", Artifacts: map[string]string{"Echo": "build/" + side.Name + "/echo.test"}})
	}
	for i := range p.Jobs[0].Benchmarks {
		p.Jobs[0].Benchmarks[i].Operations = 1
		p.Jobs[0].Benchmarks[i].Found = plan.Found{Match: p.Jobs[0].Benchmarks[i].Name}
	}
	if err := os.MkdirAll(dir.Path("build"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := raw.WriteJSON(dir.Path(raw.RunFile), r); err != nil {
		t.Fatal(err)
	}
	if err := find.Planned(dir, p); err != nil {
		t.Fatal(err)
	}
	return string(dir)
}

// Where the first look at all would take all of the time, some benchmarks wait after a
// round, those that have shown least; what looks bad goes on before them.
func TestFirstLookLeavesTime(t *testing.T) {
	kinds := []string{"a", "b", "c", "d", "e", "f", "g", "little", "i", "j"}
	p := judgedPlan(kinds...)
	dir := foundRun(t, p)
	p, err := raw.Dir(dir).Plan()
	if err != nil {
		t.Fatal(err)
	}
	measure := func(budget time.Duration, after int) (run.Summary, error) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		f := &fake{after: after, cancel: cancel}
		o := options(t, f, p, dir)
		o.Start = func(ctx context.Context, p process.Command) (process.Usage, error) {
			p.Args = append(p.Args, "-name=any")
			return f.start(ctx, p)
		}
		measuredTimes(&o)
		o.Resume, o.Budget = true, budget
		return run.Run(ctx, o)
	}
	if _, err := measure(140*time.Second, 30); err == nil { // in the midst, and gone on with
		t.Fatal("no interruption")
	}
	summary, err := measure(450*time.Second, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := counts(t, dir)
	waiting := 0
	for _, kind := range kinds {
		switch n := got[kind+" head"]; {
		case n == 1:
			waiting++
		case n < 6:
			t.Errorf("%s: %d rounds, want one or all of the first look's", kind, n)
		}
	}
	if got["little head"] < 12 || waiting == 0 || waiting == len(kinds) {
		t.Errorf("%v, %d waiting, %+v: want little to go on and some to wait", got, waiting, summary)
	}
}
