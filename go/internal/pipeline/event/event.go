// Package event reads the file that GITHUB_EVENT_PATH names: GitHub's JSON about
// why a workflow was started. Whatever stands in it, a commit or a ref that it
// returns is no option of git, and its errors are one line each.
package event

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/plan"
)

// An Event is what GitHub says. An absent part is nil or empty.
type Event struct {
	Run         *forge.Run  `json:"workflow_run"` // that has ended
	PullRequest *forge.Pull `json:"pull_request"`
	MergeGroup  *struct {
		Base string `json:"base_sha"`
		Head string `json:"head_sha"`
	} `json:"merge_group"`
	Before, After string // commits of a push
	Deleted       bool   // branch
	Schedule      string
	Inputs        map[string]any // of a manual run
	Repository    struct {
		FullName      string `json:"full_name"`
		DefaultBranch string `json:"default_branch"`
	}
	File string `json:"-"` // that it was read from
}

// Read reads an event.
func Read(file string) (Event, error) {
	if file == "" {
		return Event{}, errors.New("-event is missing: want the file that GITHUB_EVENT_PATH names")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return Event{}, err
	}
	return parse(text, file)
}

func parse(text []byte, file string) (Event, error) {
	event := Event{File: file}
	if err := json.Unmarshal(text, &event); err != nil {
		return Event{}, fmt.Errorf("%s: %s", file, shorten(err.Error(), 300))
	}
	return event, nil
}

// An Asked is what an event asks to measure. An empty field is none.
type Asked struct {
	Trigger           plan.Trigger
	Base, Head        string // commits or refs
	Profile           string
	Runtimes, Runners []string
	Upgrades          []plan.Upgrade // as they were typed: go=1.27 is the newest of its releases
	Settings          []plan.Setting
	Note              string
}

// Asked is what the event asks of the suite: of a pull request and of a merge
// group the base and the head, of a push its commit, of a manual run the inputs.
// A wrong request is an error that still has the trigger.
func (e Event) Asked() (Asked, error) {
	switch {
	case e.PullRequest != nil:
		a := e.pullRequest()
		return a, e.check("the pull request's", a.Base, a.Head)
	case e.MergeGroup != nil:
		a := e.mergeGroup()
		return a, e.check("the merge group's", a.Base, a.Head)
	case e.Inputs != nil:
		a, err := dispatched(e.Inputs)
		if err != nil {
			return Asked{Trigger: plan.Dispatch}, fmt.Errorf("%s: %w", e.File, err)
		}
		return a, nil
	case e.Schedule != "":
		return Asked{Trigger: plan.Schedule}, nil
	case e.Deleted || !hash.MatchString(e.After) || isZero(e.After):
		return Asked{}, fmt.Errorf("%s: neither a push of a commit, nor a pull request, a merge group, a manual run or a schedule", e.File)
	}
	return Asked{Trigger: plan.Push, Head: e.After}, nil
}

// Sides is what the event asks to compare in somebody's own repository. Of a pull
// request and a merge group that is the base and the head; of a push what the
// branch was before it, none if it is new, and the commit; of anything else what
// was checked out.
func (e Event) Sides() (Asked, error) {
	switch {
	case e.PullRequest != nil:
		a := e.pullRequest()
		return a, e.check("", a.Base, a.Head)
	case e.MergeGroup != nil:
		a := e.mergeGroup()
		return a, e.check("", a.Base, a.Head)
	case e.After != "" && isZero(e.Before):
		return Asked{Trigger: plan.Push, Head: e.After}, e.check("", e.After)
	case e.After != "":
		return Asked{Trigger: plan.Push, Base: e.Before, Head: e.After}, e.check("", e.Before, e.After)
	}
	return Asked{Head: "HEAD"}, nil
}

func (e Event) pullRequest() Asked {
	return Asked{Trigger: plan.PullRequest, Base: e.PullRequest.Base.SHA, Head: e.PullRequest.Head.SHA}
}

func (e Event) mergeGroup() Asked {
	return Asked{Trigger: plan.MergeGroup, Base: e.MergeGroup.Base, Head: e.MergeGroup.Head}
}

var hash = regexp.MustCompile(`^[0-9a-f]{40}([0-9a-f]{24})?$`)

// isZero tells whether a commit is none, as GitHub writes it.
func isZero(commit string) bool { return strings.Trim(commit, "0") == "" }

func (e Event) check(whose string, commits ...string) error {
	for _, commit := range commits {
		if !hash.MatchString(commit) {
			return fmt.Errorf("%s: %s: want a full hash", e.File, strings.TrimSpace(fmt.Sprintf("%s commit %q", whose, shorten(commit, 60))))
		}
	}
	return nil
}

func shorten(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
