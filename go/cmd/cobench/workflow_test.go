package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/pipeline/event"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/publish"
)

var act = flag.String("act", "", "`program` that runs workflows: nektos/act")

const workflows = "../../../.github/workflows"

// The choices of the form are all that the configuration has, and its fields
// all that plan knows.
func TestFormOffersWhatThereIs(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(workflows, "bench.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		On struct {
			Dispatch struct {
				Inputs yaml.MapSlice
			} `yaml:"workflow_dispatch"`
		}
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		t.Fatal(err)
	}
	conf := ownConfig(t)
	valid := map[string][]string{
		"profile":  namesOf(conf.Profiles, func(p config.Profile) string { return p.Name }),
		"workload": append(namesOf(conf.Workloads, func(w config.Workload) string { return w.Name }), event.OfProfile),
		"runtimes": append(namesOf(conf.Runtimes, func(r config.Runtime) string { return r.Name }), event.OfProfile, plan.All),
		"runners":  append(namesOf(conf.Runners, func(r config.Runner) string { return r.Name }), event.OfProfile, plan.All),
	}
	var fields []string
	for _, input := range workflow.On.Dispatch.Inputs {
		name := input.Key.(string)
		fields = append(fields, name)
		var options []string
		choices, _ := input.Value.(map[string]any)["options"].([]any)
		for _, field := range choices {
			options = append(options, fmt.Sprint(field))
		}
		slices.Sort(options)
		slices.Sort(valid[name])
		if !slices.Equal(options, valid[name]) {
			t.Errorf("%s offers %q, want %q", name, options, valid[name])
		}
	}
	if !slices.Equal(fields, event.Inputs) {
		t.Errorf("the form has %q, want %q", fields, event.Inputs)
	}
}

func namesOf[T any](all []T, name func(T) string) []string {
	var names []string
	for _, x := range all {
		names = append(names, name(x))
	}
	return names
}

// A shop is a repository whose workflows are run: its checkout, what it is
// shared as, the artifacts of a run, and what its actions were given.
type shop struct {
	t           *testing.T
	machine     machine
	dir, stubs  string
	fake        *forgetest.GitHub
	first, main string   // commits
	feature     string   // a commit on main that makes PingPong slower
	told        []string // by which act finds actions
	attempt     int      // of bench.yml, if not the first
	keep        bool     // the artifacts and calls of runs before, as for another attempt
}

func emptyShop(t *testing.T) *shop {
	if *act == "" {
		t.Skip("-act is not given: the program that runs workflows")
	}
	t.Parallel() // half of the time a workflow waits
	return &shop{t: t, machine: runnerOf(t), dir: filepath.Join(openFolder(t), "checkout"), stubs: openFolder(t), fake: forgetest.New(t)}
}

// ofThisCheckout are its files below some paths.
func ofThisCheckout(t *testing.T, paths ...string) map[string]string {
	checkout, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	list := exec.Command("git", append([]string{"ls-files", "-z", "-c", "-o", "--exclude-standard", "--"}, paths...)...)
	list.Dir = checkout
	names, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	tools := slices.ContainsFunc(paths, func(path string) bool { return strings.HasPrefix(path, "go/tools/") })
	files := map[string]string{}
	for file := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		if text, err := os.ReadFile(filepath.Join(checkout, file)); err == nil && (tools || !strings.HasPrefix(file, "go/tools/")) {
			files[file] = strings.ReplaceAll(string(text), "\n  queue: max\n", "\n") // which act doesn't know, and queues nothing
		}
	}
	return files
}

func newShop(t *testing.T) *shop {
	s := emptyShop(t)
	s.stock()
	return s
}

// stock makes it a small copy of this repository, with a few commits.
func (s *shop) stock() {
	t := s.t
	for file, text := range ofThisCheckout(t, "go", "bench-config", "Makefile", ".github/workflows", ".gitignore") {
		s.write(file, text)
	}
	profiles, err := os.ReadFile("testdata/workflow/config/profiles.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s.write("bench-config/profiles.yaml", string(profiles))
	s.write("site/package.json", `{"name": "site", "version": "1.0.0", "scripts": {"build": "mkdir -p dist && cp package.json dist/index.html"}}`)
	s.write("site/package-lock.json", `{"name": "site", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {"name": "site", "version": "1.0.0"}}}`)
	s.git("init", "--quiet", "--initial-branch=main")
	s.git("add", "--all")
	s.first = s.commit("one")
	s.write("README.md", "two\n")
	s.commit("two, which a push skips")
	s.write("README.md", "three\n")
	s.main = s.commit("three")
	s.git("switch", "--quiet", "--create", "feature")
	slow := "go/workload/pingpong/pingpong.go"
	text, err := os.ReadFile(filepath.Join(s.dir, slow))
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "\tb.hops++", "\tfor range 2000 {\n\t\tspin += b.hops\n\t}\n\tb.hops++", 1)
	if changed == string(text) {
		t.Fatal("PingPong has changed, and is not made slower")
	}
	s.write(slow, changed+"\nvar spin int\n")
	s.feature = s.commit("slower")
	s.share("main", "feature")
}

// share pushes refs to where the stub of checkout fetches from.
func (s *shop) share(refs ...string) {
	origin := filepath.Join(s.stubs, "origin.git")
	s.git("init", "--quiet", "--bare", origin)
	s.git("remote", "add", "origin", origin)
	s.git(append([]string{"push", "--quiet", "origin"}, refs...)...)
}

func (s *shop) write(file, text string) {
	path := filepath.Join(s.dir, file)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) git(args ...string) string {
	s.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = s.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (s *shop) commit(message string) string {
	s.git("add", "--all")
	s.git("-c", "user.name=x", "-c", "user.email=x@y", "commit", "--quiet", "--message", message)
	return s.git("rev-parse", "HEAD")
}

// act runs a workflow on an event, at a commit. It returns what act said.
func (s *shop) act(workflow, trigger, commit string, event any, more ...string) (string, error) {
	s.t.Helper()
	s.git("checkout", "--quiet", "--force", commit)
	text, err := json.Marshal(event)
	if err != nil {
		s.t.Fatal(err)
	}
	file := filepath.Join(s.stubs, "event.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		s.t.Fatal(err)
	}
	args := []string{trigger, "--workflows", ".github/workflows/" + workflow, "--eventpath", file, "--no-skip-checkout", "--pull=false", "--defaultbranch", "main",
		"--env", "STUBS=" + s.stubs, "--env", "GITHUB_API_URL=" + s.fake.URL, "--env", "GITHUB_REPOSITORY=" + forgetest.Repository, "--secret", "GITHUB_TOKEN=token"}
	if s.attempt > 0 && workflow == "bench.yml" {
		args = append(args, "--env", fmt.Sprint("GITHUB_RUN_ATTEMPT=", s.attempt))
	}
	args = append(args, more...)
	for _, runner := range []string{"ubuntu-24.04", "ubuntu-24.04-arm", "macos-15"} {
		args = append(args, "--platform", runner+"=-self-hosted")
	}
	args = append(args, s.actions()...)
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	defer cancel()
	for _, folder := range []string{"artifacts", "artifact-names", "calls"} {
		if s.keep {
			break
		}
		if err := os.RemoveAll(filepath.Join(s.stubs, folder)); err != nil {
			s.t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(s.stubs, "artifacts"), 0o777); err != nil {
		s.t.Fatal(err)
	}
	for _, dir := range []string{s.dir, s.stubs} {
		s.machine.own(s.t, dir)
		defer s.machine.disown(s.t, dir)
	}
	out, err := s.machine.command(ctx, s.t, s.dir, args...).CombinedOutput()
	return string(out), err
}

// bench runs bench.yml and returns what it left.
func (s *shop) bench(trigger, commit string, event any) (artifact.Artifact, string) {
	s.t.Helper()
	said, err := s.act("bench.yml", trigger, commit, event)
	if err != nil {
		s.t.Fatalf("%v\n%s", err, said)
	}
	a, err := artifact.Open(filepath.Join(s.stubs, "artifacts", artifact.Name))
	if err != nil {
		s.t.Fatalf("%v\n%s", err, said)
	}
	return a, said
}

// calls are the inputs that an action was given, one each time.
func (s *shop) calls(action string) []map[string]string {
	text, err := os.ReadFile(filepath.Join(s.stubs, "calls"))
	if err != nil {
		s.t.Fatal(err)
	}
	var all []map[string]string
	for line := range strings.Lines(string(text)) {
		name, inputs, _ := strings.Cut(line, "\t")
		if name != action {
			continue
		}
		var given map[string]string
		if err := json.Unmarshal([]byte(inputs), &given); err != nil {
			s.t.Fatalf("%s: %v", line, err)
		}
		all = append(all, given)
	}
	return all
}

// stored makes the fake serve an artifact of the last run.
func (s *shop) stored(name string, id int64) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	if err := w.AddFS(os.DirFS(filepath.Join(s.stubs, "artifacts", name))); err != nil {
		s.t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.fake.Artifacts[id] = map[string][]byte{name: out.Bytes()}
}

func (s *shop) ended(id int64, trigger, commit, repository, branch string) map[string]any {
	return map[string]any{
		"action": "completed",
		"workflow_run": map[string]any{
			"id": id, "event": trigger, "status": "completed", "conclusion": "success", "head_sha": commit, "head_branch": branch, "run_attempt": max(1, s.attempt),
			"created_at": "2026-11-30T12:00:00Z", "html_url": "https://github.com/acme/bench/actions/runs/1",
			"head_repository": map[string]any{"full_name": repository, "owner": map[string]any{"login": strings.Split(repository, "/")[0]}},
		},
		"repository": map[string]any{"full_name": forgetest.Repository, "default_branch": "main"},
	}
}

func names(a artifact.Artifact) string {
	var all []string
	for _, p := range a.Plans {
		all = append(all, fmt.Sprint(p.Name, a.Jobs(p)))
	}
	return strings.Join(all, " ")
}

// A push is measured, becomes history, and is shown.
func TestWorkflowsOfPush(t *testing.T) {
	s := newShop(t)
	a, said := s.bench("push", s.main, map[string]any{"after": s.main, "ref": "refs/heads/main"})
	if got := names(a); got != "main[ubuntu-24.04-hotspot ubuntu-24.04-arm-hotspot]" {
		t.Errorf("%s\n%s", got, said)
	}
	for _, c := range s.calls("checkout") {
		if c["persist-credentials"] != "false" {
			t.Errorf("credentials stay: %v", c)
		}
	}
	s.stored(artifact.Name, 1)
	said, err := s.act("pages.yml", "workflow_run", s.main, s.ended(1, "push", s.main, forgetest.Repository, "main"))
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	tree := s.git("ls-tree", "-r", "--name-only", "-z", "--full-tree", s.fetched("bench-data"))
	for _, want := range []string{"history/main/2026/11/" + s.main + "-1-ubuntu-24.04-hotspot.txt.gz", "history/main/2026/11/" + s.main + "-1-ubuntu-24.04-arm-hotspot.txt.gz", "classic/data.js"} {
		if !strings.Contains(tree, want) {
			t.Errorf("no %s in %q\n%s", want, tree, said)
		}
	}
	given := s.calls("github-action-benchmark")
	if len(given) != 1 || given[0]["tool"] != "customSmallerIsBetter" || given[0]["auto-push"] != "false" || given[0]["alert-threshold"] != "200%" || given[0]["ref"] != s.main {
		t.Errorf("github-action-benchmark got %v", given)
	}
	if data := s.git("show", s.fetched("bench-data")+":classic/data.js"); !strings.Contains(data, `"PingPong/hops=1000/exec=goroutine go"`) || !strings.Contains(data, "times the ruler") {
		t.Errorf("the classic page has %s", data)
	}
	if uploaded := s.calls("upload-pages-artifact"); len(uploaded) != 1 || uploaded[0]["path"] != "site/dist" || len(s.calls("deploy-pages")) != 1 {
		t.Errorf("deployed: %v\n%s", uploaded, said)
	}

	// The commit that the push skipped is measured at night, with all else that a night does.
	said, err = s.act("bench.yml", "schedule", s.main, map[string]any{"schedule": "17 1 * * *"})
	if err != nil && !strings.Contains(said, "was not found in") { // a glance may miss anything
		t.Fatalf("%v\n%s", err, said)
	}
	a, err = artifact.Open(filepath.Join(s.stubs, "artifacts", artifact.Name))
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	got := names(a)
	for _, want := range []string{"main[ubuntu-24.04-hotspot macos-15-hotspot]", "nightly[ubuntu-24.04-hotspot macos-15-hotspot]", "study[", "recording[", "canary-05[", "canary-10[", "canary-25[", "identical["} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s\n%s", want, got, said)
		}
	}
	for _, want := range []string{"1 benchmarks with the same code on both sides were measured to test the verdicts", "Head was slowed down by 25 %", "reports with a false alarm"} {
		if !strings.Contains(said, want) {
			t.Errorf("the night's page has no %q\n%s", want, said)
		}
	}
	if strings.Contains(got, "backfill") {
		t.Errorf("%s: nothing is older than what was measured first", got)
	}
	// The site's header tells the rate of false alarms by what that night has recorded.
	s.stored(artifact.Name, 2)
	index := s.pages(2, "schedule")
	if a := index.Alarms; a == nil || a.Of != 1000 || !(a.High > 0 && a.High <= 1) || !strings.Contains(a.Run, "-2-recording-ubuntu-24.04-hotspot") {
		t.Errorf("false alarms: %+v", a)
	}
	if index.Newest == nil || index.Newest.Kind != history.Nightly || index.Trends.Commits != 1 {
		t.Errorf("newest %+v of %d commits", index.Newest, index.Trends.Commits)
	}
}

// pages publishes what a run on main has stored, and returns the site's index.
func (s *shop) pages(id int64, trigger string) publish.Index {
	s.t.Helper()
	said, err := s.act("pages.yml", "workflow_run", s.main, s.ended(id, trigger, s.main, forgetest.Repository, "main"))
	if err != nil {
		s.t.Fatalf("%v\n%s", err, said)
	}
	return s.index()
}

// index is that of the site that was deployed last.
func (s *shop) index() publish.Index {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.stubs, "pages", "data", "index.json"))
	if err != nil {
		s.t.Fatal(err)
	}
	var index publish.Index
	if err := json.Unmarshal(text, &index); err != nil {
		s.t.Fatal(err)
	}
	return index
}

// fetched is a branch of the remote, here.
func (s *shop) fetched(branch string) string {
	s.git("fetch", "--quiet", "origin", "+refs/heads/"+branch+":refs/remotes/origin/"+branch)
	return "origin/" + branch
}

// A pull request of one's own and one of a fork: measured without a right, said
// by the default branch's code.
func TestWorkflowsOfPullRequest(t *testing.T) {
	s := newShop(t)
	// A fork's commit is here as that of the pull request alone, and what it is called is the stranger's choice.
	s.git("checkout", "--quiet", "--detach", s.feature)
	s.write("README.md", "a stranger's\n")
	strange := s.commit("as slow, with another file")
	s.git("push", "--quiet", "origin", strange+":refs/pull/21/head")
	hostile := `main";$(touch${IFS}` + filepath.Join(s.stubs, "executed") + `);"`
	heads := []struct{ repository, commit, branch string }{{forgetest.Repository, s.feature, "feature"}, {"stranger/bench", strange, hostile}}
	for i, head := range heads {
		id := int64(20 + i)
		repository := func(name string) map[string]any {
			return map[string]any{"full_name": name, "fork": name != forgetest.Repository}
		}
		a, said := s.bench("pull_request", head.commit, map[string]any{"action": "opened", "number": id, "repository": repository(forgetest.Repository), "pull_request": map[string]any{
			"number": id, "title": hostile, "body": "@everyone `" + hostile + "`",
			"base": map[string]any{"sha": s.main, "ref": "main", "repo": repository(forgetest.Repository)},
			"head": map[string]any{"sha": head.commit, "ref": head.branch, "repo": repository(head.repository)},
		}})
		if len(a.Plans) != 1 || a.Plans[0].Sides[0].Commit != s.main || a.Plans[0].Sides[1].Commit != head.commit || names(a) != "pr[ubuntu-24.04-hotspot]" {
			t.Fatalf("%s\n%s", names(a), said)
		}
		for _, c := range s.calls("checkout") {
			if c["persist-credentials"] != "false" || c["ref"] != head.commit {
				t.Errorf("%s: checked out %v", head.repository, c)
			}
		}
		if _, err := os.Stat(filepath.Join(s.stubs, "executed")); !os.IsNotExist(err) {
			t.Errorf("what the branch is called was executed\n%s", said)
		}
		s.stored(artifact.Name, id) // of the same artifact: the next run throws it away
		pull := forge.Pull{Number: int(id), State: "open"}
		pull.Head.SHA, pull.Head.Ref = head.commit, head.branch
		pull.Head.Repo = &struct {
			FullName string `json:"full_name"`
		}{head.repository}
		s.fake.Pulls = append(s.fake.Pulls, pull)
	}
	s.fake.Base = s.main
	for i, head := range heads {
		id := int64(20 + i)
		said, err := s.act("comment.yml", "workflow_run", s.main, s.ended(id, "pull_request", head.commit, head.repository, head.branch))
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		comments := s.fake.Comments[int(id)]
		if len(comments) != 1 || !strings.Contains(comments[0].Body, "**1 slower**") {
			t.Errorf("pull request of %s: %+v\n%s", head.repository, comments, said)
		}
		if c := s.calls("checkout"); len(c) != 1 || c[0]["ref"] != "main" {
			t.Errorf("what is executed with the right to write is %v", c)
		}
	}
	for _, head := range heads {
		if states := s.fake.Statuses[head.commit]; len(states) != 1 || states[0].State != "failure" {
			t.Errorf("%s: %+v", head.repository, states)
		}
	}
	// Nothing of it becomes history. Of a job that is skipped act has no outputs, which those after it want.
	said, err := s.act("pages.yml", "workflow_run", s.main, s.ended(20, "pull_request", s.feature, forgetest.Repository, "feature"), "--job", "history")
	if err != nil || strings.Contains(said, "Run Main bin/cobench ci append") {
		t.Errorf("%v\n%s", err, said)
	}
}

func TestWorkflowsOfManualRun(t *testing.T) {
	s := newShop(t)
	inputs := map[string]any{"profile": "manual", "workload": event.OfProfile, "sizes": "100,1000", "runtimes": "go", "runners": "macos-15", "rounds": "2", "note": "why `so` @everyone?"}
	a, said := s.bench("workflow_dispatch", s.main, map[string]any{"inputs": inputs})
	if names(a) != "manual[macos-15-hotspot]" || len(a.Plans[0].Jobs[0].Benchmarks) != 2 || a.Plans[0].Note != inputs["note"] {
		t.Errorf("%s\n%s", names(a), said)
	}
	if text := string(a.Results["manual"]["macos-15-hotspot"]); !strings.Contains(text, "\nremark: why `so` @everyone?\n") {
		t.Errorf("the note is not with the results:\n%.500s", text)
	}
	s.stored(artifact.Name, 3)
	index := s.pages(3, "workflow_dispatch")
	if len(index.Runs) != 1 || index.Runs[0].Kind != history.Manual || index.Runs[0].Note != inputs["note"] || index.Runs[0].Commit != s.main || len(index.Trends.Series) > 0 {
		t.Errorf("published %+v and %d trends: want the manual run with its note, and no trend", index.Runs, len(index.Trends.Series))
	}
	if text := s.git("show", s.fetched("bench-data")+":history/"+index.Runs[0].ID+".txt.gz"); text == "" {
		t.Errorf("no %s in the history", index.Runs[0].ID)
	}
	for _, test := range []struct{ field, value, want string }{
		{"sizes", "100000000000", "want a whole number from 1 to"},
		{"sizes", strings.Repeat("1,", 1_000), "want 1000 at most"},
		{"runners", "moon", `unknown runner "moon", want one of`},
		{"head", "--output=/tmp/x", "begins with a dash"},
		{"upgrade", "jdk=21", "-upgrade jdk=21: it changes nothing of go"},
		{"note", strings.Repeat("x", 100_000), "want 500 at most"},
	} {
		wrong := map[string]any{"profile": "manual", "runtimes": "go", "runners": "ubuntu-24.04", test.field: test.value}
		said, err := s.act("bench.yml", "workflow_dispatch", s.main, map[string]any{"inputs": wrong})
		if err == nil || !strings.Contains(said, test.want) || !strings.Contains(said, "Summary - **Nothing was started: invalid input**") || !strings.Contains(said, "`jvm-25-zgc`") {
			t.Errorf("%s: %v, want %s\n%s", test.field, err, test.want, said)
		}
		if _, err := os.Stat(filepath.Join(s.stubs, "artifacts", "plans")); !os.IsNotExist(err) {
			t.Errorf("%s: something was planned", test.field)
		}
	}
}
