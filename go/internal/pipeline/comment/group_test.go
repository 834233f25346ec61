package comment

import (
	"slices"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
)

// newGroup is a merge group whose benchmarks have ended: pull request 12 on top of
// base.
func newGroup(t *testing.T) *pullRequest {
	p := newPullRequest(t)
	p.run.Event, p.run.HeadBranch = "merge_group", "gh-readonly-queue/main/pr-12-"+baseSHA
	p.run.Head.FullName, p.run.Head.Owner.Login = forgetest.Repository, "acme"
	p.fake.WorkRuns = []forge.Run{p.run}
	return p
}

// A merge queue waits for the status that a pull request had to have: of the group's
// commit, and held against what the group was put on.
func TestMergeGroupGetsItsStatus(t *testing.T) {
	label := func(p *pullRequest) {
		p.fake.Pulls[1].Labels = append(p.fake.Pulls[1].Labels, struct {
			Name string `json:"name"`
		}{"slower is fine"})
	}
	for _, test := range []struct {
		name        string
		ratio       float64
		change      func(*pullRequest)
		state, text string // the status
		said        string
	}{
		{"as fast", 1, nil, "success", "no change found", ""},
		{"slower", 1.2, nil, "failure", "1 slower", ""},
		{"slower, and accepted", 1.2, label, "success", "accepted by label: 1 slower", ""},
		{"compared with something else", 1, func(p *pullRequest) { p.fake.Base = strings.Repeat("e", 40) }, "error", "not compared with the merge base", ""},
		{"labels may not be read", 1.2, func(p *pullRequest) { label(p); p.fake.Withheld = []string{"GET pulls"} }, "failure", "1 slower", "lacks the permission pull-requests: read"},
		{"the pull request is gone", 1.2, func(p *pullRequest) { p.fake.Pulls = nil }, "failure", "1 slower", "pull request 12 is gone"},
		{"a branch of another name", 1, func(p *pullRequest) { p.run.HeadBranch = "queue/12" }, "success", "no change found", `merge group "queue/12": want a branch such as`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newGroup(t)
			p.policy.FailOnSlower = true
			p.left(test.ratio)
			if test.change != nil {
				test.change(p)
			}
			said, err := p.comment(map[string]any{"action": "completed", "workflow_run": p.run, "repository": map[string]any{"default_branch": "main"}})
			if s := p.status(); err != nil || s.State != test.state || s.Context != p.policy.Context() || !strings.HasPrefix(s.Description, test.text) && !strings.Contains(s.Description, "; "+test.text) {
				t.Errorf("%v, %s, %+v, want %s: %s", err, said, s, test.state, test.text)
			}
			if !strings.Contains(said, test.said) || len(p.fake.Comments) > 0 {
				t.Errorf("%s, %v: want %q, and no comment", said, p.fake.Comments, test.said)
			}
		})
	}
}

// What it is held against is in the name that GitHub gave the branch: not the merge
// base with main, as long as the group before this one is not merged.
func TestMergeGroupOnTopOfAnother(t *testing.T) {
	p := newGroup(t)
	p.left(1)
	if said, err := p.comment(p.ended()); err != nil || !slices.ContainsFunc(p.fake.Calls, func(call string) bool { return strings.HasSuffix(call, "/compare/"+baseSHA+"..."+headSHA) }) {
		t.Errorf("%v, %s: asked %q", err, said, p.fake.Calls)
	}
}

// A pull request's label looks at its own runs, not at its group's.
func TestLabelIsNotOfTheGroup(t *testing.T) {
	p := newGroup(t)
	p.left(1.2)
	said, err := p.comment(map[string]any{"action": "labeled", "pull_request": p.fake.Pulls[1]})
	if err != nil || len(p.fake.Statuses) > 0 || !strings.Contains(said, "no run of "+headSHA+" has ended yet") {
		t.Errorf("%v, %s, %+v", err, said, p.fake.Statuses)
	}
}
