//go:build unix

package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
)

// TestRehearsal plays the pipeline as the user of a hosted machine: without a right,
// with a home in which nothing is yet, and with what the image has.
func TestRehearsal(t *testing.T) {
	switch {
	case !*real:
		t.Skip("-real is not given: takes minutes")
	case os.Getuid() != 0:
		t.Skip("want root, to be another user")
	}
	rehearsalCaches = filepath.Join(openFolder(t), "caches")
	for _, scenario := range []struct {
		name string
		play func(*testing.T)
	}{
		{"a push, its page, and a night", TestWorkflowsOfPush},
		{"a pull request, and a fork's", TestWorkflowsOfPullRequest},
		{"a manual run, and slips", TestWorkflowsOfManualRun},
		{"the first pushes, and a re-run", playFirstPushes},
		{"a merge group", playMergeGroup},
		{"a release", playRelease},
		{"both callers of README.md", TestWorkflowsOfOtherRepositories},
		{"a check and a message", TestWorkflowsOfACheckAndAMessage},
		{"the action alone", TestWorkflowsWithTheAction},
	} {
		t.Run(scenario.name, scenario.play)
	}
}

// rehearsalCaches is where the user of the rehearsal keeps what Go has built: each
// scenario is on a new machine, and so has it restored.
var rehearsalCaches string

// runnerOf is the machine that a test's workflows run on: a hosted one's, by its
// variables. In a rehearsal its user is nobody on this system too.
func runnerOf(t *testing.T) machine {
	m := readImage(t, "testdata/image/ubuntu-24.04.yaml").lay(t)
	for _, name := range []string{"go", "node", "npm", "make", "git", "bash"} {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("no %s on the PATH", name)
		}
		if err := os.Symlink(path, filepath.Join(m.bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.HasPrefix(t.Name(), "TestRehearsal/") {
		m.environ = append(m.environ, "GOPROXY=file://"+goEnv(t, "GOMODCACHE")+"/cache/download", "GOCACHE="+goEnv(t, "GOCACHE"), "GOMODCACHE="+goEnv(t, "GOMODCACHE"))
		return m
	}
	m.asRunner()
	proxy := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(goEnv(t, "GOMODCACHE"), "cache/download"))))
	t.Cleanup(proxy.Close)
	m.environ = append(m.environ, "GOPROXY="+proxy.URL, "GOCACHE="+rehearsalCaches)
	if err := os.MkdirAll(rehearsalCaches, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(rehearsalCaches, unprivileged, unprivileged); err != nil {
		t.Fatal(err)
	}
	return m
}

func goEnv(t *testing.T, name string) string {
	value, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(value))
}

// command starts act on the machine, whose user may not be able to read this checkout.
func (m machine) command(ctx context.Context, t *testing.T, dir string, args ...string) *exec.Cmd {
	program := filepath.Join(m.bin, "act")
	if _, err := os.Stat(program); err != nil {
		binary, err := os.ReadFile(*act)
		if err != nil {
			t.Fatal(err)
		}
		writeProgram(t, program, string(binary))
		m.own(t, m.root)
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = dir, m.environ
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: m.credential}
	return cmd
}

// actions tells act where the actions lie that the workflows use.
func (s *shop) actions() []string {
	s.known()
	if s.told != nil {
		return s.told
	}
	stubs := filepath.Join(s.stubs, "actions")
	if err := os.CopyFS(stubs, os.DirFS("testdata/workflow/actions")); err != nil {
		s.t.Fatal(err)
	}
	s.told = s.real(stubs)
	for _, u := range pinnedActions(s.t) {
		s.told = append(s.told, "--local-repository", u.repository+"@"+u.commit+"="+filepath.Join(stubs, filepath.Base(u.repository)))
	}
	return s.told
}

// playFirstPushes begins with a repository that has no history yet, goes on with a
// second point of it, and runs all jobs of that once more: the artifacts of the first
// attempt are still there then.
func playFirstPushes(t *testing.T) {
	s := newShop(t)
	artifacts, before := filepath.Join(s.stubs, "artifacts"), openFolder(t)
	for i, push := range []struct {
		before, after string
		commits       int // in the trends
	}{{strings.Repeat("0", 40), s.main, 1}, {s.main, s.feature, 2}, {s.main, s.feature, 2}} {
		id := int64(40 + min(i, 1))
		if i == 2 {
			s.attempt, s.keep = 2, true
			if err := errors.Join(os.RemoveAll(artifacts), os.CopyFS(artifacts, os.DirFS(before))); err != nil {
				t.Fatal(err)
			}
		}
		s.git("push", "--quiet", "origin", push.after+":refs/heads/main")
		s.main = push.after
		a, said := s.bench("push", push.after, map[string]any{"before": push.before, "after": push.after, "ref": "refs/heads/main", "created": i == 0})
		s.keep = false
		if got := names(a); !strings.HasPrefix(got, "main[ubuntu-24.04-hotspot") {
			t.Fatalf("push %d: %s\n%s", i, got, said)
		}
		if i == 1 {
			if err := os.CopyFS(before, os.DirFS(artifacts)); err != nil {
				t.Fatal(err)
			}
		}
		s.stored(artifact.Name, id)
		if index := s.pages(id, "push"); index.Trends.Commits != push.commits {
			t.Errorf("push %d: trends of %d commits, want %d", i, index.Trends.Commits, push.commits)
		}
	}
	tree := s.git("ls-tree", "-r", "--name-only", s.fetched("bench-data"), "--", "history/main")
	if n := strings.Count(tree, "-ubuntu-24.04-hotspot"); n != 2 {
		t.Errorf("%d files of one job, want one of each commit:\n%s", n, tree)
	}
}

// playMergeGroup measures what a merge queue would merge, and sets the status that it
// waits for.
func playMergeGroup(t *testing.T) {
	s := newShop(t)
	branch := "gh-readonly-queue/main/pr-7-" + s.main
	s.git("push", "--quiet", "origin", s.feature+":refs/heads/"+branch)
	a, said := s.bench("merge_group", s.feature, map[string]any{"action": "checks_requested", "merge_group": map[string]any{
		"base_ref": "refs/heads/main", "base_sha": s.main, "head_ref": "refs/heads/" + branch, "head_sha": s.feature,
	}})
	if len(a.Plans) != 1 || len(a.Plans[0].Sides) != 2 || a.Plans[0].Sides[0].Commit != s.main || a.Plans[0].Sides[1].Commit != s.feature {
		t.Errorf("%s: %+v\n%s", names(a), a.Plans, said)
	}
	s.stored(artifact.Name, 7)
	s.fake.Base = s.main
	s.pull(7, s.feature, forgetest.Repository)
	said, err := s.act("comment.yml", "workflow_run", s.main, s.ended(7, "merge_group", s.feature, forgetest.Repository, branch))
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if states := s.fake.Statuses[s.feature]; len(states) != 1 || states[0].Context != "cobench" || !strings.HasPrefix(states[0].Description, "1 slower") || len(s.fake.Comments) > 0 {
		t.Errorf("%+v, %+v: want one status, and no comment\n%s", states, s.fake.Comments, said)
	}
}

// playRelease releases a version, for one system.
func playRelease(t *testing.T) {
	s := newShop(t)
	for file, text := range ofThisCheckout(t, "go/tools/sbom", ".ci/release") {
		s.write(file, strings.Replace(text, "linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64", "linux/amd64", 1))
	}
	if err := os.Chmod(filepath.Join(s.dir, ".ci/release"), 0o755); err != nil {
		t.Fatal(err)
	}
	s.git("switch", "--quiet", "main")
	commit := s.commit("what a release wants")
	event := map[string]any{"after": commit, "ref": "refs/tags/v1.2.3"}
	asked := filepath.Join(s.stubs, "asked")
	writeProgram(t, filepath.Join(s.machine.bin, "gh"), strings.ReplaceAll(fakeGH, "$FAKE", s.stubs))
	release := func() (string, error) {
		return s.act("release.yml", "push", commit, event, "--env", "GITHUB_REF=refs/tags/v1.2.3", "--env", "GITHUB_REF_NAME=v1.2.3")
	}
	s.git("tag", "v1.2.3")
	s.git("push", "--quiet", "origin", "main", "v1.2.3")
	if said, err := release(); err == nil || !strings.Contains(said, "go/v1.2.3 does not name the commit of v1.2.3") {
		t.Errorf("without the module's tag: %v\n%s", err, said)
	}
	s.git("tag", "go/v1.2.3")
	s.git("push", "--quiet", "origin", "go/v1.2.3")
	said, err := release()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	text, err := os.ReadFile(asked)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"release create v1.2.3", "--latest=true", "release/checksums.txt", "release/cobench-v1.2.3-linux-amd64", "release/cobench-v1.2.3.cdx.json", "-f ref=refs/tags/v1 -f sha=" + commit} {
		if !strings.Contains(string(text), want) {
			t.Errorf("gh was not asked %s:\n%s", want, text)
		}
	}
	if given := s.calls("attest-build-provenance"); len(given) != 1 || given[0]["subject-checksums"] != "release/checksums.txt" {
		t.Errorf("attested: %v", given)
	}
}
