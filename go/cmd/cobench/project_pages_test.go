package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/history"
)

// What a caller's job may do with the site or the history runs nothing of the
// caller's, restores no cache, and queues.
func TestProjectPagesTrustsNobody(t *testing.T) {
	w := readWorkflow(t, filepath.Join(workflows, "project-pages.yml"))
	if w.Concurrency.Queue != "max" {
		t.Errorf("it queues %q, want max", w.Concurrency.Queue)
	}
	granted := readWorkflowText(t, workflowsOn(t, trendCallers)[".github/workflows/trends.yml"]).Jobs["trends"].Permissions
	for name, job := range w.Jobs {
		for right, how := range job.Permissions {
			if granted[right] != "write" && granted[right] != how {
				t.Errorf("job %s wants %s: %s, which its caller grants as %q", name, right, how, granted[right])
			}
		}
		for _, step := range job.Steps {
			if strings.HasPrefix(step.Uses, "actions/cache") || strings.HasPrefix(step.Uses, "actions/setup-") && fmt.Sprint(step.With["package-manager-cache"]) != "false" {
				t.Errorf("job %s caches: %s", name, step.Uses)
			}
			if (job.Permissions["pages"] != "" || job.Permissions["id-token"] != "") && !strings.HasPrefix(step.Uses, "actions/deploy-pages@") {
				t.Errorf("job %s may deploy, and has the step %s%s", name, step.Uses, step.Run)
			}
		}
	}
}

// keptFile is what github-action-benchmark has of a commit.
const keptFile = `window.BENCHMARK_DATA = {"lastUpdate": 1716000000000, "repoUrl": "https://github.com/acme/bench", "entries": {"Go": [
{"commit": {"id": %q, "message": "one", "timestamp": "2024-05-01T00:00:00Z", "url": "https://github.com/acme/bench/commit/1"}, "date": 1716000000000, "tool": "go",
"benches": [{"name": "BenchmarkLower", "value": 325, "unit": "ns/op", "extra": "5000000 times\n2 procs"}]}]}}`

// Trends of somebody's own repository: older commits are measured by hand, the
// history begins with what github-action-benchmark has kept, a night adds a point
// and the rate of false alarms, and the site shows it all.
func TestTrendsOfOtherRepositories(t *testing.T) {
	s := newProject(t)
	for file, text := range workflowsOn(t, trendCallers) {
		s.write(file, text)
	}
	s.write("cobench.yaml", "base: main\nbudget: 75s\nfilter: .name:Lower\n")
	s.main = s.commit("trends")
	site := filepath.Join(s.stubs, "cobench/cobench/v1/site")
	if err := os.MkdirAll(site, 0o777); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{
		"package.json":      `{"name": "site", "version": "1.0.0", "scripts": {"build": "mkdir -p dist && cp package.json dist/index.html"}}`,
		"package-lock.json": `{"name": "site", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {"name": "site", "version": "1.0.0"}}}`,
	} {
		if err := os.WriteFile(filepath.Join(site, file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s.git("push", "--quiet", "origin", "main")
	s.git("switch", "--quiet", "--orphan", "gh-pages")
	s.write("dev/bench/data.js", fmt.Sprintf(keptFile, s.first))
	s.commit("what was kept before")
	s.git("push", "--quiet", "origin", "gh-pages")

	backfill := map[string]any{"inputs": map[string]any{"backfill": "2"}, "repository": map[string]any{"full_name": forgetest.Repository, "default_branch": "main"}}
	said, err := s.call("bench.yml", "workflow_dispatch", s.main, backfill)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	a := s.left("cobench-report", said)
	older := s.git("rev-parse", s.main+"^")
	if want := fmt.Sprintf("backfill-%.12s-ubuntu-24.04", older); len(a.Plans) != 2 || !strings.Contains(names(a), want) || len(a.Plans[0].Sides) != 1 {
		t.Errorf("%s, want two commits, each alone, and %s\n%s", names(a), want, said)
	}
	s.stored("cobench-report", 9)
	said, err = s.call("trends.yml", "workflow_run", s.main, s.ended(9, "workflow_dispatch", s.main, forgetest.Repository, "main"))
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	index := s.index()
	if index.Trends.Commits != 3 || index.Total != 3 || len(s.calls("deploy-pages")) != 1 {
		t.Errorf("%d runs and trends of %d commits, want 3: two that were measured, and one of github-action-benchmark\n%s", index.Total, index.Trends.Commits, said)
	}
	tree := s.git("ls-tree", "-r", "--name-only", s.fetched("bench-data"))
	if !strings.Contains(tree, "-import-go.txt.gz") || !strings.Contains(tree, fmt.Sprintf("%s-9-backfill-%.12s-ubuntu-24.04.txt.gz", older, older)) {
		t.Errorf("bench-data has\n%s", tree)
	}
	for _, c := range s.calls("checkout") {
		if c["persist-credentials"] != "false" {
			t.Errorf("credentials stay: %v", c)
		}
	}

	// What is there is not measured again.
	said, err = s.call("bench.yml", "workflow_dispatch", s.main, backfill)
	if err == nil || !strings.Contains(said, "-backfill 2: the history has all 2 commits: ask for more") {
		t.Errorf("%v\n%s", err, said)
	}

	said, err = s.call("bench.yml", "schedule", s.main, map[string]any{"schedule": "17 1 * * *"})
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if a := s.left("cobench-report", said); names(a) != "recording-ubuntu-24.04[recording-ubuntu-24.04] ubuntu-24.04[ubuntu-24.04]" {
		t.Errorf("the night measured %s\n%s", names(a), said)
	}
	s.stored("cobench-report", 10)
	if said, err = s.call("trends.yml", "workflow_run", s.main, s.ended(10, "schedule", s.main, forgetest.Repository, "main")); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	index = s.index()
	if index.Total != 5 || index.Newest == nil || index.Newest.Kind != history.Main {
		t.Errorf("%d runs, the newest %+v", index.Total, index.Newest)
	}
	if tree := s.git("ls-tree", "-r", "--name-only", s.fetched("bench-data")); !strings.Contains(tree, "history/calibrate/2026/11/"+s.main+"-10-recording-ubuntu-24.04.txt.gz") {
		t.Errorf("bench-data has\n%s", tree)
	}
}
