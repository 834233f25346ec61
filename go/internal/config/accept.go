package config

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Accept is what a project says of its own verdicts: slowdowns that it accepts, and
// thresholds below which it wants no alarm. It can only take alarms away.
type Accept struct {
	Accepted   []Accepted  `json:"accepted,omitempty"`
	Thresholds []Threshold `json:"thresholds,omitempty"`
}

// An Accepted is a slowdown that a project knows and lives with.
type Accepted struct {
	Benchmark string  `yaml:"benchmark" json:"benchmark" jsonschema_description:"A regular expression for whole names, as a report has them, without the number of processors."`
	Unit      string  `yaml:"unit,omitempty" json:"unit,omitempty" jsonschema_description:"sec/op, if none is given, B/op or allocs/op."`
	Ceiling   float64 `yaml:"ceiling" json:"ceiling" jsonschema_description:"The largest slowdown that is accepted: 0.15 is 15 %."`
	Reason    string  `yaml:"reason" json:"reason" jsonschema_description:"Why it is accepted."`
	Link      string  `yaml:"link,omitempty" json:"link,omitempty" jsonschema_description:"Where more is said about it."`
	Until     string  `yaml:"until" json:"until" jsonschema_description:"The last day on which it is accepted, such as 2027-03-31."`
}

// A Threshold is the least change of some benchmarks that a project wants to hear of.
type Threshold struct {
	Benchmark     string `yaml:"benchmark" json:"benchmark" jsonschema_description:"A regular expression for whole names."`
	MinimumEffect any    `yaml:"minimum-effect" json:"minimum-effect" jsonschema_description:"The least change: 0.1 is 10 %. Or learned: twice the spread of the base's own samples."`
}

// Learned is a threshold that follows from the benchmark's own noise.
const Learned = "learned"

// Effect is the least change, or false where it is learned.
func (t Threshold) Effect() (float64, bool) {
	switch v := t.MinimumEffect.(type) {
	case float64:
		return v, true
	case uint64:
		return float64(v), true
	case int64:
		return float64(v), true
	}
	return 0, false
}

// The units of accepted slowdowns.
var acceptedUnits = map[string]bool{"": true, "sec/op": true, "B/op": true, "allocs/op": true}

const mostAccepted = 100 // entries

// Check names the first entry that is wrong, by its path in cobench.yaml.
func (a Accept) Check() (path string, err error) {
	if n := len(a.Accepted) + len(a.Thresholds); n > mostAccepted {
		return "accepted", fmt.Errorf("%d entries of accepted and thresholds: want %d at most", n, mostAccepted)
	}
	for i, x := range a.Accepted {
		if err := x.check(); err != nil {
			return fmt.Sprintf("accepted[%d]", i), fmt.Errorf("accepted %.60q: %w", x.Benchmark, err)
		}
	}
	for i, t := range a.Thresholds {
		effect, is := t.Effect()
		err := checkNames(t.Benchmark)
		switch {
		case err != nil:
		case !is && t.MinimumEffect != Learned, is && !(effect > 0 && effect <= 10):
			err = fmt.Errorf("minimum-effect %v: want more than 0, such as 0.1 for 10 %%, or learned", t.MinimumEffect)
		}
		if err != nil {
			return fmt.Sprintf("thresholds[%d]", i), fmt.Errorf("threshold %.60q: %w", t.Benchmark, err)
		}
	}
	return "", nil
}

func (x Accepted) check() error {
	switch {
	case !acceptedUnits[x.Unit]:
		return fmt.Errorf("unit %q: want sec/op, B/op or allocs/op", x.Unit)
	case !(x.Ceiling > 0 && x.Ceiling <= 100):
		return fmt.Errorf("ceiling %v: want the largest slowdown that is accepted, such as 0.15 for 15 %%", x.Ceiling)
	case strings.TrimSpace(x.Reason) == "" || len(x.Reason) > longestWord:
		return fmt.Errorf("reason: want one, of %d bytes at most", longestWord)
	case x.Link != "" && !link.MatchString(x.Link):
		return fmt.Errorf("link %.60q: want an address with https://", x.Link)
	}
	if _, err := x.Day(); err != nil {
		return err
	}
	return checkNames(x.Benchmark)
}

var link = regexp.MustCompile(`^https?://[!-~]{1,500}$`)

// Day is the last day of an entry, in UTC.
func (x Accepted) Day() (time.Time, error) {
	day, err := time.Parse(time.DateOnly, x.Until)
	if err != nil {
		return day, fmt.Errorf("until %.60q: want the last day on which it is accepted, such as 2027-03-31", x.Until)
	}
	return day, nil
}

func checkNames(pattern string) error {
	if pattern == "" || len(pattern) > longestWord {
		return fmt.Errorf("benchmark: want a regular expression for names, of %d bytes at most", longestWord)
	}
	if _, err := regexp.Compile(pattern); err != nil {
		return fmt.Errorf("benchmark: %w", err)
	}
	return nil
}
