package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/cobench/cobench/go/internal/classic"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/pipeline"
)

// A workflow is what is checked of one.
type workflow struct {
	RunName     string `yaml:"run-name"`
	On          map[string]any
	Env         map[string]string
	Concurrency struct {
		Group  string
		Queue  string
		Cancel any `yaml:"cancel-in-progress"`
	}
	Jobs map[string]struct {
		Name, If    string
		Strategy    map[string]any
		Permissions map[string]string
		Concurrency any
		Steps       []struct {
			Uses, Run string
			With      map[string]any
			Env       map[string]string
		}
	}
}

func readWorkflow(t *testing.T, file string) workflow {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return readWorkflowText(t, string(text))
}

func readWorkflowText(t *testing.T, text string) workflow {
	t.Helper()
	var w workflow
	if err := yaml.Unmarshal([]byte(text), &w); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return w
}

// A queue takes one of two words, and goes with no cancelling: the linter of
// workflows doesn't know it yet.
func TestQueuesAreOnesThatGitHubKnows(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(workflows, "*.yml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		c := readWorkflow(t, file).Concurrency
		if !slices.Contains([]string{"", "single", "max"}, c.Queue) || c.Queue == "max" && c.Cancel != nil && c.Cancel != false {
			t.Errorf("%s: queue %q with cancel-in-progress %v", file, c.Queue, c.Cancel)
		}
	}
	if w := readWorkflow(t, filepath.Join(workflows, "pages.yml")); w.Concurrency.Queue != "max" {
		t.Errorf("pages.yml queues %q, want max", w.Concurrency.Queue)
	}
}

// The right to deploy the site, and so to speak for the repository, is that of a
// job which runs nothing of it; and no job that writes takes anything from a
// cache, which a job that measures can write.
func TestPagesTrustsNoCache(t *testing.T) {
	w := readWorkflow(t, filepath.Join(workflows, "pages.yml"))
	for name, job := range w.Jobs {
		deploys := job.Permissions["id-token"] == "write" || job.Permissions["pages"] == "write"
		for _, step := range job.Steps {
			action, _, _ := strings.Cut(step.Uses, "@")
			if strings.HasPrefix(action, "actions/cache") {
				t.Errorf("job %s restores a cache", name)
			}
			if cache := fmt.Sprint(step.With["cache"], step.With["package-manager-cache"]); strings.HasPrefix(action, "actions/setup-") && !strings.Contains(cache, "false") {
				t.Errorf("job %s: %s caches", name, action)
			}
			if deploys && action != "actions/deploy-pages" {
				t.Errorf("job %s may deploy, and has the step %s%s", name, step.Uses, step.Run)
			}
		}
	}
}

// All branches at once are those of the default branch and of all results.
func TestPagesFetchesNoOtherBranch(t *testing.T) {
	for name, job := range readWorkflow(t, filepath.Join(workflows, "pages.yml")).Jobs {
		for _, step := range job.Steps {
			if !strings.HasPrefix(step.Uses, "actions/checkout@") {
				continue
			}
			ref := fmt.Sprint(step.With["ref"])
			if fmt.Sprint(step.With["fetch-depth"]) == "0" || !strings.HasPrefix(ref, "refs/heads/") {
				t.Errorf("job %s fetches more than one branch: %v", name, step.With)
			}
		}
	}
}

// A run that publishes nothing claims no place among those that do, and every
// run that does claims one.
func TestWorkflowsPagesGroup(t *testing.T) {
	s := emptyShop(t)
	w := readWorkflow(t, filepath.Join(workflows, "pages.yml"))
	type run struct {
		Trigger, Event, Repository string
		publishes                  bool
	}
	runs := []run{
		{"workflow_run", "push", forgetest.Repository, true},
		{"workflow_run", "schedule", forgetest.Repository, true},
		{"workflow_run", "workflow_dispatch", forgetest.Repository, true},
		{"workflow_dispatch", "", "", true},
		{"workflow_run", "pull_request", forgetest.Repository, false},
		{"workflow_run", "pull_request", "stranger/bench", false},
		{"workflow_run", "merge_group", forgetest.Repository, false},
	}
	// One job for each of them, which reads the event where the matrix has it.
	var matrix strings.Builder
	for i, r := range runs {
		fmt.Fprintf(&matrix, "          - {id: %d, trigger: %q, event: {workflow_run: {event: %q, head_repository: {full_name: %q}}}}\n", i, r.Trigger, r.Event, r.Repository)
	}
	of := strings.NewReplacer("github.event_name", "matrix.run.trigger", "github.event.", "matrix.run.event.", "\n", " ").Replace
	s.write(".github/workflows/group.yml", `name: group
on: workflow_dispatch
permissions: {}
jobs:
  group:
    runs-on: ubuntu-24.04
    strategy:
      matrix:
        run:
`+matrix.String()+`    steps:
      - run: echo "run $ID claims ($GROUP) and publishes ($PUBLISHES)"
        env:
          ID: ${{ matrix.run.id }}
          GROUP: `+of(w.Concurrency.Group)+`
          PUBLISHES: ${{ `+of(w.Jobs["history"].If)+` }}
`)
	s.git("init", "--quiet", "--initial-branch=main")
	said, err := s.act("group.yml", "workflow_dispatch", s.commit("what a run claims"), map[string]any{})
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	found := map[string][]string{}
	for _, line := range regexp.MustCompile(`\| run ([0-9]+) claims \(([^)]*)\) and publishes \(([^)]*)\)`).FindAllStringSubmatch(said, -1) {
		found[line[1]] = line[2:]
	}
	for i, r := range runs {
		got := found[fmt.Sprint(i)]
		if len(got) != 2 {
			t.Fatalf("run %d said nothing\n%s", i, said)
		}
		if (got[0] == "pages") != r.publishes || got[1] != fmt.Sprint(r.publishes) {
			t.Errorf("%+v claims %s, and publishes: %s", r, got[0], got[1])
		}
		if !r.publishes && !regexp.MustCompile(`^pages-[0-9]+$`).MatchString(got[0]) {
			t.Errorf("%+v claims %q, want a group of its own", r, got[0])
		}
	}
}

// byHand is the event of pages.yml when somebody starts it.
var byHand = map[string]any{"repository": map[string]any{"full_name": forgetest.Repository, "default_branch": "main"}}

// Before anything was measured, a run that left nothing and one that is started
// by hand make the branch and a site that says so. Started again, they deploy
// again.
func TestWorkflowsOfFirstPages(t *testing.T) {
	s := newShop(t)
	for attempt, start := range []struct {
		trigger string
		event   any
	}{{"workflow_run", s.ended(1, "push", s.main, forgetest.Repository, "main")}, {"workflow_dispatch", byHand}} {
		s.keep = attempt > 0
		said, err := s.act("pages.yml", start.trigger, s.main, start.event, "--env", fmt.Sprint("GITHUB_RUN_ATTEMPT=", attempt+1))
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		if index := s.index(); index.Total != 0 || index.Newest != nil {
			t.Errorf("%+v", index)
		}
		if tree := s.git("ls-tree", "-r", "--name-only", s.fetched("bench-data")); tree != "README.md\nhistory/retracted.txt" {
			t.Errorf("bench-data has %s", tree)
		}
		if deployed := s.calls("deploy-pages"); len(deployed) != attempt+1 || deployed[attempt]["artifact_name"] != fmt.Sprint("github-pages-", attempt+1) {
			t.Errorf("deployed %v", deployed)
		}
	}
}

// What earlier runs left, since GitHub dropped one or it failed, is on the
// classic page after the next one, in the order of the commits. The history may
// lie in another repository, which all jobs then read and write.
func TestWorkflowsOfClassicCatchesUp(t *testing.T) {
	s := newShop(t)
	numbers := filepath.Join(s.stubs, "acme+numbers.git")
	s.git("init", "--quiet", "--bare", numbers)
	instead := fmt.Sprintf("[url %q]\n\tinsteadOf = https://github.com/acme/numbers\n", numbers)
	if err := os.WriteFile(filepath.Join(s.machine.home, ".gitconfig"), []byte(instead), 0o666); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for i, commit := range []string{s.main, s.first} { // measured the other way round
		e := history.New(history.Main, time.Date(2026, 11, 1+i, 0, 0, 0, 0, time.UTC), commit, fmt.Sprint(1+i), "ubuntu-24.04-hotspot")
		text := fmt.Sprintf(`cpu: A
cores: 4
goos: linux
goarch: amd64
runtime: go
profile: main
side: head
commit: %s
date: 2026-11-0%dT00:00:00Z
ruler: 1
ruler-times: arithmetic=2e-9,2e-9,2e-9 memory=2e-9,2e-9,2e-9 channels=2e-9,2e-9,2e-9
BenchmarkPingPong/hops=1000/exec=goroutine-4 1 300 ns/op
`, commit, 1+i)
		packed, err := history.Pack(e, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		files[history.Folder+"/"+e.Path()] = packed
	}
	if _, err := (forge.Remote{URL: numbers, Environ: os.Environ()}).Append(t.Context(), forge.Change{Branch: pipeline.DataBranch, Message: "x", Files: files}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time there is nothing left
		if said, err := s.act("pages.yml", "workflow_dispatch", s.main, byHand, "--var", pipeline.DataRepository+"=acme/numbers", "--secret", pipeline.DataToken+"=another"); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
	}
	file := filepath.Join(s.stubs, "pages", "classic", "data.js")
	page, err := classic.ReadPage(file)
	if err != nil || len(page) != 1 || !slices.Equal(page["A, ruler 1"], []string{s.first, s.main}) {
		t.Errorf("the site's classic page: %v, %v, want %s and %s", page, err, s.first, s.main)
	}
	if index := s.index(); index.Trends.Commits != 2 {
		t.Errorf("%d commits in the trends", index.Trends.Commits)
	}
	if branches := s.git("ls-remote", "--heads", "origin", pipeline.DataBranch); branches != "" {
		t.Errorf("this repository has %s", branches)
	}
	for _, c := range s.calls("checkout") {
		if c["ref"] == "refs/heads/"+pipeline.DataBranch && (c["repository"] != "acme/numbers" || c["token"] != "another") {
			t.Errorf("results are taken from %s", c["repository"])
		}
	}
}
