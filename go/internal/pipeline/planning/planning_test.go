package planning

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/event"
	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
	"github.com/cobench/cobench/go/internal/plan"
)

// A project of this checkout's sources and configuration, in which commits like
// its own are made and events planned.
type events struct {
	t           *testing.T
	dir, remote string
	first       string // commit
	now         time.Time
	conf        config.Config
}

func newEvents(t *testing.T) *events {
	e := &events{t: t, dir: t.TempDir(), remote: pipelinetest.Remote(t), now: time.Date(2026, 11, 30, 1, 17, 0, 0, time.UTC), conf: pipelinetest.Config(t)}
	for file, text := range pipelinetest.Files(t, "go/go.mod", "go/workload", "go/internal/plan", "kotlin", "bench-config", "README.md", "site/content") {
		e.write(file, text)
	}
	e.git("init", "--quiet", "--initial-branch=main")
	e.first = e.commit("one")
	t.Chdir(e.dir)
	return e
}

func (e *events) write(file, text string) {
	path := filepath.Join(e.dir, file)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		e.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		e.t.Fatal(err)
	}
}

func (e *events) git(args ...string) string {
	e.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@y"}, args...)...)
	cmd.Dir = e.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		e.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (e *events) commit(message string) string {
	e.git("add", "--all")
	e.git("commit", "--quiet", "--allow-empty", "--message", message)
	return e.git("rev-parse", "HEAD")
}

// changed is a commit on the first one that adds a line to files.
func (e *events) changed(files ...string) string {
	e.t.Helper()
	e.git("checkout", "--quiet", "--force", "--detach", e.first)
	e.further(files...)
	return e.git("rev-parse", "HEAD")
}

func (e *events) further(files ...string) string {
	e.t.Helper()
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(e.dir, file))
		if err != nil {
			e.t.Fatal(err)
		}
		e.write(file, string(text)+"\n")
	}
	return e.commit(strings.Join(files, " "))
}

// keep puts results of commits into the history, as a run would.
func (e *events) keep(kind history.Kind, job string, commits ...string) {
	e.t.Helper()
	files := map[string][]byte{}
	for i, commit := range commits {
		entry := history.New(kind, e.now, commit, strconv.Itoa(100+i), job)
		files[history.Folder+"/"+entry.Path()] = []byte("x")
	}
	change := forge.Change{Branch: pipeline.DataBranch, Message: "x", Files: files}
	if _, err := (forge.Remote{URL: e.remote, Environ: os.Environ()}).Append(e.t.Context(), change); err != nil {
		e.t.Fatal(err)
	}
}

// An outcome is what an event is planned to take.
type outcome struct {
	plans        []plan.Named
	likely, most int // runner minutes
	said, page   string
	matrix       string
}

func (o outcome) names() string {
	var all []string
	for _, p := range o.plans {
		var jobs []string
		for _, j := range p.Jobs {
			jobs = append(jobs, j.ID)
		}
		all = append(all, fmt.Sprint(p.Name, jobs))
	}
	return strings.Join(all, " ")
}

// measures are the benchmarks of all jobs: runtime and workload.
func (o outcome) measures() []string {
	var all []string
	for _, p := range o.plans {
		for _, j := range p.Jobs {
			for _, b := range j.Benchmarks {
				all = append(all, b.Runtime+" "+b.Workload)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

var costLine = regexp.MustCompile(`([0-9]+) runner minutes?(?:, ([0-9]+) more)?`)

func (e *events) plan(event any) outcome {
	e.t.Helper()
	dir := e.t.TempDir()
	text, err := json.Marshal(event)
	if err != nil {
		e.t.Fatal(err)
	}
	file := filepath.Join(dir, "event.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		e.t.Fatal(err)
	}
	var said bytes.Buffer
	plans, matrix, page := filepath.Join(dir, "plans"), filepath.Join(dir, "output"), filepath.Join(dir, "page.md")
	if err := e.planTo(file, plans, &said, pipeline.Step{Output: matrix, Summary: page}); err != nil {
		e.t.Fatalf("%v\n%s", err, said.String())
	}
	o := outcome{said: said.String()}
	lines := strings.Split(strings.TrimSpace(o.said), "\n")
	found := costLine.FindStringSubmatch(lines[len(lines)-1])
	if found == nil {
		e.t.Fatalf("no cost in %s", o.said)
	}
	o.likely, _ = strconv.Atoi(found[1])
	more, _ := strconv.Atoi(found[2])
	o.most = o.likely + more
	for name, into := range map[string]*string{matrix: &o.matrix, page: &o.page} {
		text, err := os.ReadFile(name)
		if err != nil && name == page {
			e.t.Fatal(err)
		}
		*into = string(text)
	}
	entries, err := filepath.Glob(filepath.Join(plans, "*.json"))
	if err != nil {
		e.t.Fatal(err)
	}
	for _, name := range entries {
		f, err := os.Open(name)
		if err != nil {
			e.t.Fatal(err)
		}
		p, err := plan.Read(f, name)
		f.Close()
		if err != nil {
			e.t.Fatal(err)
		}
		o.plans = append(o.plans, plan.Named{Name: strings.TrimSuffix(filepath.Base(name), ".json"), Plan: p})
	}
	return o
}

// planTo plans the event of a file, as a step of a workflow does.
func (e *events) planTo(file, plans string, log io.Writer, step pipeline.Step) error {
	conf, err := config.Load(os.DirFS(filepath.Join(e.dir, "bench-config")), "bench-config")
	if err != nil {
		return err
	}
	read, err := event.Read(file)
	if err != nil {
		return err
	}
	remote := forge.Remote{URL: e.remote, Environ: os.Environ()}
	planner := Planner{Repository: forge.Repository(e.dir), Conf: conf, Log: log}
	exactly := func(_ context.Context, u plan.Upgrade) (plan.Upgrade, error) {
		if u.What == plan.Go {
			u.Version += ".1"
		}
		return u, nil
	}
	a := Asker{Planner: planner, Source: remote, Data: remote, Now: func() time.Time { return e.now }, Exactly: exactly}
	return a.Write(e.t.Context(), read, plans, step)
}

func (e *events) pullRequest(head string) outcome {
	e.t.Helper()
	return e.plan(map[string]any{"pull_request": map[string]any{"number": 7, "base": map[string]any{"sha": e.first}, "head": map[string]any{"sha": head}}})
}

func (e *events) push(head string) outcome {
	e.t.Helper()
	e.git("checkout", "--quiet", "--force", "--detach", head)
	return e.plan(map[string]any{"before": e.first, "after": head, "ref": "refs/heads/main"})
}

const (
	mostPush      = 40
	mostWorkload  = 15
	mostDocuments = 2
	mostNight     = 300
)

// What an event costs, by commits like those of this repository.
func TestCostOfPullRequests(t *testing.T) {
	e := newEvents(t)
	for name, files := range map[string][]string{
		"documents":      {"README.md", "site/content/pipeline.md"},
		"cobench itself": {"go/internal/plan/plan.go"},
		"tests":          {"kotlin/harness/src/test/kotlin/cobench/harness/LineTest.kt", "go/workload/bench_test.go"},
	} {
		o := e.pullRequest(e.changed(files...))
		if o.most > mostDocuments || o.names() != "pr[]" || o.matrix != "" || !strings.Contains(o.page, "Nothing to measure: no benchmark's code has changed") {
			t.Errorf("%s: %d minutes, %s, %q\n%s", name, o.most, o.names(), o.matrix, o.page)
		}
	}
	conf := e.conf
	dearest := 0
	for i, w := range conf.Workloads {
		folder := strings.ToLower(w.Name)
		for language, pattern := range map[string]string{"go": "go/workload/" + folder + "/*.go", "kotlin": "kotlin/workloads*/src/main/kotlin/cobench/workloads/" + folder + "/*.kt"} {
			if language == "go" && i%6 != 0 { // which takes less than Kotlin
				continue
			}
			files, err := filepath.Glob(filepath.Join(e.dir, pattern))
			if err != nil || len(files) == 0 {
				t.Fatalf("%s: %v", pattern, err)
			}
			for i := range files {
				files[i], _ = filepath.Rel(e.dir, files[i])
			}
			o := e.pullRequest(e.changed(files...))
			dearest = max(dearest, o.most)
			t.Logf("%s in %s: %d minutes, %d at most", w.Name, language, o.likely, o.most)
			if o.most > mostWorkload {
				t.Errorf("%s in %s: %d minutes, %d at most: %s", w.Name, language, o.likely, o.most, o.names())
			}
			if len(o.measures()) == 0 {
				t.Errorf("%s in %s has changed, and is not measured", w.Name, language)
			}
			for _, b := range o.measures() {
				if runtime, workload, _ := strings.Cut(b, " "); workload != w.Name || (runtime == "go") != (language == "go") {
					t.Errorf("%s in %s has changed, and %s is measured", w.Name, language, b)
				}
			}
		}
	}
	t.Logf("the dearest workload: %d minutes", dearest)

	// A requirement of cobench's is none of a workload's; a version of Go is.
	e.git("checkout", "--quiet", "--force", "--detach", e.first)
	mod, err := os.ReadFile("go/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	e.write("go/go.mod", strings.Replace(string(mod), "google/go-cmp v0.", "google/go-cmp v9.", 1))
	if o := e.pullRequest(e.commit("a requirement")); o.names() != "pr[]" {
		t.Errorf("a requirement: %s", o.names())
	}
	e.write("go/go.mod", strings.Replace(string(mod), "\ngo 1.", "\ntoolchain go9.9.9\n\ngo 1.", 1))
	if got := e.pullRequest(e.commit("a toolchain")).measures(); !slices.Contains(got, "go PingPong") || slices.Contains(got, "jvm-25 PingPong") {
		t.Errorf("a version of Go: %v", got)
	}
	// What head no longer measures is told, by a job.
	profiles, err := os.ReadFile("bench-config/profiles.yaml")
	if err != nil {
		t.Fatal(err)
	}
	e.git("checkout", "--quiet", "--force", "--detach", e.first)
	e.write("go/workload/pingpong/gone.go", "package pingpong\n")
	e.write("bench-config/profiles.yaml", strings.ReplaceAll(string(profiles), "- workload: PingPong\n", "- workload: Cancel\n"))
	e.write("bench-config/profiles.yaml", strings.ReplaceAll(strings.ReplaceAll(string(profiles), "- workload: PingPong\n", "- workload: ThreadRing\n"), "hops: [10000]", "hops: [50000]"))
	o := e.pullRequest(e.commit("no PingPong"))
	if len(o.plans) != 1 || len(o.plans[0].Jobs) == 0 || !slices.ContainsFunc(o.plans[0].Jobs[0].Skips, func(s plan.Skip) bool { return s.Workload == "PingPong" && s.Side == plan.Head }) {
		t.Errorf("%s\n%s", o.names(), o.said)
	}
}

// A merge queue's commit is judged as its pull request was.
func TestPlanOfMergeGroup(t *testing.T) {
	e := newEvents(t)
	head := e.changed("go/workload/pingpong/pingpong.go")
	o := e.plan(map[string]any{"action": "checks_requested", "merge_group": map[string]any{"base_sha": e.first, "head_sha": head, "base_ref": "refs/heads/main"}})
	if o.names() != "pr[ubuntu-24.04-hotspot]" || o.plans[0].Sides[0].Commit != e.first || o.plans[0].Sides[1].Commit != head || o.most > mostWorkload {
		t.Errorf("%s %d\n%s", o.names(), o.most, o.said)
	}
}

// A manual run of an upgrade compares a commit with itself: its jobs get both JDKs, and
// the page says what head has.
func TestPlanOfUpgrade(t *testing.T) {
	e := newEvents(t)
	jdks := func(o outcome) (all []int) {
		for _, p := range o.plans {
			for _, j := range p.Jobs {
				all = append(all, j.Setup.JDKs...)
			}
		}
		return all
	}
	o := e.plan(map[string]any{"inputs": map[string]any{"profile": "manual", "runtimes": "jvm-25", "runners": "ubuntu-24.04", "upgrade": "jdk=26"}})
	sides := o.plans[0].Sides
	if len(sides) != 2 || sides[0].Commit != e.first || sides[1].Commit != e.first || len(sides[0].Upgrades) > 0 || fmt.Sprint(sides[1].Upgrades) != "[jdk=26]" {
		t.Errorf("%+v\n%s", sides, o.said)
	}
	if got := fmt.Sprint(jdks(o)); got != "[26 25 17]" || !strings.Contains(o.matrix, `"jdks":"26\n25\n17"`) {
		t.Errorf("the job gets JDKs %s, want both, and the one that builds\n%s", got, o.matrix)
	}
	if !strings.Contains(o.page, "head `"+e.first+"` with `jdk=26`\n") || !strings.Contains(o.page, "base `"+e.first+"`\n") {
		t.Errorf("%s", o.page)
	}
	o = e.plan(map[string]any{"inputs": map[string]any{"profile": "manual", "runtimes": "go", "runners": "ubuntu-24.04", "upgrade": "go=1.27", "head": e.first}})
	if got := fmt.Sprint(o.plans[0].Sides[1].Upgrades); got != "[go=1.27.1]" || len(jdks(o)) > 0 {
		t.Errorf("head has %s, want the exact release; JDKs %v", got, jdks(o))
	}
}

func TestCostOfPushes(t *testing.T) {
	e := newEvents(t)
	whole := e.push(e.first)
	if whole.most > mostPush || len(whole.measures()) < 30 {
		t.Errorf("the first push: %d minutes for %v", whole.most, whole.measures())
	}
	e.keep(history.Main, "ubuntu-24.04-hotspot", e.first)
	if o := e.push(e.changed("README.md")); o.names() != "main[]" || o.matrix != "" || o.most > 5 {
		t.Errorf("documents: %d minutes, %s", o.most, o.names())
	}
	every := e.push(e.changed("kotlin/pom.xml", "go/workload/params.go"))
	if every.most > mostPush || !slices.Equal(every.measures(), whole.measures()) {
		t.Errorf("everything: %d minutes, %v", every.most, every.measures())
	}
	if o := e.push(e.changed("kotlin/harness/src/native/kotlin/cobench/harness/Runtime.kt")); !slices.Equal(o.measures(), []string{"kotlin-native MatMul"}) {
		t.Errorf("of Kotlin/Native alone: %v", o.measures())
	}

	// The change of a commit whose run has failed, or was never started, is measured with the next.
	middle := e.changed("go/workload/pingpong/pingpong.go")
	last := e.further("README.md")
	if o := e.push(last); !slices.Equal(o.measures(), []string{"go PingPong"}) || o.plans[0].Sides[0].Commit != last {
		t.Errorf("%v: want PingPong, which nobody has measured", o.measures())
	}
	e.keep(history.Main, "ubuntu-24.04-hotspot", middle)
	if o := e.push(last); o.names() != "main[]" {
		t.Errorf("%v are measured again", o.measures())
	}
	// Flags of a runtime are its code.
	e.git("checkout", "--quiet", "--force", "--detach", e.first)
	runtimes, err := os.ReadFile("bench-config/runtimes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	e.write("bench-config/runtimes.yaml", strings.Replace(string(runtimes), "doc: JDK 17, HotSpot with its C2 compiler, under JMH.\n    flags: [-Xms1g", "doc: JDK 17, HotSpot with its C2 compiler, under JMH.\n    flags: [-Xms2g", 1))
	if o := e.push(e.commit("flags")); len(o.measures()) == 0 || slices.ContainsFunc(o.measures(), func(b string) bool { return !strings.HasPrefix(b, "jvm-17 ") }) {
		t.Errorf("other flags for jvm-17: %v", o.measures())
	}
}

func (e *events) night() outcome {
	e.t.Helper()
	return e.plan(map[string]any{"schedule": "17 1 * * *"})
}

func TestCostOfNights(t *testing.T) {
	e := newEvents(t)
	e.changed("go/workload/pingpong/pingpong.go")
	e.keep(history.Main, "ubuntu-24.04-hotspot", e.first)
	for range 4 { // more than a night has room for
		e.further("kotlin/pom.xml", "go/workload/params.go")
	}
	head := e.git("rev-parse", "HEAD")
	conf := e.conf
	wide, err := conf.Profile("nightly")
	if err != nil {
		t.Fatal(err)
	}
	all, err := plan.Make(conf, plan.Request{Profile: "nightly", Runners: wide.Runners, Sides: []plan.Side{{Name: plan.Head, Commit: head}}})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(wide.Runners, []string{"ubuntu-24.04", "ubuntu-24.04-arm"}) {
		t.Errorf("a night's machines are %v", wide.Runners)
	}
	missing := map[string]bool{}
	for _, j := range all.Jobs {
		for _, b := range j.Benchmarks {
			missing[j.Runner+" "+b.Runtime+" "+b.Name] = true
		}
	}
	backfills, dearest, besideStudy := 0, 0, 0
	for day := range conf.Pipeline.NightlyParts {
		e.now = e.now.Add(24 * time.Hour)
		o := e.night()
		dearest = max(dearest, o.most)
		t.Logf("night %d: %d minutes, %d at most", day, o.likely, o.most)
		if o.most > mostNight {
			t.Errorf("night %d: %d minutes: %s", day, o.most, o.names())
		}
		for line := range strings.Lines(o.page) {
			rest, ok := strings.CutPrefix(line, "Left to another night: ")
			if turn := []string{pipeline.RecordingPlan, pipeline.StudyPlan}[day%2]; ok && !strings.HasPrefix(rest, pipeline.BackfillPlan) && !strings.HasPrefix(rest, turn) {
				t.Errorf("night %d: %s", day, line)
			}
		}
		others := o.most
		for _, p := range o.plans {
			if strings.HasPrefix(p.Name, pipeline.BackfillPlan) {
				backfills++
			}
			for _, j := range p.Jobs {
				if _, most := j.Estimate.Minutes(); p.Name == pipeline.StudyPlan || strings.HasPrefix(p.Name, pipeline.BackfillPlan) {
					others -= most
				}
				for _, b := range j.Benchmarks {
					if p.Name == pipeline.NightlyPlan {
						delete(missing, j.Runner+" "+b.Runtime+" "+b.Name)
					}
				}
			}
		}
		if strings.Contains(o.names(), "study[") {
			besideStudy = max(besideStudy, others)
		}
		for _, want := range []string{"main[ubuntu-24.04-hotspot", "ubuntu-24.04-arm-hotspot", "nightly[", "identical[", "canary-25["} {
			if !strings.Contains(o.names(), want) {
				t.Errorf("night %d: no %s in %s", day, want, o.names())
			}
		}
	}
	t.Logf("the dearest night: %d minutes; %d commits measured late", dearest, backfills)
	if len(missing) > 0 {
		t.Errorf("a round of nights does not measure %v", missing)
	}
	// However the study is dealt, its longest part fits beside the rest.
	study, most := config.Duration(0), config.Duration(0)
	for part := range conf.Pipeline.StudyParts {
		p, err := plan.Make(conf, plan.Request{Profile: "study", Runtimes: []string{"go", "jvm-25", "native-image-25", "kotlin-native"}, Runners: []string{"ubuntu-24.04"}, Sides: all.Sides, Part: plan.Part{Index: part, Of: conf.Pipeline.StudyParts}})
		if err != nil {
			t.Fatal(err)
		}
		minutes := 0
		for _, j := range p.Jobs {
			likely, _ := j.Estimate.Minutes()
			minutes += likely
			study += j.Estimate.Measure
		}
		most = max(most, config.Duration(minutes))
	}
	t.Logf("the study: %v in all, %d minutes in the longest part", time.Duration(study), most)
	if besideStudy == 0 || besideStudy+int(most) > mostNight {
		t.Errorf("a part of the study takes %d minutes, and the rest of such a night %d", most, besideStudy)
	}
}

// Where all parts have been measured and nothing has changed since, a night
// measures nothing, and once a round all trends.
func TestQuietNights(t *testing.T) {
	e := newEvents(t)
	head := e.further("README.md")
	parts := e.conf.Pipeline.NightlyParts
	nights := slices.Repeat([]string{e.first}, parts-1)
	e.keep(history.Nightly, "nightly-ubuntu-24.04-hotspot", append(nights, head)...)
	whole := 0
	for range parts {
		e.now = e.now.Add(24 * time.Hour)
		switch names := e.night().names(); {
		case strings.HasPrefix(names, "main[ubuntu-24.04-hotspot") && !strings.Contains(names, "nightly"):
			whole++
		case names != "nightly[]":
			t.Errorf("%s", names)
		}
	}
	if whole != 1 {
		t.Errorf("%d of %d quiet nights measured the trends, want one", whole, parts)
	}
	e.further("kotlin/pom.xml")
	if names := e.night().names(); !strings.Contains(names, "nightly[ubuntu-24.04-hotspot") {
		t.Errorf("after a change: %s", names)
	}
}

// A night measures what pushes of several commits have skipped, the newest first,
// nothing that has not changed, and nothing from before the first that was measured.
func TestSkippedCommits(t *testing.T) {
	e := newEvents(t)
	commits := []string{e.first}
	for i := range 7 {
		file := "go/workload/pingpong/pingpong.go"
		if i == 2 {
			file = "README.md"
		}
		commits = append(commits, e.further(file))
	}
	backfilled := func() []string {
		var all []string
		for _, p := range e.night().plans {
			if commit, ok := strings.CutPrefix(p.Name, pipeline.BackfillPlan); ok {
				all = append(all, commit)
				if len(p.Jobs) != 1 || p.Jobs[0].Benchmarks[0].Workload != "PingPong" {
					t.Errorf("%s measures %v", p.Name, p.Jobs)
				}
			}
		}
		return all
	}
	if got := backfilled(); len(got) > 0 {
		t.Errorf("without a history: %v", got)
	}
	e.keep(history.Main, "a", commits[1], commits[5])
	e.keep(history.Manual, "a", commits[4])
	got, want := backfilled(), []string{commits[6][:12], commits[4][:12], commits[2][:12]}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	e.remote = filepath.Join(e.dir, "none.git")
	e.write("event.json", `{"schedule": "x"}`)
	if err := e.planTo("event.json", "plans", io.Discard, pipeline.Step{}); err == nil {
		t.Error("a history that can't be read is an empty one")
	}
}
