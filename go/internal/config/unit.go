package config

import "github.com/cobench/cobench/go/internal/judge"

// A VotingUnit is a unit that is judged besides time.
type VotingUnit struct {
	Unit          string  `yaml:"unit" json:"unit" jsonschema_description:"As the results have it, such as p99-ns or req/s."`
	Better        string  `yaml:"better" json:"better" jsonschema:"enum=lower,enum=higher"`
	MinimumEffect float64 `yaml:"minimum-effect" json:"minimum-effect" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=0.5" jsonschema_description:"The least change that matters, as a part: 0.05 is 5 %."`
}

// votes are units as the judge wants them.
func votes(units []VotingUnit) []judge.Unit {
	var all []judge.Unit
	for _, u := range units {
		all = append(all, judge.Unit{Name: u.Unit, Higher: u.Better == "higher", MinimumEffect: u.MinimumEffect})
	}
	return all
}

// checkUnits names the first unit that can't vote.
func checkUnits(f *file, field string, units []VotingUnit) error {
	for _, u := range units {
		if u.Better != "lower" && u.Better != "higher" {
			return f.errorf(field, "unit %.60q: better: %.60q: want lower or higher", u.Unit, u.Better)
		}
	}
	if err := judge.CheckUnits(votes(units)); err != nil {
		return f.errorf(field, "%v", err)
	}
	return nil
}
