package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/classic"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/history"
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
	var w workflow
	if err := yaml.Unmarshal(text, &w); err != nil {
		t.Fatalf("%s: %v", file, err)
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

// pagesEvent is an event that starts pages.yml: a run of the benchmarks, or none.
func (s *shop) pagesEvent(trigger, repository string) (string, any) {
	if trigger == "" {
		return "workflow_dispatch", map[string]any{"repository": map[string]any{"full_name": forgetest.Repository, "default_branch": "main"}}
	}
	return "workflow_run", s.ended(1, trigger, s.main, repository, "main")
}

// A run that publishes nothing claims no place among those that do, and every
// run that does claims one.
func TestWorkflowsPagesGroup(t *testing.T) {
	s := newShop(t)
	w := readWorkflow(t, filepath.Join(workflows, "pages.yml"))
	condition := strings.TrimSpace(regexp.MustCompile(`\s+`).ReplaceAllString(w.Jobs["history"].If, " "))
	s.git("checkout", "--quiet", "main")
	s.write(".github/workflows/group.yml", `name: group
on: [workflow_run, workflow_dispatch]
permissions: {}
jobs:
  group:
    runs-on: ubuntu-24.04
    steps:
      - run: echo "it claims ($GROUP) and publishes ($PUBLISHES)"
        env:
          GROUP: `+w.Concurrency.Group+`
          PUBLISHES: ${{ `+condition+` }}
`)
	s.main = s.commit("what a run claims")
	for _, test := range []struct {
		trigger, repository string
		publishes           bool
	}{
		{"push", forgetest.Repository, true},
		{"schedule", forgetest.Repository, true},
		{"workflow_dispatch", forgetest.Repository, true},
		{"", forgetest.Repository, true},
		{"pull_request", forgetest.Repository, false},
		{"pull_request", "stranger/bench", false},
		{"merge_group", forgetest.Repository, false},
	} {
		trigger, event := s.pagesEvent(test.trigger, test.repository)
		said, err := s.act("group.yml", trigger, s.main, event)
		found := regexp.MustCompile(`\| it claims \(([^)]*)\) and publishes \(([^)]*)\)`).FindStringSubmatch(said)
		if err != nil || found == nil {
			t.Fatalf("%v\n%s", err, said)
		}
		if (found[1] == "pages") != test.publishes || (found[2] == "true") != test.publishes {
			t.Errorf("a run for %q of %s claims %s, and publishes: %s", test.trigger, test.repository, found[1], found[2])
		}
		if !test.publishes && !regexp.MustCompile(`^pages-[0-9]+$`).MatchString(found[1]) {
			t.Errorf("a run for %q claims %q, want a group of its own", test.trigger, found[1])
		}
	}
}

// Before anything was measured, a run that left nothing and one that is started
// by hand make the branch and a site that says so. Started again, they deploy
// again.
func TestWorkflowsOfFirstPages(t *testing.T) {
	s := newShop(t)
	for attempt, trigger := range []string{"push", "", ""} {
		s.keep = attempt > 0
		event, payload := s.pagesEvent(trigger, forgetest.Repository)
		said, err := s.act("pages.yml", event, s.main, payload, "--env", fmt.Sprint("GITHUB_RUN_ATTEMPT=", attempt+1))
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
// classic page after the next one, in the order of the commits; what is younger
// than all of it is not fetched, and neither is another branch.
func TestWorkflowsOfClassicCatchesUp(t *testing.T) {
	s := newShop(t)
	a, _ := s.bench("push", s.main, map[string]any{"after": s.main, "ref": "refs/heads/main"})
	if len(a.Plans) != 1 {
		t.Fatal(names(a))
	}
	measured := string(a.Results[mainPlan]["ubuntu-24.04-hotspot"])
	data := t.TempDir()
	run := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-C", data, "-c", "user.name=x", "-c", "user.email=x@y"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	run("init", "--quiet", "--initial-branch=bench-data")
	for i, commit := range []string{s.main, s.first} { // measured the other way round
		text := strings.ReplaceAll(measured, s.main, commit)
		e := history.New(history.Main, time.Date(2026, 11, 1+i, 0, 0, 0, 0, time.UTC), commit, fmt.Sprint(1+i), "ubuntu-24.04-hotspot")
		if _, err := history.Add(filepath.Join(data, history.Folder), e, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	run("add", "--all")
	run("commit", "--quiet", "--message", "x")
	run("push", "--quiet", filepath.Join(s.stubs, "origin.git"), "bench-data")
	event, payload := s.pagesEvent("", forgetest.Repository)
	for range 2 { // the second time there is nothing left
		if said, err := s.act("pages.yml", event, s.main, payload); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
	}
	file := filepath.Join(t.TempDir(), "data.js")
	if err := os.WriteFile(file, []byte(s.git("show", s.fetched("bench-data")+":classic/data.js")), 0o666); err != nil {
		t.Fatal(err)
	}
	page, err := classic.ReadPage(file)
	if err != nil || len(page) != 1 {
		t.Fatalf("%v, %v", page, err)
	}
	for suite, commits := range page {
		if !slices.Equal(commits, []string{s.first, s.main}) {
			t.Errorf("%s has %v, want %s and %s", suite, commits, s.first, s.main)
		}
	}
	if deployed, err := os.ReadFile(filepath.Join(s.stubs, "pages", "classic", "data.js")); err != nil || !strings.Contains(string(deployed), s.first) {
		t.Errorf("the site's classic page: %s, %v", deployed, err)
	}
	if index := s.index(); index.Trends.Commits != 2 {
		t.Errorf("%d commits in the trends", index.Trends.Commits)
	}
}

// The history may lie in another repository, which all jobs then read and write.
func TestWorkflowsOfDataRepository(t *testing.T) {
	s := newShop(t)
	numbers := filepath.Join(s.stubs, "acme+numbers.git")
	s.git("init", "--quiet", "--bare", numbers)
	instead := fmt.Sprintf("[url %q]\n\tinsteadOf = https://github.com/acme/numbers\n", numbers)
	if err := os.WriteFile(filepath.Join(s.stubs, ".gitconfig"), []byte(instead), 0o666); err != nil {
		t.Fatal(err)
	}
	s.bench("push", s.main, map[string]any{"after": s.main, "ref": "refs/heads/main"})
	s.stored(artifact.Name, 1)
	event, payload := s.pagesEvent("push", forgetest.Repository)
	said, err := s.act("pages.yml", event, s.main, payload,
		"--var", "COBENCH_DATA_REPOSITORY=acme/numbers", "--secret", "COBENCH_DATA_TOKEN=another")
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	tree, err := exec.Command("git", "-C", numbers, "ls-tree", "-r", "--name-only", "bench-data").CombinedOutput()
	if err != nil || !strings.Contains(string(tree), "history/main/") || !strings.Contains(string(tree), "classic/data.js") {
		t.Errorf("%s, %v\n%s", tree, err, said)
	}
	if branches := s.git("ls-remote", "--heads", "origin", "bench-data"); branches != "" {
		t.Errorf("this repository has %s", branches)
	}
	for _, c := range s.calls("checkout") {
		if c["ref"] == "refs/heads/bench-data" && (c["repository"] != "acme/numbers" || c["token"] != "another") {
			t.Errorf("results are taken from %s", c["repository"])
		}
	}
	if index := s.index(); index.Trends.Commits != 1 {
		t.Errorf("%d commits in the trends\n%s", index.Trends.Commits, said)
	}
}
