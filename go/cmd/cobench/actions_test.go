//go:build unix

package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/cobench/cobench/go/internal/forge/forgetest"
)

var realActions = flag.String("actions", "", "`folder` of git repositories, OWNER+NAME/repo: TestRehearsal uses the actions in them, not stubs, as far as they run without GitHub")

// notHere are actions that ask for what no rehearsal has.
var notHere = map[string]string{
	"actions/attest-build-provenance": "GitHub signs attestations",
	"actions/deploy-pages":            "GitHub deploys pages",
	"actions/download-artifact":       "GitHub stores artifacts, and tests read what the stub has stored",
	"actions/setup-go":                "GitHub lists the versions of Go",
	"actions/setup-java":              "JDKs are downloaded",
	"actions/setup-node":              "GitHub lists the versions of Node",
	"actions/upload-artifact":         "GitHub stores artifacts, and tests read what the stub has stored",
	"actions/upload-pages-artifact":   "it uses actions/upload-artifact",
	"graalvm/setup-graalvm":           "GraalVM is downloaded",
}

// A pinned action is one that a workflow names: owner/name and perhaps a folder of it, at
// a commit.
type pinned struct{ repository, folder, commit string }

func (u pinned) String() string { return filepath.Join(u.repository, u.folder) }

var uses = regexp.MustCompile(`uses: ([^/\s]+/[^/@\s]+)/?(\S*)@([0-9a-f]{40})`)

// pinnedActions are those of all workflows, each once.
func pinnedActions(t *testing.T) []pinned {
	all := map[pinned]bool{}
	for _, source := range ofThisCheckout(t, ".github/workflows", "action.yml") {
		for _, found := range uses.FindAllStringSubmatch(source, -1) {
			all[pinned{found[1], found[2], found[3]}] = true
		}
	}
	return slices.SortedFunc(maps.Keys(all), func(a, b pinned) int { return strings.Compare(a.String(), b.String()) })
}

// snapshot is the git folder of an action's repository in -actions.
func (u pinned) snapshot() string {
	git := filepath.Join(*realActions, strings.Replace(u.repository, "/", "+", 1), "repo")
	if _, err := os.Stat(filepath.Join(git, ".git")); err == nil {
		git = filepath.Join(git, ".git")
	}
	return git
}

// extract takes the repository of an action at its commit out of a snapshot. It says
// why not, where something is missing.
func (u pinned) extract(t *testing.T, into string) (missing string) {
	if err := os.MkdirAll(into, 0o755); err != nil {
		t.Fatal(err)
	}
	script := `git -c safe.directory='*' --git-dir="$1" archive "$2" | tar -x -C "$3"`
	if out, err := exec.Command("bash", "-o", "pipefail", "-c", script, "-", u.snapshot(), u.commit, into).CombinedOutput(); err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return "its snapshot is not whole: " + line
	}
	var runs struct {
		Runs struct{ Main, Post string }
	}
	text, err := os.ReadFile(filepath.Join(into, u.folder, "action.yml"))
	if err != nil {
		return err.Error()
	}
	if err := yaml.Unmarshal(text, &runs); err != nil {
		return err.Error()
	}
	for _, program := range []string{runs.Runs.Main, runs.Runs.Post} {
		if _, err := os.Stat(filepath.Join(into, u.folder, program)); err != nil {
			return "its snapshot lacks " + program
		}
	}
	return ""
}

// wrap makes an action of a stub's name that notes its inputs, as the stub does, and
// then uses the real one, which act finds at the ref «real».
func (u pinned) wrap(t *testing.T, source, stub string) {
	type declared map[string]struct {
		Default any `yaml:"default"`
	}
	var action struct{ Inputs, Outputs declared }
	text, err := os.ReadFile(filepath.Join(source, u.folder, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatalf("%s: %v", u, err)
	}
	name := filepath.Join(filepath.Base(u.repository), u.folder)
	var out strings.Builder
	fmt.Fprintf(&out, "name: %s\ninputs:\n", name)
	inputs := slices.Sorted(maps.Keys(action.Inputs))
	for _, input := range inputs {
		value := ""
		if d := action.Inputs[input].Default; d != nil {
			value = fmt.Sprint(d)
		}
		fmt.Fprintf(&out, "  %s: {default: %q}\n", input, value)
	}
	for i, output := range slices.Sorted(maps.Keys(action.Outputs)) {
		if i == 0 {
			out.WriteString("outputs:\n")
		}
		fmt.Fprintf(&out, "  %s: {value: \"${{ steps.real.outputs.%[1]s }}\"}\n", output)
	}
	fmt.Fprintf(&out, `runs:
  using: composite
  steps:
    - shell: bash
      env:
        INPUTS: ${{ toJSON(inputs) }}
      run: printf "%%s\t%%s\n" %q "$(tr -d "\n" <<<"$INPUTS")" >>"$STUBS/calls"
    - id: real
      uses: %s@real
      with:
`, name, u)
	for _, input := range inputs {
		fmt.Fprintf(&out, "        %s: ${{ inputs.%[1]s }}\n", input)
	}
	writeProgram(t, filepath.Join(stub, u.folder, "action.yml"), out.String())
}

// real puts the actions of -actions in the place of stubs, in a folder that has those.
// It returns what act has to be told, and logs which stay stubs.
func (s *shop) real(stubs string) (args []string) {
	if *realActions == "" || !strings.HasPrefix(s.t.Name(), "TestRehearsal/") {
		return []string{"--no-cache-server"}
	}
	args = []string{"--cache-server-path", filepath.Join(s.stubs, "caches"), "--cache-server-addr", "127.0.0.1"}
	for _, u := range pinnedActions(s.t) {
		source := filepath.Join(s.stubs, "real", strings.Replace(u.repository, "/", "+", 1))
		why := notHere[u.repository]
		if why == "" {
			why = u.extract(s.t, source)
		}
		if why != "" {
			s.t.Logf("%s stays a stub: %s", u, why)
			continue
		}
		u.wrap(s.t, source, filepath.Join(stubs, filepath.Base(u.repository)))
		s.t.Logf("%s is the real one", u)
		args = append(args, "--local-repository", u.repository+"@real="+source)
	}
	s.serve()
	return args
}

// serve makes git fetch from here what lies on GitHub: this repository, and the one
// of cobench that a project calls.
func (s *shop) serve() {
	called, bare := filepath.Join(s.stubs, "cobench/cobench/v1"), filepath.Join(s.stubs, "cobench+cobench.git")
	if _, err := os.Stat(called); err == nil {
		c := &shop{t: s.t, dir: called}
		c.git("init", "--quiet", "--initial-branch=main")
		c.commit("v1")
		c.git("tag", "v1")
		c.git("clone", "--quiet", "--bare", ".", bare)
		if err := os.RemoveAll(filepath.Join(called, ".git")); err != nil {
			s.t.Fatal(err)
		}
	}
	var config strings.Builder
	for repository, dir := range map[string]string{forgetest.Repository: filepath.Join(s.stubs, "origin.git"), "cobench/cobench": bare} {
		fmt.Fprintf(&config, "[url %q]\n\tinsteadOf = https://github.com/%s\n", dir, repository)
		if _, err := os.Stat(dir); err == nil {
			s.git("--git-dir="+dir, "config", "uploadpack.allowFilter", "true")
			s.git("--git-dir="+dir, "config", "uploadpack.allowAnySHA1InWant", "true")
		}
	}
	if err := os.WriteFile(filepath.Join(s.machine.home, ".gitconfig"), []byte(config.String()), 0o666); err != nil {
		s.t.Fatal(err)
	}
}

// known makes the fake know all commits, whose authors an action asks for.
func (s *shop) known() {
	if s.fake.Settings == nil {
		s.fake.Settings = map[string]string{}
	}
	for _, commit := range strings.Fields(s.git("rev-list", "--all")) {
		s.fake.Settings["commits/"+commit] = fmt.Sprintf(`{"sha": %q, "html_url": "https://github.com/%s/commit/%[1]s", "author": {"login": "x"},
			"commit": {"message": "m", "author": {"name": "x", "email": "x@y", "date": "2026-11-22T05:00:00Z"}, "committer": {"name": "x", "email": "x@y", "date": "2026-11-22T05:00:00Z"}}}`, commit, forgetest.Repository)
	}
}
