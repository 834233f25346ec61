package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/pipeline/comment"
	"github.com/cobench/cobench/go/internal/pipeline/gate"
	"github.com/cobench/cobench/go/internal/publish"
	"github.com/cobench/cobench/go/internal/publish/synthetic"
	"github.com/cobench/cobench/go/internal/report"
)

var pictures = flag.String("pictures", "", "`folder` for what the documentation shows pictures of")

// A pull is a pull request that nobody made, with the benchmarks of it that changed
// something they can reach.
type pull struct {
	base, head string
	date       time.Time
	rows       []pullRow
	identical  int
	recording  int // rounds of each; 0 asks the judge
}

type pullRow struct {
	runtime, name string
	ns, factor    float64
	spread        float64
}

const (
	pullBase = "8c41f5d2b07a93e6d1f4c25b8a90e37d64fb12c5"
	pullHead = "e93b7a064d58f21c0a6be94d37c185f20d6ea8b1"
)

var pullRows = []pullRow{
	{"go", "MatMul/n=100/workers=8/exec=goroutine", 2.62e6, 1, 0.007},
	{"jvm-25", "MatMul/n=100/workers=8/exec=default", 4.11e6, 1.002, 0.012},
	{"go", "Channel/topology=mpmc/exec=goroutine", 91.4, 0.914, 0.009},
	{"jvm-25", "Channel/topology=mpmc/exec=default", 118.2, 1.001, 0.014},
	{"go", "PingPong/hops=10000/exec=goroutine", 202.5, 1, 0.008},
	{"jvm-25", "PingPong/hops=10000/exec=default", 218.6, 1.173, 0.012},
	{"jvm-25", "PingPong/hops=10000/exec=virtual", 1421, 1, 0.011},
	{"go", "SpawnJoin/tasks=10000/exec=goroutine", 288, 1.001, 0.008},
	{"jvm-25", "SpawnJoin/tasks=10000/exec=default", 171.3, 1, 0.16},
}

// results are those of the pull request's job, in as many rounds as the judge asks for.
func (p pull) results(t *testing.T, rules judge.Rules) string {
	var names []string
	for _, r := range p.rows {
		names = append(names, r.runtime+" "+r.name)
	}
	state, err := judge.New(rules, names)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "Unit ns/op better=lower\nUnit skips better=lower\ngoos: linux\ngoarch: amd64\ncpu: AMD EPYC 7763 64-Core Processor\ncores: 4\nkernel: Linux 6.11.0\nimage: ubuntu-24.04\nprofile: pr\nalpha: %g\nminimum-effect: %g\ndate: %s\njob: ubuntu-24.04-hotspot\njudging: %s\n",
		rules.Alpha, rules.MinimumEffect, p.date.Format(time.RFC3339), rules)
	side := func(name, commit string) { fmt.Fprintf(&out, "side: %s\ncommit: %s\n", name, commit) }
	toolchain := map[string]string{"go": "go1.26.8", "jvm-25": "temurin-25.0.3+9"}
	rnd := rand.New(rand.NewPCG(7, uint64(p.recording)))
	taken := map[string]int{}
	take := func(r pullRow) {
		name := r.runtime + " " + r.name
		taken[name]++
		ns := r.ns * math.Exp(0.5*r.spread*rnd.NormFloat64())
		sample := func(factor float64) float64 { return ns * factor * math.Exp(r.spread*rnd.NormFloat64()) }
		round := judge.Round{Base: sample(1), Head: sample(r.factor)}
		if err := state.Add(name, round); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "runtime: %s\ntoolchain: %s\nround: %d\n", r.runtime, toolchain[r.runtime], taken[name])
		side("base", p.base)
		fmt.Fprintf(&out, "Benchmark%s-4 100 %.6g ns/op\n", r.name, round.Base)
		side("head", p.head)
		fmt.Fprintf(&out, "Benchmark%s-4 100 %.6g ns/op\n", r.name, round.Head)
	}
	if p.recording > 0 {
		for range p.recording {
			for _, r := range p.rows {
				take(r)
			}
		}
		return out.String()
	}
	for needs := state.Next(judge.Unbounded); len(needs) > 0; needs = state.Next(judge.Unbounded) {
		for _, need := range needs {
			for i, name := range names {
				for range need.Rounds {
					if name == need.Benchmark {
						take(p.rows[i])
					}
				}
			}
		}
	}
	for i := range p.identical {
		fmt.Fprintf(&out, "runtime: go\ntoolchain: go1.26.8\nkey: %08x\nreason: the same code on both sides\n", i)
		for _, s := range []struct{ name, commit string }{{"base", p.base}, {"head", p.head}} {
			side(s.name, s.commit)
			fmt.Fprintf(&out, "BenchmarkCounter/variant=mutex/increments=100000/workers=%d/exec=goroutine-4 1 1 skips\n", 1<<i)
		}
	}
	return out.String()
}

// What the documentation shows pictures of is written by the code that writes it
// for everybody: `make pictures` draws it.
func TestPictures(t *testing.T) {
	conf := ownConfig(t)
	profile, err := conf.Profile("pr")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := conf.Judging.Rules(profile.Alpha, profile.MinimumEffect, profile.Rounds)
	if err != nil {
		t.Fatal(err)
	}
	begun := synthetic.From.Add(398 * time.Hour)
	asked := pull{base: pullBase, head: pullHead, date: begun, rows: pullRows, identical: 3}
	results := asked.results(t, rules)
	read := func() (compare.Source, *bytes.Buffer) {
		from := filepath.Join(t.TempDir(), "results.txt")
		if err := os.WriteFile(from, []byte(results), 0o666); err != nil {
			t.Fatal(err)
		}
		return compare.Files([]string{from}, nil)[0], new(bytes.Buffer)
	}
	source, summary := read()
	source.Label = "pr/ubuntu-24.04-hotspot.txt"
	r, err := report.Read([]compare.Source{source})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Headline(); got != "1 slower, 1 faster" {
		t.Errorf("%s, want 1 slower, 1 faster", got)
	}
	if err := report.WriteSummary(summary, r); err != nil {
		t.Fatal(err)
	}
	policy, err := gate.OfConfig(conf)
	if err != nil {
		t.Fatal(err)
	}
	text, err := comment.Text(gate.Finding{Report: r}, policy, forge.Run{HTML: "https://github.com/owner/name/actions/runs/1"}, false)
	if err != nil {
		t.Fatal(err)
	}
	if *pictures == "" {
		return
	}
	files := map[string]string{"comment.md": text, "summary.md": summary.String(), "forecast.md": forecastOf(t)}
	if err := os.MkdirAll(*pictures, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(*pictures, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}

	tree := t.TempDir()
	commits, err := synthetic.Write(tree, synthetic.Options{Commits: 400, Series: 60, Samples: 6, Seed: 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	night := pull{base: pullBase, head: pullBase, date: begun.Add(-8 * time.Hour), recording: 200}
	for _, r := range pullRows[:6] {
		r.factor = 1
		night.rows = append(night.rows, r)
	}
	for e, text := range map[history.Entry]string{
		history.New(history.Calibrate, night.date, pullBase, "1390", history.Recording+"-ubuntu-24.04-hotspot"): night.results(t, rules),
		history.New(history.Manual, begun, pullHead, "1399", "ubuntu-24.04-hotspot"):                            "remark: does the new ring of the scheduler help?\n" + results,
	} {
		if _, err := history.Add(tree, e, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := publish.Publish(tree, filepath.Join(*pictures, "data"), publish.Options{
		Repository: "https://github.com/owner/name", Commits: commits, Judge: judged, Alarms: alarms,
	}); err != nil {
		t.Fatal(err)
	}
}

// forecastOf is what a manual run will take, as its page says before it begins.
func forecastOf(t *testing.T) string {
	dir := t.TempDir()
	event, page := filepath.Join(dir, "event.json"), filepath.Join(dir, "page.md")
	if err := os.WriteFile(event, []byte(`{"inputs": {"profile": "manual", "workload": "Channel", "runtimes": "as the profile says", "runners": "all", "rounds": "10",
		"set": "capacity=0,1,64 runtime=go,jvm-17,jvm-25,kotlin-native exec=goroutine,default,virtual", "note": "do virtual threads like small buffers?"}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	c := command{stderr: &stderr, stdout: &stderr, now: time.Now, environ: os.Environ()}
	if status := c.main(context.Background(), []string{"ci", "plan", "-event", event, "-o", filepath.Join(dir, "plans"), "-summary", page}); status != done {
		t.Fatalf("%d: %s", status, &stderr)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
