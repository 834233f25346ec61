package event

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cobench/cobench/go/internal/plan"
)

// What the suite is asked to measure.
func TestAsked(t *testing.T) {
	aa, bb := strings.Repeat("a", 40), strings.Repeat("b", 40)
	for _, test := range []struct {
		name, event string
		want        Asked
		err         string
	}{
		{"pull request", `{"pull_request": {"base": {"sha": "` + aa + `"}, "head": {"sha": "` + bb + `"}}}`, Asked{Trigger: plan.PullRequest, Base: aa, Head: bb}, ""},
		{"pull request of no commit", `{"pull_request": {"base": {"sha": "main"}, "head": {"sha": "` + bb + `"}}}`, Asked{}, `event.json: the pull request's commit "main": want a full hash`},
		{"merge group", `{"action": "checks_requested", "merge_group": {"base_sha": "` + aa + `", "head_sha": "` + bb + `"}}`, Asked{Trigger: plan.MergeGroup, Base: aa, Head: bb}, ""},
		{"merge group of no commit", `{"merge_group": {"base_sha": "main", "head_sha": "` + bb + `"}}`, Asked{}, `event.json: the merge group's commit "main": want a full hash`},
		{"push", `{"after": "` + bb + `"}`, Asked{Trigger: plan.Push, Head: bb}, ""},
		{"branch deleted", `{"deleted": true, "after": "0000000000000000000000000000000000000000"}`, Asked{}, "event.json: neither a push of a commit, nor a pull request, a merge group, a manual run or a schedule"},
		{"dispatch", `{"inputs": {"profile": "manual", "runtimes": "go", "sizes": "250, 500", "rounds": "3", "runners": "all", "set": "capacity=0 exec=default", "base": null, "note": "why ` + "`so`" + `?"}}`,
			Asked{Trigger: plan.Dispatch, Profile: "manual", Runtimes: []string{"go"}, Runners: []string{"all"}, Note: "why `so`?",
				Settings: []plan.Setting{{Key: "sizes", Value: "250,500"}, {Key: "rounds", Value: "3"}, {Key: "capacity", Value: "0"}, {Key: "exec", Value: "default"}}}, ""},
		{"dispatch of the profile's own", `{"inputs": {"profile": "manual", "runtimes": "as the profile says"}}`, Asked{Trigger: plan.Dispatch, Profile: "manual"}, ""},
		{"schedule", `{"schedule": "0 3 * * *"}`, Asked{Trigger: plan.Schedule}, ""},
		{"dispatch with a slip", `{"inputs": {"set": "n"}}`, Asked{}, "event.json: input set: -set n: want key=value"},
		{"a field that is none", `{"inputs": {"size": "5"}}`, Asked{}, `event.json: unknown input "size", want some of profile, workload, sizes, workers, runtimes, runners, rounds, base, head, upgrade, set, note`},
		{"an upgrade", `{"inputs": {"profile": "pr", "upgrade": "jdk=26, go=1.27"}}`,
			Asked{Trigger: plan.Dispatch, Profile: "pr", Upgrades: []plan.Upgrade{{What: "jdk", Version: "26"}, {What: "go", Version: "1.27"}}}, ""},
		{"an upgrade to nothing", `{"inputs": {"upgrade": "jdk"}}`, Asked{}, `event.json: input upgrade: "jdk": want jdk=26, go=1.27.0 or DEPENDENCY=VERSION`},
		{"an option for an upgrade", `{"inputs": {"upgrade": "--toolexec=x"}}`, Asked{}, `event.json: input upgrade: "--toolexec=x": want jdk=26, go=1.27.0 or DEPENDENCY=VERSION`},
		{"no text", `{"inputs": {"rounds": 5}}`, Asked{}, "event.json: input rounds: want text"},
		{"an option for a ref", `{"inputs": {"head": "--upload-pack=x"}}`, Asked{}, `event.json: input head: "--upload-pack=x": begins with a dash, want a branch, a tag or a commit`},
		{"a long note", `{"inputs": {"note": "` + strings.Repeat("x", 100_000) + `"}}`, Asked{}, "event.json: input note: 100000 characters, want 500 at most"},
		{"a note of two lines", `{"inputs": {"note": "a\n@everyone"}}`, Asked{}, `event.json: input note: "a\n@everyone", want one line of printable characters`},
		{"a million sizes", `{"inputs": {"sizes": "` + strings.Repeat("1,", 1_000_000) + `"}}`, Asked{}, "event.json: input sizes: 2000000 characters, want 1000 at most"},
		{"cut short", "{\n \"after\":", Asked{}, "event.json: unexpected end of JSON input"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e, err := parse([]byte(test.event), "event.json")
			var got Asked
			if err == nil {
				got, err = e.Asked()
			}
			if message := fmt.Sprint(err); err != nil && message != test.err || err == nil && test.err != "" {
				t.Fatalf("got error %v, want %q", err, test.err)
			}
			if err != nil {
				return
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// What is compared in somebody's own repository, by what GitHub tells of it.
func TestSides(t *testing.T) {
	a, b := strings.Repeat("a", 40), strings.Repeat("b", 40)
	for _, test := range []struct {
		name, event string
		want        Asked
		err         string
	}{
		{"a pull request", `{"pull_request": {"base": {"sha": "` + a + `"}, "head": {"sha": "` + b + `"}}}`, Asked{Trigger: plan.PullRequest, Base: a, Head: b}, ""},
		{"a merge queue", `{"merge_group": {"base_sha": "` + a + `", "head_sha": "` + b + `"}}`, Asked{Trigger: plan.MergeGroup, Base: a, Head: b}, ""},
		{"a push", `{"before": "` + a + `", "after": "` + b + `"}`, Asked{Trigger: plan.Push, Base: a, Head: b}, ""},
		{"a new branch", `{"before": "` + strings.Repeat("0", 40) + `", "after": "` + b + `"}`, Asked{Trigger: plan.Push, Head: b}, ""},
		{"a form with inputs of its own", `{"inputs": {"colour": "blue"}, "ref": "refs/heads/x"}`, Asked{Head: "HEAD"}, ""},
		{"a night", `{"schedule": "1 2 * * *"}`, Asked{Head: "HEAD"}, ""},
		{"an option for git", `{"pull_request": {"base": {"sha": "--output=x"}, "head": {"sha": "` + b + `"}}}`, Asked{}, `event.json: commit "--output=x": want a full hash`},
		{"no commit", `{"merge_group": {"head_sha": "` + b + `"}}`, Asked{}, `event.json: commit "": want a full hash`},
		{"no JSON", `{`, Asked{}, "event.json: unexpected end"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e, err := parse([]byte(test.event), "event.json")
			var got Asked
			if err == nil {
				got, err = e.Sides()
			}
			if test.err != "" {
				if err == nil || !strings.HasPrefix(err.Error(), test.err) {
					t.Errorf("%v, want %s", err, test.err)
				}
			} else if err != nil || !cmp.Equal(got, test.want) {
				t.Errorf("%+v, %v, want %+v", got, err, test.want)
			}
		})
	}
}

// Whatever GitHub, or somebody at its form, puts into an event, what is read of it
// is no option of anything, and what is refused is told in one line.
func FuzzEvent(f *testing.F) {
	for _, seed := range []string{
		`{"pull_request": {"base": {"sha": "` + strings.Repeat("a", 40) + `"}, "head": {"sha": "` + strings.Repeat("b", 40) + `"}}}`,
		`{"after": "` + strings.Repeat("a", 40) + `", "before": "` + strings.Repeat("0", 40) + `"}`, `{"schedule": "1 2 * * *"}`, `{"merge_group": {"base_sha": "x", "head_sha": "-x"}}`,
		`{"inputs": {"profile": "manual", "sizes": "1,2", "runners": "all", "rounds": "5", "base": "main", "head": "--x", "upgrade": "jdk=26 -x=1", "set": "a=b capacity=0", "note": "::error::x"}}`, `{"inputs": {}}`, `[`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		event, err := parse(src, "event.json")
		if err != nil {
			plainError(t, err)
			return
		}
		for _, read := range []func() (Asked, error){event.Asked, event.Sides} {
			e, err := read()
			if err != nil {
				plainError(t, err)
				continue
			}
			for _, word := range []string{e.Base, e.Head} {
				if strings.HasPrefix(word, "-") || strings.ContainsAny(word, "\n\x00\x1b") {
					t.Errorf("%q is taken for a commit", word)
				}
			}
			if strings.ContainsAny(e.Note, "\n\x1b") {
				t.Errorf("a note %q", e.Note)
			}
		}
	})
}

func plainError(t *testing.T, err error) {
	t.Helper()
	if strings.Contains(err.Error(), "\n") || len(err.Error()) > 2000 {
		t.Errorf("an error of several lines: %q", err)
	}
}

func TestRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(file, []byte(`{"workflow_run": {"id": 7, "event": "push"}, "repository": {"full_name": "acme/bench", "default_branch": "main"}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := Read(file)
	if err != nil || e.Run == nil || e.Run.ID != 7 || e.Repository.FullName != "acme/bench" || e.Repository.DefaultBranch != "main" {
		t.Errorf("%+v, %v", e, err)
	}
	if _, err := Read(""); err == nil || err.Error() != "-event is missing: want the file that GITHUB_EVENT_PATH names" {
		t.Error(err)
	}
}
