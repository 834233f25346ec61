package judge

import (
	"fmt"
	"strconv"
	"strings"
)

// String writes the rules in one line, as they stand in files of results; Parse
// reads it.
func (r Rules) String() string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	looks := make([]string, len(r.Looks))
	for i, n := range r.Looks {
		looks[i] = strconv.Itoa(n)
	}
	words := []string{
		"test=" + r.Test.Name(),
		"alpha=" + number(r.Alpha),
		"minimum-effect=" + number(r.MinimumEffect),
		"confidence=" + number(r.Confidence),
		"aim=" + number(r.Aim),
		"coarse=" + number(r.Coarse),
		"aim-rounds=" + strconv.Itoa(r.AimRounds),
		"power=" + number(r.Power),
		"looks=" + strings.Join(looks, ","),
	}
	if len(r.Units) > 0 {
		units := make([]string, len(r.Units))
		for i, u := range r.Units {
			units[i] = u.String()
		}
		words = append(words, "units="+strings.Join(units, ","))
	}
	return strings.Join(words, " ")
}

// Parse reads what String wrote. It refuses a line that lacks a rule, has one
// twice or one that is not known, and rules that can't be followed.
func Parse(line string) (Rules, error) {
	var r Rules
	seen := map[string]bool{}
	for word := range strings.FieldsSeq(line) {
		key, value, _ := strings.Cut(word, "=")
		if seen[key] {
			return Rules{}, fmt.Errorf("judging: %s stands twice", key)
		}
		seen[key] = true
		if err := r.set(key, value); err != nil {
			return Rules{}, fmt.Errorf("judging: %w", err)
		}
	}
	for _, key := range ruleKeys {
		if !seen[key] {
			return Rules{}, fmt.Errorf("judging: %s is missing", key)
		}
	}
	return r, r.Check()
}

var ruleKeys = []string{"test", "alpha", "minimum-effect", "confidence", "aim", "coarse", "aim-rounds", "power", "looks"}

func (r *Rules) set(key, value string) error {
	var err error
	number := func(to *float64) { *to, err = strconv.ParseFloat(value, 64) }
	switch key {
	case "test":
		r.Test, err = Named(value)
		return err
	case "alpha":
		number(&r.Alpha)
	case "minimum-effect":
		number(&r.MinimumEffect)
	case "confidence":
		number(&r.Confidence)
	case "aim":
		number(&r.Aim)
	case "coarse":
		number(&r.Coarse)
	case "aim-rounds":
		r.AimRounds, err = strconv.Atoi(value)
	case "power":
		number(&r.Power)
	case "looks":
		for word := range strings.SplitSeq(value, ",") {
			n, wrong := strconv.Atoi(word)
			if wrong != nil {
				err = wrong
			}
			r.Looks = append(r.Looks, n)
		}
	case "units":
		for word := range strings.SplitSeq(value, ",") {
			u, err := parseUnit(word)
			if err != nil {
				return err
			}
			r.Units = append(r.Units, u)
		}
	default:
		return fmt.Errorf("unknown rule %q, want %s", key, strings.Join(ruleKeys, ", "))
	}
	if err != nil {
		return fmt.Errorf("%s=%s: want a number", key, value)
	}
	return nil
}
