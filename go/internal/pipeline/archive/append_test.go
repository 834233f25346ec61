package archive

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/event"
	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
	"github.com/cobench/cobench/go/internal/plan"
)

// pushed is a run of the default branch that has ended, with its results.
func pushed(t *testing.T, fake *forgetest.GitHub, id int64, event, name, branch string) forge.Run {
	p := pipelinetest.Judged(t)
	p.Sides, p.Judging = []plan.Side{{Name: plan.Head, Commit: pipelinetest.Head}}, nil
	results := map[string]string{}
	for _, j := range p.Jobs {
		results[j.ID] = "cores: 4\nside: head\ncommit: " + pipelinetest.Head + "\nBenchmarkX/exec=goroutine 1 5 ns/op\n"
	}
	fake.Artifacts[id] = map[string][]byte{artifact.Name: pipelinetest.Artifact(t, name, p, results)}
	run := forge.Run{ID: id, Event: event, Status: "completed", Conclusion: "success", HeadSHA: pipelinetest.Head, HeadBranch: branch, Created: time.Date(2026, 11, 30, 23, 0, 0, 0, time.UTC)}
	run.Head.FullName = forgetest.Repository
	fake.WorkRuns = append(fake.WorkRuns, run)
	return run
}

// appendAny appends for an event that may be about no run, and returns the log.
func appendAny(t *testing.T, fake *forgetest.GitHub, run *forge.Run, remote string) (string, error) {
	t.Helper()
	e := event.Event{Run: run}
	e.Repository.FullName, e.Repository.DefaultBranch = forgetest.Repository, "main"
	var said bytes.Buffer
	hub := forge.GitHub{API: fake.URL, Repository: forgetest.Repository, Token: "token", Now: time.Now}
	err := Archive{Hub: hub, Data: forge.Remote{URL: remote, Environ: os.Environ()}, Log: pipeline.Log{To: &said}}.Append(t.Context(), e)
	if err != nil {
		fmt.Fprintf(&said, "cobench: %v\n", err)
	}
	return said.String(), err
}

func tree(t *testing.T, remote string) string {
	out, err := exec.Command("git", "-C", remote, "ls-tree", "-r", "--name-only", "bench-data").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func TestHistoryGrows(t *testing.T) {
	fake, remote := forgetest.New(t), pipelinetest.Remote(t)
	dropped := pushed(t, fake, 40, "push", "main", "main")
	run := pushed(t, fake, 41, "workflow_dispatch", "manual", "feature")
	said, err := appendAny(t, fake, &run, remote)
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	want := strings.NewReplacer("H", pipelinetest.Head).Replace(`README.md
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
	if said, err := appendAny(t, fake, &dropped, remote); err != nil || !strings.Contains(said, "0 of 2 jobs added to the history") || tree(t, remote) != want {
		t.Errorf("%v: %s", err, said)
	}
	// A night's plans have names of their own.
	night := pushed(t, fake, 42, "schedule", "canary-25", "main")
	if said, err := appendAny(t, fake, &night, remote); err != nil || !strings.Contains(tree(t, remote), "history/calibrate/2026/11/"+pipelinetest.Head+"-42-canary-25-ubuntu-24.04-hotspot.txt.gz") {
		t.Errorf("%v: %s", err, said)
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
			fake, remote := forgetest.New(t), pipelinetest.Remote(t)
			run := pushed(t, fake, 41, "push", "main", "main")
			p := pipelinetest.Judged(t)
			p.Sides, p.Judging = []plan.Side{{Name: plan.Head, Commit: pipelinetest.Head}}, nil
			good := "cores: 4\nside: head\ncommit: " + pipelinetest.Head + "\nBenchmarkX/exec=goroutine 1 5 ns/op\n"
			fake.Artifacts[41] = map[string][]byte{artifact.Name: pipelinetest.Artifact(t, "main", p, map[string]string{pipelinetest.X86: strings.ReplaceAll(good, test.old, test.new), pipelinetest.ARM: good})}
			said, err := appendAny(t, fake, &run, remote)
			if err != nil || !strings.Contains(said, test.want) || !strings.Contains(said, "results/main/"+pipelinetest.X86+".txt") {
				t.Errorf("%v, %s, want %s", err, said, test.want)
			}
			if got := tree(t, remote); strings.Contains(got, pipelinetest.X86+".txt.gz") || !strings.Contains(got, pipelinetest.ARM+".txt.gz") {
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
		{"main by hand", "workflow_dispatch", "main", "main", forgetest.Repository, "plan main is not one for a workflow_dispatch"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fake, remote := forgetest.New(t), pipelinetest.Remote(t)
			run := pushed(t, fake, 50, test.event, test.plan, test.branch)
			run.Head.FullName = test.repository
			fake.WorkRuns = nil
			said, _ := appendAny(t, fake, &run, remote)
			if !strings.Contains(said, test.want) {
				t.Errorf("%s, want %s", said, test.want)
			}
			if files := tree(t, remote); files != "README.md\nhistory/retracted.txt\n" {
				t.Errorf("something was written: %s", files)
			}
		})
	}
	if said, err := appendAny(t, forgetest.New(t), &forge.Run{ID: 1, Event: "push"}, filepath.Join(t.TempDir(), "none.git")); err == nil || !strings.Contains(said, "not assumed to be empty") {
		t.Errorf("%v: %s", err, said)
	}
}
