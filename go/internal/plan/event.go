package plan

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Trigger is why a workflow was started.
type Trigger string

// The triggers of which something is measured.
const (
	Push        Trigger = "push"
	PullRequest Trigger = "pull_request"
	Dispatch    Trigger = "workflow_dispatch"
	Schedule    Trigger = "schedule"
	MergeGroup  Trigger = "merge_group"
)

// An Event is what GitHub tells a workflow about why it was started, as far
// as it decides what to measure. An empty field is none.
type Event struct {
	Trigger           Trigger
	Base, Head        string // commits or refs
	Profile, Runtimes string
	Runners           []string
	Settings          []Setting
	Note              string
}

// Inputs are the fields of a manual run, in the order of its form.
var Inputs = []string{"profile", "workload", "sizes", "workers", "runtimes", "runners", "rounds", "base", "head", "set", "note"}

// OfProfile is the choice of a form that leaves a field to the profile.
const OfProfile = "as the profile says"

// Bounds of what somebody may type into a form.
const (
	longestInput = 1000
	longestNote  = 500
	longestRef   = 250
)

// A payload is what is read of the JSON that GITHUB_EVENT_PATH names.
type payload struct {
	PullRequest *struct {
		Base, Head struct{ SHA string }
	} `json:"pull_request"`
	MergeGroup *struct {
		Base string `json:"base_sha"`
		Head string `json:"head_sha"`
	} `json:"merge_group"`
	Before, After string
	Deleted       bool
	Schedule      string
	Inputs        map[string]any
}

func readPayload(r io.Reader, file string) (event payload, err error) {
	src, err := io.ReadAll(r)
	if err != nil {
		return event, fmt.Errorf("%s: %w", file, err)
	}
	if err := json.Unmarshal(src, &event); err != nil {
		return event, jsonError(file, src, 0, err)
	}
	return event, nil
}

// ReadEvent reads the JSON that GITHUB_EVENT_PATH names: of a pull request and of a
// merge group the base and the head, of a push its commit, of a manual run the Inputs. It refuses
// inputs that nothing knows, that are too long, and refs that git would take
// for an option; of a wrong request it still tells the trigger.
func ReadEvent(r io.Reader, file string) (Event, error) {
	event, err := readPayload(r, file)
	if err != nil {
		return Event{}, err
	}
	switch {
	case event.PullRequest != nil:
		e := Event{Trigger: PullRequest, Base: event.PullRequest.Base.SHA, Head: event.PullRequest.Head.SHA}
		return e, checkCommits(file, "the pull request's", e)
	case event.MergeGroup != nil:
		e := Event{Trigger: MergeGroup, Base: event.MergeGroup.Base, Head: event.MergeGroup.Head}
		return e, checkCommits(file, "the merge group's", e)
	case event.Inputs != nil:
		e, err := dispatched(event.Inputs)
		if err != nil {
			return Event{Trigger: Dispatch}, fmt.Errorf("%s: %w", file, err)
		}
		return e, nil
	case event.Schedule != "":
		return Event{Trigger: Schedule}, nil
	case event.Deleted || !hash.MatchString(event.After) || strings.Trim(event.After, "0") == "":
		return Event{}, fmt.Errorf("%s: neither a push of a commit, nor a pull request, a merge group, a manual run or a schedule", file)
	}
	return Event{Trigger: Push, Head: event.After}, nil
}

func checkCommits(file, whose string, e Event) error {
	for _, sha := range []string{e.Base, e.Head} {
		if !hash.MatchString(sha) {
			return fmt.Errorf("%s: %s commit %q: want a full hash", file, whose, shorten(sha))
		}
	}
	return nil
}

// ReadSides reads what an event gives to compare in somebody's own repository.
// Of a pull request and a merge queue that is the base and the head; of a push
// what the branch was before it, none if it is new, and the commit; of anything
// else what was checked out.
func ReadSides(r io.Reader, file string) (Event, error) {
	event, err := readPayload(r, file)
	if err != nil {
		return Event{}, err
	}
	e := Event{Head: "HEAD"}
	switch {
	case event.PullRequest != nil:
		e = Event{Trigger: PullRequest, Base: event.PullRequest.Base.SHA, Head: event.PullRequest.Head.SHA}
	case event.MergeGroup != nil:
		e = Event{Trigger: MergeGroup, Base: event.MergeGroup.Base, Head: event.MergeGroup.Head}
	case event.After != "":
		e = Event{Trigger: Push, Base: event.Before, Head: event.After}
		if strings.Trim(e.Base, "0") == "" {
			e.Base = ""
		}
	}
	for _, sha := range []string{e.Base, e.Head} {
		newBranch := e.Trigger == Push && sha == ""
		if e.Trigger != "" && !newBranch && !hash.MatchString(sha) {
			return Event{}, fmt.Errorf("%s: commit %q: want a full hash", file, shorten(sha))
		}
	}
	return e, nil
}

var hash = regexp.MustCompile(`^[0-9a-f]{40}([0-9a-f]{24})?$`)

func dispatched(inputs map[string]any) (Event, error) {
	input := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		if !slices.Contains(Inputs, name) {
			return Event{}, fmt.Errorf("unknown input %q, want some of %s", shorten(name), joinNames(Inputs))
		}
		switch v := inputs[name].(type) {
		case nil:
		case string:
			input[name] = strings.TrimSpace(v)
		default:
			return Event{}, fmt.Errorf("input %s: want text", name)
		}
		most := longestInput
		if name == "note" {
			most = longestNote
		}
		if n := utf8.RuneCountInString(input[name]); n > most {
			return Event{}, fmt.Errorf("input %s: %d characters, want %d at most", name, n, most)
		}
		if strings.ContainsFunc(input[name], func(r rune) bool { return !unicode.IsPrint(r) }) {
			return Event{}, fmt.Errorf("input %s: %q, want one line of printable characters", name, shorten(input[name]))
		}
		if input[name] == OfProfile {
			input[name] = ""
		}
	}
	e := Event{Trigger: Dispatch, Profile: input["profile"], Runtimes: input["runtimes"], Base: input["base"], Head: input["head"], Note: input["note"]}
	if input["runners"] != "" {
		e.Runners = words(input["runners"])
	}
	for name, ref := range map[string]string{"base": e.Base, "head": e.Head} {
		if err := checkRef(ref); err != nil {
			return Event{}, fmt.Errorf("input %s: %w", name, err)
		}
	}
	for _, field := range []struct{ input, key string }{{"workload", workloadKey}, {"sizes", sizesKey}, {"workers", "workers"}, {"rounds", roundsKey}} {
		if value := strings.Join(words(input[field.input]), ","); value != "" {
			e.Settings = append(e.Settings, Setting{field.key, value})
		}
	}
	for word := range strings.FieldsSeq(input["set"]) {
		s, err := ParseSetting(word)
		if err != nil {
			return Event{}, fmt.Errorf("input set: %w", err)
		}
		e.Settings = append(e.Settings, s)
	}
	return e, nil
}

// checkRef refuses what git would not take for the name of a commit.
func checkRef(ref string) error {
	switch {
	case strings.HasPrefix(ref, "-"):
		return fmt.Errorf("%q: begins with a dash, want a branch, a tag or a commit", shorten(ref))
	case utf8.RuneCountInString(ref) > longestRef || strings.ContainsAny(ref, " :?*[\\`"):
		return fmt.Errorf("%q: want a branch, a tag or a commit", shorten(ref))
	}
	return nil
}

// shorten keeps what somebody typed from filling a line.
func shorten(s string) string { return shortenTo(s, 60) }

func shortenTo(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// words are what stands between commas or blanks.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}
