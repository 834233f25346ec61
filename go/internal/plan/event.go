package plan

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// An Event is what GitHub tells a workflow about why it was started, as far
// as it decides what to measure.
type Event struct {
	Base, Head        string // commits or refs; "" is none
	Profile, Runtimes string
	Settings          []Setting
}

// ReadEvent reads the JSON that GITHUB_EVENT_PATH names: of a pull request its
// base and head, of a push its commit, of a dispatch the inputs profile,
// runtimes, base, head and set (key=value with blanks between).
func ReadEvent(r io.Reader, file string) (Event, error) {
	src, err := io.ReadAll(r)
	if err != nil {
		return Event{}, fmt.Errorf("%s: %w", file, err)
	}
	var event struct {
		PullRequest *struct {
			Base, Head struct{ SHA string }
		} `json:"pull_request"`
		After  string
		Inputs map[string]any
	}
	if err := json.Unmarshal(src, &event); err != nil {
		return Event{}, jsonError(file, src, 0, err)
	}
	if event.PullRequest != nil {
		return Event{Base: event.PullRequest.Base.SHA, Head: event.PullRequest.Head.SHA}, nil
	}
	if event.Inputs == nil {
		return Event{Head: event.After}, nil
	}
	input := func(name string) string {
		s, _ := event.Inputs[name].(string)
		return strings.TrimSpace(s)
	}
	e := Event{Base: input("base"), Head: input("head"), Profile: input("profile"), Runtimes: input("runtimes")}
	for word := range strings.FieldsSeq(input("set")) {
		s, err := ParseSetting(word)
		if err != nil {
			return Event{}, fmt.Errorf("%s: input set: %w", file, err)
		}
		e.Settings = append(e.Settings, s)
	}
	return e, nil
}
