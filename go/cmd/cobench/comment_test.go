package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/plan"
)

var (
	baseSHA = strings.Repeat("a", 40)
	headSHA = strings.Repeat("b", 40)
)

// judgedPlan is that of a pull request, with two jobs.
func judgedPlan(t *testing.T) plan.Plan {
	conf := ownConfig(t)
	p, err := plan.Make(conf, plan.Request{
		Profile: "pr", Runtimes: []string{"go"}, Runners: []string{"ubuntu-24.04", "ubuntu-24.04-arm"},
		Sides: []plan.Side{{Name: plan.Base, Commit: baseSHA}, {Name: plan.Head, Commit: headSHA}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// measured are results of a job as collect writes them: head takes so many
// times as long as base.
func measured(t *testing.T, p plan.Plan, job string, ratio float64) string {
	rules, err := p.Rules()
	if err != nil {
		t.Fatal(err)
	}
	arch, cpu := "amd64", "AMD EPYC 7763 64-Core Processor"
	if strings.Contains(job, "arm") {
		arch, cpu = "arm64", "Neoverse-N2"
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	var out strings.Builder
	fmt.Fprintf(&out, "Unit ns/op better=lower\nUnit failures better=lower\ngoos: linux\ngoarch: %s\ncpu: %s\ncores: 4\nprofile: pr\nalpha: 0.01\nminimum-effect: 0.03\njob: %s\njudging: %s\nruntime: go\ntoolchain: go1.26.8\n",
		arch, cpu, job, rules)
	for round := range 24 {
		fmt.Fprintf(&out, "round: %d\n", round+1)
		for _, side := range []struct {
			name, commit string
			ns           float64
		}{{"base", baseSHA, 1000}, {"head", headSHA, 1000 * ratio}} {
			fmt.Fprintf(&out, "side: %s\ncommit: %s\nBenchmarkPingPong/hops=10000/exec=goroutine-4 100 %.1f ns/op\n", side.name, side.commit, side.ns*(1+0.005*rnd.NormFloat64()))
		}
	}
	return out.String()
}

// upload is the artifact of a pull request's plan.
func upload(t *testing.T, p plan.Plan, results map[string]string) []byte {
	return uploadAs(t, "pr", p, results)
}

func uploadAs(t *testing.T, name string, p plan.Plan, results map[string]string) []byte {
	var out, text bytes.Buffer
	if err := p.Write(&text); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"plans/" + name + ".json": text.String()}
	for job, text := range results {
		files["results/"+name+"/"+job+".txt"] = text
	}
	w := zip.NewWriter(&out)
	for file, text := range files {
		f, err := w.Create(file)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const (
	x86Job = "ubuntu-24.04-hotspot"
	armJob = "ubuntu-24.04-arm-hotspot"
)

// A pipeline is a pull request of a fork whose benchmarks have ended.
type pipeline struct {
	t    *testing.T
	fake *forgetest.GitHub
	run  forge.Run
	plan plan.Plan
}

func newPipeline(t *testing.T) *pipeline {
	p := newPull(t)
	p.plan = judgedPlan(t)
	return p
}

// newPull is one without a plan.
func newPull(t *testing.T) *pipeline {
	p := &pipeline{t: t, fake: forgetest.New(t)}
	p.run = forge.Run{ID: 7, Event: "pull_request", Status: "completed", Conclusion: "success", HeadSHA: headSHA, HeadBranch: "feature", HTML: "https://github.com/acme/bench/actions/runs/7"}
	p.run.Head.FullName, p.run.Head.Owner.Login = "stranger/bench", "stranger"
	p.fake.WorkRuns, p.fake.Base = []forge.Run{p.run}, baseSHA
	p.fake.Pulls = []forge.Pull{p.pull(11, "closed", strings.Repeat("c", 40)), p.pull(12, "open", headSHA)}
	return p
}

func (p *pipeline) pull(number int, state, sha string) forge.Pull {
	pull := forge.Pull{Number: number, State: state}
	pull.Head.SHA, pull.Head.Ref = sha, "feature"
	pull.Head.Repo = &struct {
		FullName string `json:"full_name"`
	}{"stranger/bench"}
	return pull
}

func (p *pipeline) leave(results map[string]string) {
	p.fake.Artifacts[7] = map[string][]byte{artifact.Name: upload(p.t, p.plan, results)}
}

// comment runs the command on an event and returns what it said.
func (p *pipeline) comment(event any, flags ...string) (said string, status int) {
	p.t.Helper()
	text, err := json.Marshal(event)
	if err != nil {
		p.t.Fatal(err)
	}
	file := filepath.Join(p.t.TempDir(), "event.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		p.t.Fatal(err)
	}
	var stderr bytes.Buffer
	status = command{
		stderr: &stderr, stdout: &stderr, now: time.Now, wait: func(context.Context, time.Duration) error { return nil },
		environ: []string{"GITHUB_API_URL=" + p.fake.URL, "GITHUB_REPOSITORY=" + forgetest.Repository, "GITHUB_TOKEN=token"},
	}.main(context.Background(), append([]string{"comment", "-event", file}, flags...))
	p.fake.Wait()
	return stderr.String(), status
}

func (p *pipeline) ended() any { return map[string]any{"action": "completed", "workflow_run": p.run} }

func (p *pipeline) status() forge.Status {
	all := p.fake.Statuses[headSHA]
	if len(all) == 0 {
		return forge.Status{}
	}
	return all[len(all)-1]
}

func TestCommentIsOneAndIsEdited(t *testing.T) {
	p := newPipeline(t)
	// Others have commented, and somebody has put our mark at the beginning of his.
	for i := range 5 {
		other := forge.Comment{ID: int64(100 + i), Body: commentMark + " I am cobench"}
		other.User.Type = "User"
		p.fake.Comments[12] = append(p.fake.Comments[12], other)
	}
	p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1.2), armJob: measured(t, p.plan, armJob, 1)})
	if said, status := p.comment(p.ended()); status != done {
		t.Fatalf("%d: %s", status, said)
	}
	comments := p.fake.Comments[12]
	if len(comments) != 6 {
		t.Fatalf("%d comments, want one more than 5", len(comments))
	}
	for _, want := range []string{commentMark, "**1 slower**", "| slower | `go linux/amd64` | `PingPong/hops=10000/exec=goroutine-4` |", "1 unchanged within ±3 %", p.run.HTML} {
		if !strings.Contains(comments[5].Body, want) {
			t.Errorf("no %q in\n%s", want, comments[5].Body)
		}
	}
	golden(t, "testdata/comment.md", comments[5].Body)
	if s := p.status(); s.State != "success" || !strings.HasPrefix(s.Description, "1 slower; 1 unchanged") || s.Context != "cobench" || s.Target != p.run.HTML {
		t.Errorf("%+v", s)
	}
	// The same again says nothing new; a better commit is said in the same place.
	if said, _ := p.comment(p.ended()); !strings.Contains(said, "says so already") {
		t.Error(said)
	}
	p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1), armJob: measured(t, p.plan, armJob, 1)})
	p.comment(p.ended())
	if comments := p.fake.Comments[12]; len(comments) != 6 || !strings.Contains(comments[5].Body, "**no change found**") || strings.Contains(comments[5].Body, "slower |") {
		t.Errorf("%d comments, the last one\n%s", len(comments), comments[len(comments)-1].Body)
	}
	if p.fake.Leaked || len(p.fake.Comments[11]) > 0 {
		t.Error("the token or a closed pull request was touched")
	}
}

func TestQuietWhereAllIsWell(t *testing.T) {
	p := newPipeline(t)
	p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1), armJob: measured(t, p.plan, armJob, 1)})
	said, status := p.comment(p.ended())
	if status != done || len(p.fake.Comments[12]) > 0 || p.status().State != "success" {
		t.Errorf("%d, %s, %v, %+v", status, said, p.fake.Comments, p.status())
	}
	if want := "no change found; 2 unchanged within ±3 %"; p.status().Description != want {
		t.Errorf("%q, want %q", p.status().Description, want)
	}
}

func TestMissingJobsAreNamed(t *testing.T) {
	p := newPipeline(t)
	p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1)})
	p.comment(p.ended())
	if len(p.fake.Comments[12]) != 1 || !strings.Contains(p.fake.Comments[12][0].Body, "Missing: job `"+armJob+"`") {
		t.Errorf("%+v", p.fake.Comments[12])
	}
	if !strings.Contains(p.status().Description, "1 job without results") {
		t.Errorf("%+v", p.status())
	}
}

func TestPullRequestsThatMovedOn(t *testing.T) {
	for _, test := range []struct {
		name string
		pull func(*pipeline) []forge.Pull
		want string
	}{
		{"closed", func(p *pipeline) []forge.Pull { return []forge.Pull{p.pull(12, "closed", headSHA)} }, "pull request 12 is closed: left alone"},
		{"force-pushed", func(p *pipeline) []forge.Pull { return []forge.Pull{p.pull(12, "open", strings.Repeat("d", 40))} }, "pull request 12 is at dddd"},
		{"none", func(*pipeline) []forge.Pull { return nil }, "no open pull request is at bbbb"},
		{"of another repository", func(p *pipeline) []forge.Pull {
			pull := p.pull(12, "open", headSHA)
			pull.Head.Repo.FullName = "stranger/other"
			return []forge.Pull{pull}
		}, "no open pull request"},
		{"of a fork that is gone", func(p *pipeline) []forge.Pull {
			pull := p.pull(12, "open", headSHA)
			pull.Head.Repo = nil
			return []forge.Pull{pull}
		}, "no open pull request"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPipeline(t)
			p.fake.Pulls = test.pull(p)
			p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 2), armJob: measured(t, p.plan, armJob, 2)})
			said, status := p.comment(p.ended())
			if status != done || !strings.Contains(said, test.want) || len(p.fake.Comments) > 0 || len(p.fake.Statuses) > 0 {
				t.Errorf("%d, %s, want %s; %v %v", status, said, test.want, p.fake.Comments, p.fake.Statuses)
			}
		})
	}
}

// Nothing that a stranger puts into an artifact is said in our name.
func TestHostileArtifactsOfForks(t *testing.T) {
	p := newPipeline(t)
	good := measured(t, p.plan, x86Job, 1.2)
	evil := func(old, new string) map[string]string {
		if !strings.Contains(good, old) {
			t.Fatalf("no %q", old)
		}
		return map[string]string{x86Job: strings.ReplaceAll(good, old, new)}
	}
	for _, test := range []struct {
		name    string
		results map[string]string
		packed  []byte
		want    string
	}{
		{"a name with Markdown", evil("PingPong/", "[x](https://evil.example)/"), nil, "want a name such as"},
		{"a name with HTML", evil("hops=10000", "hops=<img/src=x>"), nil, "want a name such as"},
		{"a machine with a mention", evil("AMD EPYC", "@everyone"), nil, "cpu: "},
		{"rules that are none", evil("screen=", "```"), nil, "judged by "},
		{"another commit", evil(headSHA, strings.Repeat("e", 40)), nil, "and another was planned"},
		{"a way up", map[string]string{"../../../x": good}, nil, "want plans/NAME.json"},
		{"no zip", nil, []byte("PK nothing"), "no zip file"},
		{"a bomb", map[string]string{x86Job: good, armJob: strings.Repeat("\n", 70<<20)}, nil, "more than 67108864 bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPipeline(t)
			if test.packed != nil {
				p.fake.Artifacts[7] = map[string][]byte{artifact.Name: test.packed}
			} else {
				p.leave(test.results)
			}
			said, status := p.comment(p.ended())
			if status != done || !strings.Contains(said, "refused: ") || !strings.Contains(said, test.want) {
				t.Errorf("%d, %s, want %s", status, said, test.want)
			}
			if s := p.status(); s.State != "error" || strings.Contains(s.Description, "evil") || len(p.fake.Comments) > 0 {
				t.Errorf("%+v, %v", s, p.fake.Comments)
			}
		})
	}
	// Words where words may stand are left out.
	said := measured(t, p.plan, armJob, 1) + "round: 25\nreason: @everyone see [this](https://evil.example) <b>\nside: head\nBenchmarkBoom/exec=goroutine-4 1 1 failures\nside: base\ncommit: " + baseSHA + "\nBenchmarkBoom/exec=goroutine-4 1 1 failures\n"
	p.leave(map[string]string{x86Job: good, armJob: said})
	if out, status := p.comment(p.ended()); status != done || len(p.fake.Comments[12]) != 1 {
		t.Fatalf("%d: %s", status, out)
	}
	body := p.fake.Comments[12][0].Body
	for _, gone := range []string{"evil", "everyone", "<b>"} {
		if strings.Contains(body, gone) {
			t.Errorf("%q is in the comment:\n%s", gone, body)
		}
	}
	if !strings.Contains(body, artifact.Unsaid) || !strings.Contains(body, "fails on both sides: ") {
		t.Errorf("the failure is not told:\n%s", body)
	}
}

func TestReportThatIsNotThere(t *testing.T) {
	p := newPipeline(t)
	p.run.Conclusion = "timed_out"
	if said, status := p.comment(p.ended()); status != done || p.status().State != "error" || p.status().Description != "nothing was measured: the run ended with timed out" {
		t.Errorf("%d, %s, %+v", status, said, p.status())
	}
	// The artifact of another pull request's commit.
	p.plan.Sides[1].Commit = strings.Repeat("d", 40)
	p.leave(map[string]string{x86Job: strings.ReplaceAll(measured(t, p.plan, x86Job, 1), headSHA, strings.Repeat("d", 40))})
	if said, _ := p.comment(p.ended()); !strings.Contains(said, "it is of commit") || p.status().State != "error" {
		t.Errorf("%s, %+v", said, p.status())
	}
	if said, status := p.comment(map[string]any{"zen": "x"}); status != wrong || !strings.Contains(said, "neither a run nor a pull request") {
		t.Errorf("%d, %s", status, said)
	}
}

// A label accepts what got slower: nothing is measured again.
func TestLabelAccepts(t *testing.T) {
	p := newPipeline(t)
	p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1.2), armJob: measured(t, p.plan, armJob, 1)})
	t.Chdir(optedIn(t))
	p.comment(p.ended())
	if s := p.status(); s.State != "failure" {
		t.Errorf("%+v", s)
	}
	p.fake.Pulls[1].Labels = append(p.fake.Pulls[1].Labels, struct {
		Name string `json:"name"`
	}{"slower is fine"})
	labelled := map[string]any{"action": "labeled", "pull_request": p.fake.Pulls[1]}
	if said, status := p.comment(labelled); status != done {
		t.Fatalf("%d: %s", status, said)
	}
	if s := p.status(); s.State != "success" || !strings.HasPrefix(s.Description, "accepted by label: 1 slower") {
		t.Errorf("%+v", s)
	}
	if comments := p.fake.Comments[12]; len(comments) != 1 || !strings.Contains(comments[0].Body, "Accepted by the label `slower is fine`") {
		t.Errorf("%+v", comments)
	}
	p.fake.Pulls[1].Labels = nil
	p.comment(map[string]any{"action": "unlabeled", "pull_request": p.fake.Pulls[1]})
	if s := p.status(); s.State != "failure" {
		t.Errorf("%+v", s)
	}
	p.fake.WorkRuns = nil
	if said, status := p.comment(labelled); status != done || !strings.Contains(said, "no run of bbb") {
		t.Errorf("%d: %s", status, said)
	}
}

// optedIn is a checkout whose repository wants its pull requests to fail.
func optedIn(t *testing.T) string {
	root, err := root()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "bench-config"), os.DirFS(filepath.Join(root, "bench-config"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "bench-config", "profiles.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "fail-on-slower: false", "fail-on-slower: true", 1)
	if changed == string(text) {
		t.Fatal("the repository has opted in already")
	}
	if err := os.WriteFile(file, []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// golden holds text to a file, which -update writes.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is otherwise now; if it should be, go test ./cmd/cobench -update\n%s", file, got)
	}
}
