package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/publish"
)

// The first run of all may leave nothing, or be started by hand before anything
// was measured: the branch is begun, and the site can be made of it.
func TestBranchIsBegun(t *testing.T) {
	for name, run := range map[string]*forge.Run{
		"a run without results": {ID: 1, Event: "push", Status: "completed", Conclusion: "failure", HeadBranch: "main"},
		"by hand":               nil,
	} {
		t.Run(name, func(t *testing.T) {
			fake, remote := forgetest.New(t), bareRepository(t)
			if run != nil {
				run.Head.FullName = forgetest.Repository
			}
			for _, begun := range []bool{true, false} {
				said, status := appendAny(t, fake, run, remote)
				if status != done || strings.Contains(said, "bench-data was not there: begun") != begun {
					t.Fatalf("%d: %s", status, said)
				}
			}
			data := t.TempDir()
			if out, err := exec.Command("git", "clone", "--quiet", "--branch", "bench-data", remote, data).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			out := t.TempDir()
			index, err := publish.Publish(filepath.Join(data, "history"), out, publish.Options{Now: time.Now()})
			if err != nil || index.Total != 0 || index.Newest != nil {
				t.Errorf("%+v, %v", index, err)
			}
			if badge, err := os.ReadFile(filepath.Join(out, "badge.svg")); err != nil || !strings.Contains(string(badge), "none yet") {
				t.Errorf("%s, %v", badge, err)
			}
		})
	}
}

// appendAny is append for an event that may be about no run.
func appendAny(t *testing.T, fake *forgetest.GitHub, run *forge.Run, remote string) (string, int) {
	t.Helper()
	event := map[string]any{"repository": map[string]string{"full_name": forgetest.Repository, "default_branch": "main"}}
	if run != nil {
		event["workflow_run"] = run
	}
	text, err := json.Marshal(event)
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

// By hand, what no run of the workflow has added is added.
func TestAppendByHandTakesWhatIsLeft(t *testing.T) {
	fake, remote := forgetest.New(t), bareRepository(t)
	pushed(t, fake, 40, "push", "main", "main")
	stranger := pushed(t, fake, 41, "pull_request", "main", "main")
	said, status := appendAny(t, fake, nil, remote)
	files := tree(t, remote)
	if status != done || !strings.Contains(files, headSHA+"-40-ubuntu-24.04-hotspot.txt.gz") || strings.Contains(files, "-41-") {
		t.Errorf("%d of %d and %d: %s\n%s", status, 40, stranger.ID, said, files)
	}
}

// Of a run that was started again, what was uploaded last is what counts,
// whatever order GitHub lists it in.
func TestNewestReportIsAppended(t *testing.T) {
	fake, remote := forgetest.New(t), bareRepository(t)
	run := pushed(t, fake, 60, "push", "main", "main")
	listed := `{"artifacts": [{"id": 60, "name": "` + artifact.Name + `", "created_at": "2026-11-02T00:00:00Z"}, {"id": 61, "name": "` + artifact.Name + `", "created_at": "2026-11-01T00:00:00Z"}]}`
	fake.Faults = []forgetest.Fault{{Status: 200, Body: `{"workflow_runs": []}`}, {Status: 200, Body: listed}}
	if said, status := appendAny(t, fake, &run, remote); status != done || !strings.Contains(said, "2 of 2 jobs' results are new") {
		t.Errorf("%d: %s", status, said)
	}
}

// The history may have a repository of its own.
func TestDataRepository(t *testing.T) {
	dir := bareRepository(t)
	if out, err := exec.Command("git", "-C", dir, "remote", "add", "origin", "https://github.com/acme/bench").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, test := range []struct {
		name, remote string
		environ      []string
		want, wrong  string
	}{
		{"none", "origin", []string{"GITHUB_TOKEN=own"}, "https://github.com/acme/bench own https://github.com", ""},
		{"empty, as an unset variable of a workflow is", "origin", []string{"GITHUB_TOKEN=own", "COBENCH_DATA_REPOSITORY=", "COBENCH_DATA_TOKEN="}, "https://github.com/acme/bench own https://github.com", ""},
		{"one", "origin", []string{"GITHUB_TOKEN=own", "COBENCH_DATA_REPOSITORY=acme/numbers", "COBENCH_DATA_TOKEN=other"}, "https://github.com/acme/numbers other https://github.com", ""},
		{"one that may be read", "origin", []string{"GITHUB_TOKEN=own", "COBENCH_DATA_REPOSITORY=acme/numbers"}, "https://github.com/acme/numbers own https://github.com", ""},
		{"on another server", "origin", []string{"GITHUB_SERVER_URL=https://git.example", "COBENCH_DATA_REPOSITORY=acme/numbers", "COBENCH_DATA_TOKEN=other"}, "https://git.example/acme/numbers other https://git.example", ""},
		{"one that is named", "/srv/data.git", []string{"COBENCH_DATA_REPOSITORY=acme/numbers"}, "/srv/data.git  https://github.com", ""},
		{"no name", "origin", []string{"COBENCH_DATA_REPOSITORY=numbers"}, "", `COBENCH_DATA_REPOSITORY is "numbers", want owner/name`},
		{"an address", "origin", []string{"COBENCH_DATA_REPOSITORY=https://evil.example/a/b"}, "", "want owner/name"},
		{"a flag", "origin", []string{"COBENCH_DATA_REPOSITORY=--upload-pack=x/y"}, "", "want owner/name"},
		{"a way up", "origin", []string{"COBENCH_DATA_REPOSITORY=acme/.."}, "", "want owner/name"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := command{environ: test.environ}.remote(context.Background(), forge.Repository(dir), test.remote)
			if test.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), test.wrong) {
					t.Errorf("%v, want %s", err, test.wrong)
				}
				return
			}
			if got := r.URL + " " + r.Token + " " + r.Server; err != nil || got != test.want {
				t.Errorf("%s, %v, want %s", got, err, test.want)
			}
		})
	}
}
