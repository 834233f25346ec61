package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/classic"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/publish"
)

// pushed is a run of the default branch that has ended, with its results.
func pushed(t *testing.T, fake *forgetest.GitHub, id int64, event, name, branch string) forge.Run {
	p := judgedPlan(t)
	p.Sides, p.Judging = []plan.Side{{Name: plan.Head, Commit: headSHA}}, nil
	results := map[string]string{}
	for _, j := range p.Jobs {
		results[j.ID] = "cores: 4\nside: head\ncommit: " + headSHA + "\nBenchmarkX/exec=goroutine 1 5 ns/op\n"
	}
	fake.Artifacts[id] = map[string][]byte{artifact.Name: uploadAs(t, name, p, results)}
	run := forge.Run{ID: id, Event: event, Status: "completed", Conclusion: "success", HeadSHA: headSHA, HeadBranch: branch, Created: time.Date(2026, 11, 30, 23, 0, 0, 0, time.UTC)}
	run.Head.FullName = forgetest.Repository
	fake.WorkRuns = append(fake.WorkRuns, run)
	return run
}

func appendEvent(t *testing.T, fake *forgetest.GitHub, run forge.Run, remote string) (string, int) {
	text, err := json.Marshal(map[string]any{"workflow_run": run, "repository": map[string]string{"full_name": forgetest.Repository, "default_branch": "main"}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	status := command{stderr: &stderr, stdout: &stderr, now: time.Now,
		environ: []string{"PATH=" + os.Getenv("PATH"), "GITHUB_API_URL=" + fake.URL, "GITHUB_REPOSITORY=" + forgetest.Repository, "GITHUB_TOKEN=token"},
	}.main(context.Background(), []string{"append", "-event", file, "-remote", remote})
	return stderr.String(), status
}

func bareRepository(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "remote.git")
	if out, err := exec.Command("git", "init", "--quiet", "--bare", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

func tree(t *testing.T, remote string) string {
	out, err := exec.Command("git", "-C", remote, "ls-tree", "-r", "--name-only", "bench-data").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func TestHistoryGrows(t *testing.T) {
	fake, remote := forgetest.New(t), bareRepository(t)
	dropped := pushed(t, fake, 40, "push", "main", "main")
	run := pushed(t, fake, 41, "workflow_dispatch", "manual", "feature")
	said, status := appendEvent(t, fake, run, remote)
	if status != done {
		t.Fatalf("%d: %s", status, said)
	}
	want := strings.NewReplacer("H", headSHA).Replace(`README.md
history/main/2026/11/H-40-ubuntu-24.04-arm-hotspot.txt.gz
history/main/2026/11/H-40-ubuntu-24.04-hotspot.txt.gz
history/manual/2026/11/H-41-ubuntu-24.04-arm-hotspot.txt.gz
history/manual/2026/11/H-41-ubuntu-24.04-hotspot.txt.gz
history/retracted.txt
`)
	if got := tree(t, remote); got != want {
		t.Errorf("the history is\n%swant\n%s; %s", got, want, said)
	}
	// Twice is once.
	if said, status := appendEvent(t, fake, dropped, remote); status != done || !strings.Contains(said, "0 of 2 jobs' results are new") || tree(t, remote) != want {
		t.Errorf("%d: %s", status, said)
	}
	// A night's plans have names of their own.
	night := pushed(t, fake, 42, "schedule", "canary-25", "main")
	if said, status := appendEvent(t, fake, night, remote); status != done || !strings.Contains(tree(t, remote), "history/calibrate/2026/11/"+headSHA+"-42-canary-25-ubuntu-24.04-hotspot.txt.gz") {
		t.Errorf("%d: %s", status, said)
	}
}

// What the site could not show is not kept, and costs no other job its results.
func TestWhatCannotBeKept(t *testing.T) {
	for _, test := range []struct{ name, old, new, want string }{
		{"no cores", "cores: 4\n", "", `:3: cores: "", want how many the machine has`},
		{"less than nothing", " 5 ns/op", " -5 ns/op", ":4: X/exec=goroutine: -5 ns/op: want 0 or more"},
		{"a number that nobody measures", " 5 ns/op", " 1e300 ns/op", ":4: X/exec=goroutine: 1e+300 ns/op: want 0, or 1e-60 to 1e+60, as a measurement gives"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fake, remote := forgetest.New(t), bareRepository(t)
			run := pushed(t, fake, 41, "push", "main", "main")
			p := judgedPlan(t)
			p.Sides, p.Judging = []plan.Side{{Name: plan.Head, Commit: headSHA}}, nil
			good := "cores: 4\nside: head\ncommit: " + headSHA + "\nBenchmarkX/exec=goroutine 1 5 ns/op\n"
			fake.Artifacts[41] = map[string][]byte{artifact.Name: uploadAs(t, "main", p, map[string]string{x86Job: strings.ReplaceAll(good, test.old, test.new), armJob: good})}
			said, status := appendEvent(t, fake, run, remote)
			if status != done || !strings.Contains(said, test.want) || !strings.Contains(said, "results/main/"+x86Job+".txt") {
				t.Errorf("%d, %s, want %s", status, said, test.want)
			}
			if got := tree(t, remote); strings.Contains(got, x86Job+".txt.gz") || !strings.Contains(got, armJob+".txt.gz") {
				t.Errorf("the history has\n%s, want the other job's results alone", got)
			}
		})
	}
}

// The kind comes from the event, whatever the artifact says.
func TestWhatIsNoHistory(t *testing.T) {
	for _, test := range []struct{ name, event, plan, branch, repository, want string }{
		{"a pull request", "pull_request", "main", "main", forgetest.Repository, "is of a pull_request"},
		{"another branch", "push", "main", "feature", forgetest.Repository, `is of branch "feature"`},
		{"a fork", "push", "main", "main", "stranger/bench", "is of another repository"},
		{"main by hand", "workflow_dispatch", "main", "main", forgetest.Repository, "plan main is none of a workflow_dispatch"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fake, remote := forgetest.New(t), bareRepository(t)
			run := pushed(t, fake, 50, test.event, test.plan, test.branch)
			run.Head.FullName = test.repository
			fake.WorkRuns = nil
			said, _ := appendEvent(t, fake, run, remote)
			if !strings.Contains(said, test.want) {
				t.Errorf("%s, want %s", said, test.want)
			}
			if files := tree(t, remote); files != "README.md\nhistory/retracted.txt\n" {
				t.Errorf("something was written: %s", files)
			}
		})
	}
	if said, status := appendEvent(t, forgetest.New(t), forge.Run{ID: 1, Event: "push"}, filepath.Join(t.TempDir(), "none.git")); status == done || !strings.Contains(said, "not to say that it is empty") {
		t.Errorf("%d: %s", status, said)
	}
}

// One issue, opened, kept true and closed, by the change points of the site.
func TestTrendsThatRise(t *testing.T) {
	fake := forgetest.New(t)
	hub := forge.GitHub{API: fake.URL, Repository: forgetest.Repository, Token: "token", Now: time.Now}
	c := command{stderr: &bytes.Buffer{}}
	root, n := t.TempDir(), 0
	level := func(values int, ratio float64) {
		for range values {
			commit, began := fmt.Sprintf("%040x", n), time.Date(2026, 11, 1, n, 0, 0, 0, time.UTC)
			text := fmt.Sprintf("cpu: A\ncores: 1\nruntime: go\nside: head\ncommit: %s\ndate: %s\nruler: 1\nruler-times: arithmetic=1e-9 memory=1e-9 channels=1e-9\nBenchmarkPingPong/exec=goroutine 1 %g ns/op\n",
				commit, began.Format(time.RFC3339), 100*ratio*(1+0.002*float64(n%3)))
			if _, err := history.Add(root, history.New(history.Main, began, commit, "1", "go"), []byte(text)); err != nil {
				t.Fatal(err)
			}
			n++
		}
	}
	for _, step := range []struct {
		values int
		ratio  float64
		state  string
		said   string
	}{
		{20, 1, "", ""},
		{10, 1.2, "open", "+20.0 % | 000000000000…000000000000"},
		{10, 1.4, "open", "+40.0 %"},
		{20, 1, "closed", "All trends are back"},
	} {
		level(step.values, step.ratio)
		trends, _, err := publish.ReadTrends(root, []string{"PingPong"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.tell(context.Background(), hub, classic.Rises(trends, 0.05)); err != nil {
			t.Fatal(err)
		}
		switch {
		case step.state == "" && len(fake.Issues) > 0:
			t.Errorf("%+v: nothing has risen", fake.Issues)
		case step.state != "" && (len(fake.Issues) != 1 || fake.Issues[0].State != step.state || !strings.Contains(fake.Issues[0].Body, step.said)):
			t.Errorf("%+v, want %s and %q", fake.Issues, step.state, step.said)
		}
	}
}
