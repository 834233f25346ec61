package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
)

// The pages that show workflows to other repositories.
const (
	callers      = "../../../README.md"
	trendCallers = "../../../site/content/pipeline.md"
)

// workflowsOn are those that a page shows to other repositories, by file.
func workflowsOn(t *testing.T, page string) map[string]string {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, found := range regexp.MustCompile("(?s)```yaml\n# (\\.github/workflows/\\S+)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		files[found[1]] = found[2]
	}
	return files
}

// Three files are all that a project needs, and each is short.
func TestCallersAreShort(t *testing.T) {
	for _, test := range []struct {
		page  string
		most  int // lines
		files []string
	}{
		{callers, 15, []string{".github/workflows/bench.yml", ".github/workflows/comment.yml"}},
		{trendCallers, 20, []string{".github/workflows/bench.yml", ".github/workflows/trends.yml"}},
	} {
		found := workflowsOn(t, test.page)
		for _, file := range test.files {
			if n := strings.Count(found[file], "\n"); n == 0 || n > test.most {
				t.Errorf("%s shows %s in %d lines, want 1 to %d", test.page, file, n, test.most)
			}
		}
	}
}

// README shows a user of github-action-benchmark the way over in five lines at most: the
// third file, which can be run by hand, takes over what that has kept, as
// TestTrendsOfOtherRepositories plays it.
func TestWayOverIsShort(t *testing.T) {
	text, err := os.ReadFile(callers)
	if err != nil {
		t.Fatal(err)
	}
	way := regexp.MustCompile(`(?s)[^.\n]*To move from\s+github-action-benchmark.*?\.(\s|$)`).FindString(string(text))
	if n := strings.Count(strings.TrimSpace(way), "\n") + 1; way == "" || n > 5 {
		t.Errorf("README shows the way over from github-action-benchmark in %d lines, want 1 to 5: %q", n, way)
	}
	for _, want := range []string{"all three", "run the third", "`data.js`", "*GitHub Actions*"} {
		if !strings.Contains(strings.Join(strings.Fields(way), " "), want) {
			t.Errorf("the way over lacks %q: %q", want, way)
		}
	}
	const third = "site/content/pipeline.md#trends-without-a-server"
	if !strings.Contains(string(text), third) {
		t.Errorf("README does not name the third file at %s", third)
	}
	if !strings.Contains(workflowsOn(t, trendCallers)[".github/workflows/trends.yml"], "\n  workflow_dispatch:\n") {
		t.Error("the third file can't be run by hand")
	}
}

const (
	fastWords = "package words\n\nimport \"strings\"\n\nfunc Count(s string) int { return len(strings.Fields(s)) }\n"
	slowWords = "package words\n\nimport \"strings\"\n\nfunc Count(s string) int {\n\tfor range 3 {\n\t\tspin += len(strings.Fields(s))\n\t}\n\treturn len(strings.Fields(s))\n}\n\nvar spin int\n"
)

// What has not changed takes its part of the budget, and leaves most of it: a busy
// machine has time enough for what has.
const wordsTest = `package words

import (
	"strings"
	"testing"
)

var text = strings.Repeat("so many words ", 50)

func BenchmarkCount(b *testing.B) {
	b.Run("[all](x) @of", func(b *testing.B) {
		for b.Loop() {
			Count(text)
		}
	})
}

func BenchmarkLower(b *testing.B) {
	for b.Loop() {
		strings.ToLower(text)
	}
}

func BenchmarkUpper(b *testing.B) {
	for b.Loop() {
		strings.ToUpper(text)
	}
}
`

// newProject is somebody's Go module, with the workflows that README.md shows.
// Its forks' commits are no branches of it.
func newProject(t *testing.T) *shop {
	s := emptyShop(t)
	for file, text := range workflowsOn(t, callers) {
		s.write(file, text)
	}
	s.write("go.mod", "module example.com/words\n\ngo 1.24\n")
	s.write("words.go", fastWords)
	s.write("words_test.go", wordsTest)
	s.write("same/same_test.go", "package same\n\nimport \"testing\"\n\nfunc BenchmarkSame(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n")
	s.write("cobench.yaml", "base: main\nbudget: 34s\n")
	s.git("init", "--quiet", "--initial-branch=main")
	s.first = s.commit("one")
	s.git("switch", "--quiet", "--create", "feature")
	s.write("words.go", slowWords)
	s.feature = s.commit("slower")
	s.git("switch", "--quiet", "main")
	s.write("notes.md", "later\n")
	s.main = s.commit("two, which the branch does not have")
	s.share("main", s.feature+":refs/pull/5/head")
	for file, text := range ofThisCheckout(t, "go", ".ci", ".github/workflows", "action.yml") {
		path := filepath.Join(s.stubs, "cobench/cobench/v1", file)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// call runs a workflow of the project, and those that it calls.
func (s *shop) call(workflow, trigger, commit string, event any, more ...string) (string, error) {
	return s.act(workflow, trigger, commit, event, append(more, "--local-repository", "cobench/cobench@v1="+filepath.Join(s.stubs, "cobench/cobench/v1"))...)
}

func opened(number int, base, head string) map[string]any {
	return map[string]any{"action": "opened", "number": number, "pull_request": map[string]any{
		"number": number, "base": map[string]any{"sha": base, "ref": "main"}, "head": map[string]any{"sha": head, "ref": "feature"},
	}}
}

// pull makes GitHub know a pull request.
func (s *shop) pull(number int, head, repository string) {
	pull := forge.Pull{Number: number, State: "open"}
	pull.Head.SHA, pull.Head.Ref = head, "feature"
	pull.Head.Repo = &struct {
		FullName string `json:"full_name"`
	}{repository}
	s.fake.Pulls = append(s.fake.Pulls, pull)
}

// left is what a run has uploaded.
func (s *shop) left(name, said string) artifact.Artifact {
	s.t.Helper()
	a, err := artifact.Open(filepath.Join(s.stubs, "artifacts", name))
	if err != nil {
		s.t.Fatalf("%v\n%s", err, said)
	}
	return a
}

// Other repositories' pull requests, of their own and of forks: from what
// README.md shows down to the comment.
func TestWorkflowsOfOtherRepositories(t *testing.T) {
	s := newProject(t)
	said, err := s.call("bench.yml", "pull_request", s.feature, opened(5, s.main, s.feature))
	if strings.Contains(said, "the budget is used up") || strings.Contains(said, "use a longer -budget") { // where the machine is too busy for a short one
		s.git("switch", "--quiet", "--detach", s.feature)
		s.with("bench.yml", "budget: 10m", "filter: .name:Count OR .name:Same")
		said, err = s.call("bench.yml", "pull_request", s.commit("more time"), opened(5, s.main, s.feature))
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	a := s.left("cobench-report", said)
	if names(a) != "ubuntu-24.04[ubuntu-24.04]" || a.Plans[0].Sides[0].Commit != s.first || a.Plans[0].Sides[1].Commit != s.feature {
		t.Errorf("%s %+v\n%s", names(a), a.Plans, said)
	}
	if !strings.Contains(said, "Summary - **1 slower, 1 with more allocations; 1 of 1 reached benchmarks decided") || !strings.Contains(said, "1 identical and so not measured") {
		t.Errorf("the run's page says something else:\n%s", said)
	}
	for _, c := range s.calls("checkout") {
		if c["persist-credentials"] != "false" {
			t.Errorf("credentials stay: %v", c)
		}
	}
	if kept := s.calls("cache"); len(kept) > 0 {
		t.Errorf("kept where other jobs can put something else: %v", kept)
	}
	if versions := s.calls("setup-go"); len(versions) == 0 || versions[len(versions)-1]["go-version-file"] != "project/./go.mod" {
		t.Errorf("%v", versions)
	}
	var out bytes.Buffer
	runs := filepath.Join(s.stubs, "artifacts", "cobench-run_ubuntu-24.04")
	if status := (command{stdout: &out, stderr: &out, now: time.Now}).main(t.Context(), []string{"ci", "summary", "-runs", runs, "-o", t.TempDir(), "-fail-on-slower"}); status != failed || !strings.HasSuffix(out.String(), "cobench: 1 slower\n") {
		t.Errorf("status %d, want %d\n%s", status, failed, out.String())
	}
	s.stored("cobench-report", 5)
	s.fake.Base = s.first
	s.pull(5, s.feature, forgetest.Repository)
	said, err = s.call("comment.yml", "workflow_run", s.main, s.ended(5, "pull_request", s.feature, forgetest.Repository, "feature"))
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	comments := s.fake.Comments[5]
	if len(comments) != 1 || !strings.Contains(comments[0].Body, "| slower | `go` | `Count/%5Ball%5D(x)_%40of") || strings.Contains(comments[0].Body, "rules of its own") {
		t.Errorf("%+v\n%s", comments, said)
	}
	if states := s.fake.Statuses[s.feature]; len(states) != 1 || states[0].State != "success" || states[0].Context != "cobench" || !strings.HasPrefix(states[0].Description, "1 slower, 1 with more allocations; ") {
		t.Errorf("%+v", states)
	}
	if c := s.calls("checkout"); len(c) != 1 || c[0]["repository"] != "cobench/cobench" {
		t.Errorf("what is executed with the right to write is %v", c)
	}

	// Of a fork, with inputs of comment.yml, and without the right to comment.
	s.with("comment.yml", "name: words", "fail-on-slower: true", "accept-label: fine")
	s.fake.Artifacts[6] = map[string][]byte{"cobench-report-words": s.fake.Artifacts[5]["cobench-report"]}
	s.pull(6, s.feature, "stranger/words")
	s.fake.Withheld = []string{"POST issues/6/comments"}
	caller := s.commit("inputs")
	said, err = s.call("comment.yml", "workflow_run", caller, s.ended(6, "pull_request", s.feature, "stranger/words", "feature"))
	if err != nil || len(s.fake.Comments[6]) > 0 || !strings.Contains(said, "the job lacks the permission pull-requests: write: there is no comment; the page of the run has all of it") {
		t.Errorf("%v, %+v\n%s", err, s.fake.Comments[6], said)
	}
	if states := s.fake.Statuses[s.feature]; len(states) != 2 || states[1].State != "failure" || states[1].Context != "cobench: words" {
		t.Errorf("%+v", states)
	}
}

// with gives a caller inputs.
func (s *shop) with(file string, inputs ...string) {
	file = ".github/workflows/" + file
	s.write(file, workflowsOn(s.t, callers)[file]+"    with:\n      "+strings.Join(inputs, "\n      ")+"\n")
}

// What can't be measured is told on the page of the run, of each machine by
// itself; a push is held against what was there before.
func TestWorkflowsOfOtherRepositoriesWithoutResults(t *testing.T) {
	s := newProject(t)
	said, err := s.call("bench.yml", "push", s.main, map[string]any{"before": s.first, "after": s.main, "ref": "refs/heads/main"})
	if err != nil || !strings.Contains(said, "Summary - **no benchmark has changed**") {
		t.Errorf("%v\n%s", err, said)
	}
	s.with("bench.yml", `runners: '["ubuntu-24.04", "macos-15"]'`, "name: words", "fail-on-slower: true")
	s.write("words.go", "package words\n\nfunc Count(s string) int { return `$(id)` }\n")
	broken := s.commit("does not compile")
	s.git("push", "--quiet", "origin", broken+":refs/heads/main")
	said, err = s.call("bench.yml", "push", broken, map[string]any{"before": s.main, "after": broken, "ref": "refs/heads/main"})
	a := s.left("cobench-report-words", said)
	if err == nil || names(a) != "macos-15[macos-15] ubuntu-24.04[ubuntu-24.04]" || !strings.Contains(said, "## macos-15") || strings.Count(said, "cannot use `$(id)`") < 2 {
		t.Errorf("%v, %s\n%s", err, names(a), said)
	}
}

// The job of an upgrade to another JDK sets that up beside the one that it has.
func TestWorkflowsOfAnUpgradedJDK(t *testing.T) {
	s := newProject(t)
	s.with("bench.yml", "upgrade: jdk=26")
	commit := s.commit("an upgrade")
	s.git("push", "--quiet", "origin", commit+":refs/heads/main")
	said, err := s.call("bench.yml", "push", commit, map[string]any{"before": s.main, "after": commit, "ref": "refs/heads/main"})
	if c := s.calls("setup-java"); err == nil || !strings.Contains(said, "-upgrade jdk=26: no JDK 26 found") || len(c) != 1 || c[0]["java-version"] != "26\n17" {
		t.Errorf("%v, %v\n%s", err, c, said)
	}
}

// A workflow of somebody's own has the binary by the action alone, and nothing of
// it is kept where another job could put something else.
func TestWorkflowsWithTheAction(t *testing.T) {
	s := newProject(t)
	s.write(".github/workflows/own.yml", "on: push\njobs:\n  own:\n    runs-on: ubuntu-24.04\n    steps:\n      - id: cobench\n        uses: cobench/cobench@v1\n"+
		"      - run: test \"$(command -v cobench)\" = \"$PLACE\" && cobench version && echo \"GOTOOLCHAIN is '$GOTOOLCHAIN'\"\n        env:\n          PLACE: ${{ steps.cobench.outputs.path }}\n")
	commit := s.commit("a workflow")
	said, err := s.call("own.yml", "push", commit, map[string]any{"after": commit})
	if err != nil || !strings.Contains(said, "| cobench (devel), go") || !strings.Contains(said, "GOTOOLCHAIN is ''") {
		t.Fatalf("%v\n%s", err, said)
	}
	if _, err := os.Stat(filepath.Join(s.stubs, "calls")); !os.IsNotExist(err) {
		t.Errorf("the action uses others: %v, want none", err)
	}
}
