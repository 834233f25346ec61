package config

import (
	"github.com/cobench/cobench/go/internal/judge"
)

// Judging is how base and head are told apart, whatever the profile: what
// package judge wants to know besides the profile's rounds, alpha and minimum
// effect.
type Judging struct {
	Test       string       `yaml:"test" json:"test" jsonschema:"enum=either,enum=signed-rank,enum=mann-whitney"`
	Confidence float64      `yaml:"confidence" json:"confidence" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=1" jsonschema_description:"Confidence of the interval that has to lie beyond the minimum effect, over all looks."`
	Aim        float64      `yaml:"aim" json:"aim" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=1" jsonschema_description:"The change to look for."`
	Coarse     float64      `yaml:"coarse" json:"coarse" jsonschema:"exclusiveMinimum=0,exclusiveMaximum=1" jsonschema_description:"The largest aim, however far samples spread."`
	AimRounds  int          `yaml:"aim-rounds" json:"aim-rounds" jsonschema:"minimum=1" jsonschema_description:"Where samples spread too far for the aim, it is the least change that so many rounds show."`
	Power      float64      `yaml:"power" json:"power" jsonschema:"exclusiveMinimum=0.5,exclusiveMaximum=1" jsonschema_description:"The chance to find it."`
	Relink     bool         `yaml:"relink" json:"relink,omitempty" jsonschema_description:"Relink Go programs for each round, with their functions in another order."`
	Looks      []int        `yaml:"looks" json:"looks" jsonschema:"minItems=1" jsonschema_description:"Numbers of rounds after which a benchmark is judged again; the first time comes after the profile's rounds. The last is the most that one may cost."`
	Units      []VotingUnit `yaml:"units,omitempty" json:"units,omitempty" jsonschema_description:"What is judged besides time."`
}

// Rules are those of a profile with so many rounds, after which comes the first
// look. It returns an error that names the rule that can't be followed.
func (j Judging) Rules(alpha, minimumEffect float64, rounds int) (judge.Rules, error) {
	test, err := judge.Named(j.Test)
	if err != nil {
		return judge.Rules{}, err
	}
	r := judge.Rules{
		Test: test, Alpha: alpha, MinimumEffect: minimumEffect, Confidence: j.Confidence,
		Aim: j.Aim, Coarse: j.Coarse, AimRounds: j.AimRounds, Power: j.Power, Looks: []int{rounds}, Units: votes(j.Units),
	}
	for _, n := range j.Looks {
		if n > rounds {
			r.Looks = append(r.Looks, n)
		}
	}
	return r, r.Check()
}

func (c Config) checkJudging(f *file) error {
	if _, err := judge.Named(c.Judging.Test); err != nil {
		return f.errorf("judging.test", "%v", err)
	}
	return checkUnits(f, "judging.units", c.Judging.Units) // the rest is held against a profile's rounds where both sides are planned
}
