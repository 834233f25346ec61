package plan_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
)

func ownConfig(t testing.TB) config.Config {
	t.Helper()
	c, err := config.Load(os.DirFS("../../../bench-config"), "bench-config")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// jdks is a machine that has these JDKs and no other.
func jdks(features ...int) func(config.Runtime) (string, error) {
	return func(r config.Runtime) (string, error) {
		if r.Kind == config.JVM && !slices.Contains(features, r.JDK) {
			return fmt.Sprintf("no JDK %d", r.JDK), nil
		}
		return "", nil
	}
}

func smoke() plan.Request {
	return plan.Request{Profile: "smoke", Sides: []plan.Side{{Name: plan.Head}}, CPUs: 2, Missing: jdks(17, 21, 25)}
}

func TestMake(t *testing.T) {
	for _, test := range []struct {
		name     string
		change   func(*plan.Request)
		want     []string // runtime and name of the first benchmarks
		count    int
		runtimes string
		skips    string
	}{
		{"smoke", func(*plan.Request) {}, []string{
			"go MatMul/pattern=fan/n=100/workers=8/exec=goroutine",
			"jvm-25 MatMul/pattern=fan/n=100/workers=8/exec=default",
			"go MatMul/pattern=coordinator/n=100/workers=8/exec=goroutine",
		}, 6, "go jvm-25", ""},
		{"one JDK alone", func(q *plan.Request) { q.Missing = jdks(17) }, nil, 6, "go jvm-17", ""},
		{"named runtimes, one absent", func(q *plan.Request) { q.Runtimes = []string{"jvm-25", "go"}; q.Missing = jdks(17) },
			nil, 3, "go jvm-25", "no JDK 25"},
		{"a parameter off its default is in the name", func(q *plan.Request) {
			q.Settings = []plan.Setting{{Key: "kernel", Value: "ijk"}, {Key: "capacity", Value: "0,64"}, {Key: "runtime", Value: "go"}}
		}, []string{
			"go MatMul/pattern=fan/n=100/workers=8/capacity=0/kernel=ijk/exec=goroutine",
			"go MatMul/pattern=fan/n=100/workers=8/kernel=ijk/exec=goroutine",
		}, 6, "go", ""},
		{"processors", func(q *plan.Request) {
			q.Settings = []plan.Setting{{Key: "cpus", Value: "1,all,4"}, {Key: "runtime", Value: "go"}, {Key: "pattern", Value: "fan"}, {Key: "workers", Value: "1"}}
		}, []string{
			"go MatMul/pattern=fan/n=100/workers=1/cpus=1/exec=goroutine",
			"go MatMul/pattern=fan/n=100/workers=1/exec=goroutine",
		}, 2, "go", "cpus=4: this machine has 2"},
		{"versions of a library, which Go has not", func(q *plan.Request) {
			q.Settings = []plan.Setting{{Key: "coroutines", Value: "1.10.2,own"}, {Key: "runtime", Value: "go,jvm-25"}, {Key: "pattern", Value: "fan"}, {Key: "workers", Value: "1"}}
		}, []string{
			"go MatMul/pattern=fan/n=100/workers=1/exec=goroutine",
			"jvm-25 MatMul/pattern=fan/n=100/workers=1/coroutines=1.10.2/exec=default",
			"jvm-25 MatMul/pattern=fan/n=100/workers=1/exec=default",
		}, 3, "go jvm-25", ""},
		{"a workload at the points of the tour, and at others", func(q *plan.Request) {
			q.Profile = "manual"
			q.Settings = []plan.Setting{{Key: "capacity", Value: "0"}, {Key: "topology", Value: "spsc"}, {Key: "workload", Value: "Channel"}, {Key: "runtime", Value: "go"}}
		}, []string{"go Channel/topology=spsc/capacity=0/messages=10000/exec=goroutine"}, 1, "go", ""},
		{"another exec", func(q *plan.Request) {
			q.Settings = []plan.Setting{{Key: "exec", Value: "event-loop"}, {Key: "n", Value: "8"}, {Key: "workers", Value: "2"}}
		}, []string{"jvm-25 MatMul/pattern=fan/n=8/workers=2/exec=event-loop"}, 3, "go jvm-25", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := smoke()
			test.change(&q)
			p, err := plan.Make(ownConfig(t), q)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, b := range p.Jobs[0].Benchmarks {
				got = append(got, b.Runtime+" "+b.Name)
			}
			if len(got) != test.count {
				t.Errorf("%d benchmarks, want %d: %q", len(got), test.count, got)
			}
			if diff := cmp.Diff(test.want, got[:min(len(test.want), len(got))]); test.want != nil && diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			var runtimes []string
			for _, r := range p.Runtimes {
				runtimes = append(runtimes, r.Name)
			}
			if got := strings.Join(runtimes, " "); got != test.runtimes {
				t.Errorf("runtimes %s, want %s", got, test.runtimes)
			}
			skips := ""
			for _, s := range p.Jobs[0].Skips {
				skips = s.Reason
			}
			if skips != test.skips {
				t.Errorf("skipped for %q, want %q", skips, test.skips)
			}
		})
	}
}

// All parameters reach the process, those at their defaults too.
func TestParametersAreComplete(t *testing.T) {
	p, err := plan.Make(ownConfig(t), smoke())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, param := range p.Jobs[0].Benchmarks[0].Parameters {
		got = append(got, param.Key+"="+string(param.Value))
	}
	want := "pattern=fan n=100 workers=8 capacity=64 kernel=transposed grain=cell seed=1 exec=goroutine"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got %s, want %s", s, want)
	}
}

func TestScheduleAlternates(t *testing.T) {
	q := smoke()
	q.Sides = []plan.Side{{Name: plan.Base}, {Name: plan.Head}}
	q.Settings = []plan.Setting{{Key: "pattern", Value: "fan"}, {Key: "workers", Value: "1"}, {Key: "runtime", Value: "go,jvm-25"}}
	p, err := plan.Make(ownConfig(t), q)
	if err != nil {
		t.Fatal(err)
	}
	p.Rounds = 3
	var got []string
	for i, s := range p.Schedule(p.Jobs[0]) {
		if s.Number != i+1 {
			t.Errorf("sample %d has number %d", i+1, s.Number)
		}
		got = append(got, fmt.Sprintf("%d %s %s", s.Round, s.Benchmark.Runtime, s.Side))
	}
	want := []string{
		"1 go head", "1 go base", "1 jvm-25 base", "1 jvm-25 head",
		"2 jvm-25 head", "2 jvm-25 base", "2 go base", "2 go head",
		"3 go head", "3 go base", "3 jvm-25 head", "3 jvm-25 base",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// What comes and goes with every second round must not hit one side each time. A
// strict AB BA AB BA would have base alone in the first and the last of four samples.
func TestOrderResonatesWithNothing(t *testing.T) {
	const rounds = 400
	for b := range 50 {
		p := plan.Plan{Sides: []plan.Side{{Name: plan.Base}, {Name: plan.Head}}}
		j := plan.Job{Benchmarks: []plan.Benchmark{{Runtime: "go", Workload: "X", Name: fmt.Sprintf("X/b=%d", b)}}}
		p.Jobs = []plan.Job{j}
		samples := p.More(j, 0, func(plan.Benchmark) (had, more int) { return 0, rounds })
		baseFirst := 0
		for pattern := 1; pattern < 15; pattern++ { // which of four successive samples are slow
			slow := map[string]int{}
			for i, s := range samples {
				slow[s.Side] += pattern >> (i % 4) & 1
				if pattern == 1 && i%2 == 0 && s.Side == plan.Base {
					baseFirst++
				}
			}
			// Five times the standard deviation of a fair coin, thrown for each two rounds.
			if d := slow[plan.Base] - slow[plan.Head]; math.Abs(float64(d)) > 5*math.Sqrt(rounds/2)*2 {
				t.Errorf("benchmark %d, pattern %04b: base is slow %d times, head %d", b, pattern, slow[plan.Base], slow[plan.Head])
			}
		}
		if baseFirst != rounds/2 {
			t.Errorf("benchmark %d: base is first in %d of %d rounds, want half", b, baseFirst, rounds)
		}
	}
}

// What a judge asks for goes on where the first look was, each benchmark in its own order.
func TestMoreGoesOn(t *testing.T) {
	q := smoke()
	q.Profile = "pr"
	q.Sides = []plan.Side{{Name: plan.Base}, {Name: plan.Head}}
	q.Settings = []plan.Setting{{Key: "workload", Value: "PingPong"}, {Key: "runtime", Value: "go,jvm-25"}, {Key: "exec", Value: "goroutine,default"}}
	p, err := plan.Make(ownConfig(t), q)
	if err != nil {
		t.Fatal(err)
	}
	j := p.Jobs[0]
	first := p.Schedule(j)
	if want := 6 * 2 * len(j.Benchmarks); len(first) != want {
		t.Errorf("%d samples up to the first look, want %d", len(first), want)
	}
	var got []string
	for _, s := range p.More(j, len(first), func(b plan.Benchmark) (had, more int) {
		if b.Runtime == "go" {
			return 8, 1
		}
		return 9, 2
	}) {
		got = append(got, fmt.Sprintf("%d: %d %s %s", s.Number-len(first), s.Round, s.Benchmark.Runtime, s.Side))
	}
	want := []string{
		"1: 9 go head", "2: 9 go base", "3: 10 jvm-25 base", "4: 10 jvm-25 head",
		"5: 11 jvm-25 head", "6: 11 jvm-25 base",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestJudgedPlans(t *testing.T) {
	q := smoke()
	q.Sides = []plan.Side{{Name: plan.Base}, {Name: plan.Head}}
	q.Profile = "tour"
	if _, err := plan.Make(ownConfig(t), q); err == nil || err.Error() != "profile tour: its rules cannot judge a report: first look after 3 rounds: too few for the either test to say how far they spread" {
		t.Errorf("a profile of 3 rounds: %v", err)
	}
	for _, profile := range []string{"pr", "smoke", "main", "nightly"} {
		q.Profile = profile
		p, err := plan.Make(ownConfig(t), q)
		if err != nil {
			t.Error(err)
			continue
		}
		p.Jobs = append(p.Jobs, p.Jobs[0])
		rules, err := p.Rules()
		if want := p.Alpha / 2; err != nil || rules.Alpha != want {
			t.Errorf("%s: alpha %v, %v: want %v, which two jobs share", profile, rules.Alpha, err, want)
		}
	}
}

func TestRemoved(t *testing.T) {
	q := smoke()
	q.Settings = []plan.Setting{{Key: "runtime", Value: "go"}, {Key: "workers", Value: "1,8"}}
	base, err := plan.Make(ownConfig(t), q)
	if err != nil {
		t.Fatal(err)
	}
	q.Settings = append(q.Settings[:1], plan.Setting{Key: "workers", Value: "8"}, plan.Setting{Key: "pattern", Value: "fan,pure"})
	head, err := plan.Make(ownConfig(t), q)
	if err != nil {
		t.Fatal(err)
	}
	head.Removed(base)
	var got []string
	for _, s := range head.Jobs[0].Skips {
		got = append(got, fmt.Sprintf("%s %s: %s", s.Side, s.Name, s.Reason))
	}
	want := []string{
		"head MatMul/pattern=fan/n=100/workers=1/exec=goroutine: head does not have it",
		"head MatMul/pattern=coordinator/n=100/workers=1/exec=goroutine: head does not have it",
		"head MatMul/pattern=coordinator/n=100/workers=8/exec=goroutine: head does not have it",
		"head MatMul/pattern=pure/n=100/workers=1/exec=goroutine: head does not have it",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The cold samples of a round follow the others; a runtime that is there for
// its start alone has no others.
func TestScheduleCold(t *testing.T) {
	q := smoke()
	q.Profile = "cold"
	q.Settings = []plan.Setting{{Key: "pattern", Value: "fan"}, {Key: "exec", Value: "goroutine,default"}, {Key: "n", Value: "8"}, {Key: "workers", Value: "2"}, {Key: "runtime", Value: "go,jvm-25-aot"}, {Key: "rounds", Value: "2"}, {Key: "cold-rounds", Value: "1"}}
	p, err := plan.Make(ownConfig(t), q)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range p.Schedule(p.Jobs[0]) {
		got = append(got, fmt.Sprintf("%d %s cold=%v", s.Round, s.Benchmark.Runtime, s.Cold))
	}
	want := []string{"1 go cold=false", "1 go cold=true", "1 jvm-25-aot cold=true", "2 go cold=false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestWriteThenRead(t *testing.T) {
	p, err := plan.Make(ownConfig(t), smoke())
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		t.Fatal(err)
	}
	got, err := plan.Read(&text, "plan.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p, got); diff != "" {
		t.Errorf("-written +read:\n%s", diff)
	}
}

// A plan's commits become arguments of git.
func TestCommitsThatAreNone(t *testing.T) {
	for _, word := range []string{"--output=/tmp/x", "-", "HEAD", "a b", "4f1c\n", strings.Repeat("a", 65), "none-x"} {
		p, err := plan.Make(ownConfig(t), smoke())
		if err != nil {
			t.Fatal(err)
		}
		p.Sides[0].Commit = word
		var text bytes.Buffer
		if err := p.Write(&text); err != nil {
			t.Fatal(err)
		}
		if _, err := plan.Read(&text, "plan.json"); err == nil || !strings.Contains(err.Error(), "want a hash, and a ref that does not begin with a dash") {
			t.Errorf("%q: %v", word, err)
		}
	}
}

// What is read without an error can be scheduled, whoever has edited it.
func FuzzRead(f *testing.F) {
	p, err := plan.Make(ownConfig(f), smoke())
	if err != nil {
		f.Fatal(err)
	}
	p.Jobs[0].Benchmarks = p.Jobs[0].Benchmarks[:2]
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := plan.Read(bytes.NewReader(src), "plan.json")
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		for _, j := range p.Jobs {
			most := p.ColdRounds * len(j.Benchmarks)
			for _, b := range j.Benchmarks {
				most += max(p.Rounds, b.Rounds)
			}
			if len(p.Schedule(j)) > most*len(p.Sides) {
				t.Errorf("job %s has more samples than were planned", j.ID)
			}
			for _, b := range j.Benchmarks {
				_, _ = p.Counts(plan.Head, b, config.Go)
			}
		}
	})
}
