package comment

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/event"
	"github.com/cobench/cobench/go/internal/pipeline/gate"
	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
	"github.com/cobench/cobench/go/internal/plan"
)

const x86Job, armJob = pipelinetest.X86, pipelinetest.ARM

var (
	baseSHA, headSHA = pipelinetest.Base, pipelinetest.Head
	measured         = pipelinetest.Results
	noPolicy         gate.Policy
)

// A pullRequest is one of a fork, whose benchmarks have ended.
type pullRequest struct {
	t       *testing.T
	fake    *forgetest.GitHub
	run     forge.Run
	plan    plan.Plan
	policy  gate.Policy
	webhook string
}

func newPullRequest(t *testing.T) *pullRequest {
	p := newPull(t)
	p.plan = pipelinetest.Judged(t)
	var err error
	if p.policy, err = gate.OfConfig(pipelinetest.Config(t)); err != nil {
		t.Fatal(err)
	}
	return p
}

// newPull is one without a plan and a policy.
func newPull(t *testing.T) *pullRequest {
	p := &pullRequest{t: t, fake: forgetest.New(t)}
	p.run = forge.Run{ID: 7, Event: "pull_request", Status: "completed", Conclusion: "success", HeadSHA: headSHA, HeadBranch: "feature", HTML: "https://github.com/acme/bench/actions/runs/7"}
	p.run.Head.FullName, p.run.Head.Owner.Login = "stranger/bench", "stranger"
	p.fake.WorkRuns, p.fake.Base = []forge.Run{p.run}, baseSHA
	p.fake.Pulls = []forge.Pull{p.pull(11, "closed", strings.Repeat("c", 40)), p.pull(12, "open", headSHA)}
	return p
}

func (p *pullRequest) pull(number int, state, sha string) forge.Pull {
	pull := forge.Pull{Number: number, State: state}
	pull.Head.SHA, pull.Head.Ref = sha, "feature"
	pull.Head.Repo = &struct {
		FullName string `json:"full_name"`
	}{"stranger/bench"}
	return pull
}

func (p *pullRequest) leave(results map[string]string) {
	p.fake.Artifacts[7] = map[string][]byte{artifact.Name: pipelinetest.Artifact(p.t, "pr", p.plan, results)}
}

// comment comments on an event, and returns what stands in the job's log.
func (p *pullRequest) comment(of any) (said string, err error) {
	p.t.Helper()
	text, err := json.Marshal(of)
	if err != nil {
		p.t.Fatal(err)
	}
	file := filepath.Join(p.t.TempDir(), "event.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		p.t.Fatal(err)
	}
	e, err := event.Read(file)
	if err != nil {
		p.t.Fatal(err)
	}
	var out bytes.Buffer
	log := pipeline.Log{To: &out}
	hub := forge.GitHub{API: p.fake.URL, Repository: forgetest.Repository, Token: "token", Now: time.Now, Wait: func(context.Context, time.Duration) error { return nil }}
	if err = (Commenter{Hub: hub, Policy: p.policy, Log: log, Webhook: p.webhook}).Comment(p.t.Context(), e); err != nil {
		fmt.Fprintf(log, "cobench: %v\n", err)
	}
	p.fake.Wait()
	return out.String(), err
}

func (p *pullRequest) ended() any {
	return map[string]any{"action": "completed", "workflow_run": p.run}
}

func (p *pullRequest) status() forge.Status {
	all := p.fake.Statuses[headSHA]
	if len(all) == 0 {
		return forge.Status{}
	}
	return all[len(all)-1]
}

// In somebody's own repository there is no bench-config: flags say what is wanted,
// and each machine has a plan of its own.
func newProject(t *testing.T) *pullRequest {
	p := newPull(t)
	var err error
	if p.policy, err = gate.OfProject(gate.Policy{}); err != nil {
		t.Fatal(err)
	}
	return p
}

// leaveJobs leaves what each of some machines has measured; a ratio of 0 is nothing.
func (p *pullRequest) leaveJobs(name string, ratios map[string]float64, change func(string) string) {
	files := map[string]string{}
	for job, ratio := range ratios {
		made, err := plan.Fit(plan.Finding{
			Project: plan.Project{Folder: "."}, Job: job, Jobs: len(ratios), Budget: time.Minute, Left: time.Minute,
			Runtime: config.Runtime{Name: "go", Kind: config.GoModule, Flags: []string{}},
			Sides:   []plan.Side{{Name: plan.Base, Commit: baseSHA}, {Name: plan.Head, Commit: headSHA}},
		})
		if err != nil {
			p.t.Fatal(err)
		}
		var text strings.Builder
		if err := made.Write(&text); err != nil {
			p.t.Fatal(err)
		}
		files["plans/"+job+".json"] = text.String()
		if ratio > 0 {
			results := measured(p.t, made, job, ratio)
			results = strings.NewReplacer("profile: pr", "profile: project", "runtime: go\n", "runtime: go\npkg: example.com/words\n", "PingPong/hops=10000/exec=goroutine", "Count/two_words#01").Replace(results)
			files["results/"+job+"/"+job+".txt"] = change(results)
		}
	}
	p.fake.Artifacts[7] = map[string][]byte{name: pipelinetest.Zip(p.t, files)}
}

func same(s string) string { return s }
