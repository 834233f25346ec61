package event

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cobench/cobench/go/internal/plan"
)

// Inputs are the fields of a manual run, in the order of its form.
var Inputs = []string{"profile", "workload", "sizes", "workers", "runtimes", "runners", "rounds", "base", "head", "upgrade", "set", "note"}

// settings are the inputs that are a Setting of the same name.
var settings = []string{"workload", "sizes", "workers", "rounds"}

// OfProfile is the choice of a form that leaves a field to the profile.
const OfProfile = "as the profile says"

// Bounds of what somebody may type into a form.
const (
	longestInput = 1000
	longestRef   = 250
)

func dispatched(inputs map[string]any) (Asked, error) {
	input := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		if !slices.Contains(Inputs, name) {
			return Asked{}, fmt.Errorf("unknown input %q, want some of %s", shorten(name, 60), strings.Join(Inputs, ", "))
		}
		value, err := readInput(name, inputs[name])
		if err != nil {
			return Asked{}, fmt.Errorf("input %s: %w", name, err)
		}
		input[name] = value
	}
	a := Asked{Trigger: plan.Dispatch, Profile: input["profile"], Base: input["base"], Head: input["head"], Note: input["note"]}
	for name, list := range map[string]*[]string{"runtimes": &a.Runtimes, "runners": &a.Runners} {
		if input[name] != "" {
			*list = words(input[name])
		}
	}
	for name, ref := range map[string]string{"base": a.Base, "head": a.Head} {
		if err := checkRef(ref); err != nil {
			return Asked{}, fmt.Errorf("input %s: %w", name, err)
		}
	}
	for _, name := range settings {
		if value := strings.Join(words(input[name]), ","); value != "" {
			a.Settings = append(a.Settings, plan.Setting{Key: name, Value: value})
		}
	}
	for _, word := range words(input["upgrade"]) {
		u, err := plan.ParseUpgrade(word)
		if err != nil {
			return Asked{}, fmt.Errorf("input upgrade: %w", err)
		}
		a.Upgrades = append(a.Upgrades, u)
	}
	for word := range strings.FieldsSeq(input["set"]) {
		s, err := plan.ParseSetting(word)
		if err != nil {
			return Asked{}, fmt.Errorf("input set: %w", err)
		}
		a.Settings = append(a.Settings, s)
	}
	return a, nil
}

// readInput is the text of a field, "" where it leaves the choice to the profile.
func readInput(name string, value any) (string, error) {
	var text string
	switch v := value.(type) {
	case nil:
	case string:
		text = strings.TrimSpace(v)
	default:
		return "", errors.New("want text")
	}
	most := longestInput
	if name == "note" {
		most = plan.LongestNote
	}
	if n := utf8.RuneCountInString(text); n > most {
		return "", fmt.Errorf("%d characters, want %d at most", n, most)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", fmt.Errorf("%q, want one line of printable characters", shorten(text, 60))
	}
	if text == OfProfile {
		return "", nil
	}
	return text, nil
}

// checkRef refuses what git would not take for the name of a commit.
func checkRef(ref string) error {
	switch {
	case strings.HasPrefix(ref, "-"):
		return fmt.Errorf("%q: begins with a dash, want a branch, a tag or a commit", shorten(ref, 60))
	case utf8.RuneCountInString(ref) > longestRef || strings.ContainsAny(ref, " :?*[\\`"):
		return fmt.Errorf("%q: want a branch, a tag or a commit", shorten(ref, 60))
	}
	return nil
}

// words are what stands between commas or blanks.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}
