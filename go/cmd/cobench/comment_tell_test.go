package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
	"github.com/cobench/cobench/go/internal/plan"
)

// slowerRun makes GitHub know a run of a fork's pull request in which a project's
// benchmark got slower, and returns the event of its end.
func slowerRun(t *testing.T, fake *forgetest.GitHub) string {
	t.Helper()
	made, err := plan.Fit(plan.Finding{
		Project: plan.Project{Folder: "."}, Job: "linux", Jobs: 1, Budget: time.Minute, Left: time.Minute,
		Runtime: config.Runtime{Name: "go", Kind: config.GoModule, Flags: []string{}},
		Sides:   []plan.Side{{Name: plan.Base, Commit: pipelinetest.Base}, {Name: plan.Head, Commit: pipelinetest.Head}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := made.Write(&text); err != nil {
		t.Fatal(err)
	}
	results := strings.NewReplacer("profile: pr", "profile: project", "runtime: go\n", "runtime: go\npkg: example.com/words\n").Replace(pipelinetest.Results(t, made, "linux", 1.2))
	fake.Artifacts[7] = map[string][]byte{"cobench-report": pipelinetest.Zip(t, map[string]string{
		"plans/linux.json": text.String(), "results/linux/linux.txt": results,
		"why/linux/linux.json": `{"rows": [{"runtime": "go", "benchmark": "PingPong/hops=10000/exec=goroutine-4", "unit": "ns/op", "flame": "why/1/flame.html",
			"functions": [{"name": "example.com/words.Count", "file": "words.go", "line": 5, "base": 10, "head": 40, "inDiff": true}]}]}`,
	})}
	run := forge.Run{ID: 7, Event: "pull_request", Status: "completed", Conclusion: "success", HeadSHA: pipelinetest.Head, HeadBranch: "feature", HTML: "https://github.com/acme/bench/actions/runs/7"}
	run.Head.FullName, run.Head.Owner.Login = "stranger/bench", "stranger"
	pull := forge.Pull{Number: 12, State: "open"}
	pull.Head.SHA, pull.Head.Ref = run.HeadSHA, run.HeadBranch
	pull.Head.Repo = &struct {
		FullName string `json:"full_name"`
	}{run.Head.FullName}
	fake.WorkRuns, fake.Pulls, fake.Base = []forge.Run{run}, []forge.Pull{pull}, pipelinetest.Base
	event, err := json.Marshal(map[string]any{"action": "completed", "workflow_run": run})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(file, event, 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// The command takes the address of the webhook from its variable, and what becomes of
// the message never shows it.
func TestCommentTellsTheWebhook(t *testing.T) {
	for _, status := range []int{http.StatusOK, http.StatusNotFound} {
		var got []string
		chat := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			text, _ := io.ReadAll(r.Body)
			got = append(got, r.URL.Path+" "+string(text))
			w.WriteHeader(status)
		}))
		defer chat.Close()
		fake := forgetest.New(t)
		event := slowerRun(t, fake)
		t.Chdir(t.TempDir())
		var out bytes.Buffer
		c := command{stdout: &out, stderr: &out, now: time.Now, environ: []string{
			"GITHUB_ACTIONS=true", "GITHUB_API_URL=" + fake.URL, "GITHUB_REPOSITORY=" + forgetest.Repository, "GITHUB_TOKEN=token", "COBENCH_WEBHOOK=slack+" + chat.URL + "/services/hidden",
		}}
		if code := c.main(t.Context(), []string{"ci", "comment", "-event", event}); code != done {
			t.Errorf("status %d\n%s", code, &out)
		}
		if len(got) != 1 || !strings.HasPrefix(got[0], "/services/hidden ") || !strings.Contains(got[0], "1 slower") || len(fake.Comments[12]) != 1 || len(fake.Checks) != 1 {
			t.Errorf("%d messages, %d comments, %d checks: %s\n%s", len(got), len(fake.Comments[12]), len(fake.Checks), got, &out)
		}
		warned := strings.Contains(out.String(), "::warning title=cobench::the webhook got no message: the answer is 404\n")
		if warned != (status == http.StatusNotFound) || strings.Contains(out.String(), "hidden") {
			t.Errorf("%s", &out)
		}
	}
}

// Each workflow that comments passes the secret on, and a caller needs one line for it.
func TestWebhooksAreSecrets(t *testing.T) {
	for file, secret := range map[string]string{"comment.yml": "COBENCH_WEBHOOK", "project-comment.yml": "webhook"} {
		text, err := os.ReadFile(filepath.Join(workflows, file))
		if err != nil {
			t.Fatal(err)
		}
		var w struct {
			On struct {
				Call struct {
					Secrets map[string]struct{ Required bool }
				} `yaml:"workflow_call"`
			}
			Jobs map[string]struct {
				Steps []struct {
					Run string
					Env map[string]string
				}
			}
		}
		if err := yaml.Unmarshal(text, &w); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		steps := w.Jobs["comment"].Steps
		if last := steps[len(steps)-1]; !strings.Contains(last.Run, "ci comment") || last.Env[webhookAddress] != "${{ secrets."+secret+" }}" || strings.Contains(last.Run, "secrets.") {
			t.Errorf("%s: %+v", file, last)
		}
		if given, ok := w.On.Call.Secrets[secret]; ok != (file == "project-comment.yml") || given.Required {
			t.Errorf("%s: secrets %+v", file, w.On.Call.Secrets)
		}
	}
	text, err := os.ReadFile("../../../site/content/pipeline.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\n    secrets: {webhook: \"${{ secrets.SLACK_WEBHOOK }}\"}\n") {
		t.Error("pipeline.md does not show how to set the webhook")
	}
}
