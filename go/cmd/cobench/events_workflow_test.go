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

	"github.com/cobench/cobench/go/internal/artifact"
)

// ofWorkflow is one of this repository's.
func ofWorkflow(t *testing.T, file string) workflow {
	t.Helper()
	return readWorkflow(t, filepath.Join(workflows, file))
}

// GitHub keeps one run of a group waiting and drops the others, and what was asked
// for by the middle one of three pushes would never be measured. So each run is a
// group of its own, but for those of one pull request.
func TestNothingAskedForIsDropped(t *testing.T) {
	for _, file := range []string{"bench.yml", "ci.yml", "project-bench.yml"} {
		w := ofWorkflow(t, file)
		if group := w.Concurrency.Group; !strings.HasSuffix(group, "-${{ github.event.pull_request.number || github.run_id }}") {
			t.Errorf("%s: runs share the group %s", file, group)
		}
	}
}

// A module without requirements has no go.sum, by which setup-go warns at each run.
func TestCacheOfModulesWithoutSums(t *testing.T) {
	for _, s := range ofWorkflow(t, "project-bench.yml").Jobs["bench"].Steps {
		if path, ok := s.With["cache-dependency-path"].(string); ok && !strings.HasSuffix(path, "/go.mod") {
			t.Errorf("what is cached goes by %s", path)
		}
	}
}

// A merge queue waits for what has to be green.
func TestMergeGroupsAreTested(t *testing.T) {
	for _, file := range []string{"bench.yml", "ci.yml"} {
		if _, ok := ofWorkflow(t, file).On["merge_group"]; !ok {
			t.Errorf("%s does not start for a merge group", file)
		}
	}
}

// Nothing fetches all branches, of which one holds the results of years: but in the
// repository of somebody else, whose results are not kept.
func TestCheckoutsHaveNoDataBranch(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(workflows, "*.yml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		for name, job := range readWorkflow(t, file).Jobs {
			for _, s := range job.Steps {
				whole := strings.HasPrefix(s.Uses, "actions/checkout@") && fmt.Sprint(s.With["fetch-depth"]) == "0"
				if foreign := filepath.Base(file) == "project-bench.yml" && s.With["path"] == "project"; whole && !foreign {
					t.Errorf("%s, job %s fetches every branch", filepath.Base(file), name)
				}
			}
		}
	}
}

// What a measuring job saves for others is saved before anything of a benchmark
// runs, by steps in sight: an action that saves at its end would do so after. Its
// key says what was needed, and no other workflow restores it.
func TestCachesAreSavedBeforeMeasuring(t *testing.T) {
	var saved, measured int
	for i, s := range ofWorkflow(t, "bench.yml").Jobs["bench"].Steps {
		switch action, _, _ := strings.Cut(s.Uses, "@"); action {
		case "actions/cache":
			t.Error("actions/cache saves at the end of the job")
		case "actions/setup-go":
			if s.With["cache"] != false {
				t.Errorf("setup-go saves at the end of the job: %v", s.With)
			}
			if s.With["go-version"] != "stable" {
				t.Errorf("what is measured is not the newest Go: %v", s.With)
			}
		case "actions/setup-java", "graalvm/setup-graalvm":
			if s.With["cache"] != nil {
				t.Errorf("%s saves at the end of the job: %v", action, s.With)
			}
		case "actions/cache/restore":
			key, paths := s.With["key"].(string), strings.Fields(s.With["path"].(string))
			for _, want := range []string{"bench-${{ env.KINDS }}-", "${{ runner.os }}-${{ runner.arch }}", "hashFiles('kotlin/**/pom.xml'", "steps.go.outputs.go-version"} {
				if !strings.Contains(key, want) {
					t.Errorf("key %s: want %s in it", key, want)
				}
			}
			for _, want := range []string{"~/.m2/repository", "~/.konan", "~/.cache/cobench"} {
				if !slices.Contains(paths, want) {
					t.Errorf("%s is fetched anew each time", want)
				}
			}
		case "actions/cache/save":
			saved = i
		}
		if strings.Contains(s.Run, "cobench ci run ") && !strings.Contains(s.Run, " -build ") {
			measured = i
			if s.Env["GITHUB_TOKEN"] != "" {
				t.Error("what is measured has a token")
			}
		}
	}
	if saved == 0 || measured < saved {
		t.Errorf("saved by step %d, measured by step %d", saved, measured)
	}
	files, err := filepath.Glob(filepath.Join(workflows, "*.yml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for name, job := range readWorkflow(t, file).Jobs {
			for _, s := range job.Steps {
				if key, _ := s.With["key"].(string); filepath.Base(file) != "bench.yml" && strings.HasPrefix(key, "bench-") {
					t.Errorf("%s, job %s takes what measuring jobs save: %s", file, name, key)
				}
			}
		}
	}
}

// What GitHub shows: a manual run by what it measures, jobs by their own names, and
// none unexpanded where nothing is measured.
func TestNamesThatGitHubShows(t *testing.T) {
	w := ofWorkflow(t, "bench.yml")
	for _, input := range []string{"profile", "workload", "sizes", "runtimes", "runners", "set", "base", "head", "upgrade", "note"} {
		if !strings.Contains(w.RunName, "inputs."+input) {
			t.Errorf("the name of a manual run lacks %s: %q", input, w.RunName)
		}
	}
	if !strings.HasPrefix(w.RunName, "${{ github.event_name == 'workflow_dispatch' && ") || !strings.HasSuffix(w.RunName, " || '' }}") {
		t.Errorf("other runs have no name: %q", w.RunName)
	}
	for name, job := range w.Jobs {
		if strings.Contains(job.Name, "matrix.") && job.If != "" {
			t.Errorf("job %s is shown as %s where it is skipped", name, job.Name)
		}
	}
	if parallel, _ := w.Jobs["bench"].Strategy["max-parallel"].(string); !strings.Contains(parallel, "schedule") {
		t.Errorf("a night takes all runners at once: max-parallel %q", parallel)
	}
}

// The version of what make has built is git's name for it: in a checkout of one
// commit too, where Go calls it (devel).
func TestVersionOfACheckout(t *testing.T) {
	source, shallow := t.TempDir(), filepath.Join(t.TempDir(), "shallow")
	text, err := os.ReadFile("../../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(source, "Makefile"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(dir string, args ...string) string {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run(source, "git", "init", "--quiet")
	run(source, "git", "add", "--all")
	for range 2 {
		run(source, "git", "-c", "user.name=x", "-c", "user.email=x@y", "commit", "--quiet", "--allow-empty", "--message", "x")
	}
	run(source, "git", "clone", "--quiet", "--depth=1", "file://"+source, shallow)
	commit := run(shallow, "git", "rev-parse", "--short", "HEAD")
	if line := run(shallow, "make", "--dry-run", "cobench"); !strings.Contains(line, "-X main.release="+commit+`"`) {
		t.Errorf("%s: want %s in it", line, commit)
	}
}

// cacheKey names the kinds of runtime, the system, and the version of Go.
var cacheKey = regexp.MustCompile(`^bench-go-Linux-(?:X64|ARM64)-go-1\.[0-9.]+-`)

// A pull request that touches nothing measurable is one job, whose artifact is the
// report; one that does fetches base, and caches what it has downloaded before it
// measures.
func TestWorkflowsOfUntouchedPullRequest(t *testing.T) {
	s := newShop(t)
	s.git("checkout", "--quiet", "--detach", s.main)
	s.write("README.md", "four\n")
	documents := s.commit("documents")
	s.git("push", "--quiet", "origin", documents+":refs/pull/31/head")
	a, said := s.bench("pull_request", documents, opened(31, s.main, documents))
	if names(a) != "pr[]" || !a.Plans[0].Unchanged || len(s.calls("setup-java")) > 0 || len(s.calls("cache/restore")) > 0 {
		t.Errorf("%s\n%s", names(a), said)
	}
	if got := len(s.calls("checkout")); got != 1 || !strings.Contains(said, "Nothing to measure: no benchmark's code has changed; 2 runner minutes") {
		t.Errorf("%d jobs\n%s", got, said)
	}
	s.stored(artifact.Name, 31)
	s.fake.Base = s.main
	s.pull(31, documents, "acme/bench")
	said, err := s.act("comment.yml", "workflow_run", s.main, s.ended(31, "pull_request", documents, "acme/bench", "feature"))
	if states := s.fake.Statuses[documents]; err != nil || len(states) != 1 || states[0].State != "success" || states[0].Description != "no benchmark has changed" || len(s.fake.Comments[31]) > 0 {
		t.Errorf("%v, %+v, %+v\n%s", err, states, s.fake.Comments[31], said)
	}

	// A merge group's commit, of a workload.
	a, said = s.bench("merge_group", s.feature, map[string]any{"action": "checks_requested", "merge_group": map[string]any{"base_sha": s.main, "head_sha": s.feature, "base_ref": "refs/heads/main"}})
	if names(a) != "pr[ubuntu-24.04-hotspot]" || a.Plans[0].Sides[0].Commit != s.main || a.Plans[0].Sides[1].Commit != s.feature {
		t.Errorf("%s\n%s", names(a), said)
	}
	if restored, kept := s.calls("cache/restore"), s.calls("cache/save"); len(restored) != 1 || len(kept) != 1 || !cacheKey.MatchString(restored[0]["key"]) || restored[0]["key"] != kept[0]["key"] {
		t.Errorf("restored %v, saved %v", restored, kept)
	}
	calls, err := os.ReadFile(filepath.Join(s.stubs, "calls"))
	if err != nil || !strings.Contains(string(calls), "built at save") || strings.Contains(string(calls), "measured at save") {
		t.Errorf("%v: want the cache saved when all is built and nothing measured:\n%s", err, calls)
	}
}
