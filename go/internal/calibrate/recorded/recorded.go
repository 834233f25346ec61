// Package recorded judges the verdicts by recordings: rounds in which one commit
// was measured on both sides, read from files of results.
package recorded

import (
	"errors"
	"fmt"
	"slices"

	"github.com/cobench/cobench/go/internal/calibrate"
	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/report"
)

// Effects are the slowdowns that are simulated on recorded rounds.
var Effects = []float64{0.02, 0.05, 0.1, 0.2}

// Read returns the rounds of each benchmark, and the rules of their plan.
func Read(sources []compare.Source) ([]calibrate.Recording, judge.Rules, error) {
	rounds, rules, err := report.ReadRounds(sources)
	if err != nil {
		return nil, rules, err
	}
	var all []calibrate.Recording
	for _, r := range rounds {
		all = append(all, calibrate.Recording(r))
	}
	return all, rules, nil
}

// Enough are the recordings that have at least so many complete rounds.
func Enough(all []calibrate.Recording, rounds int) []calibrate.Recording {
	return slices.DeleteFunc(all, func(r calibrate.Recording) bool {
		complete := 0
		for _, round := range r.Rounds {
			if round.Failed == "" {
				complete++
			}
		}
		return complete < rounds
	})
}

// Drawing is how reports are drawn from the rounds of a night.
func Drawing(rules judge.Rules) calibrate.Options {
	return calibrate.Options{Rules: rules, Effects: Effects, Reports: 1000, Repeats: 300, Benchmarks: 20, Block: 4, Seed: 1}
}

// Alarms is how often the rules of a recording would have called something slower
// or faster, in reports drawn from its rounds.
func Alarms(sources []compare.Source) (calibrate.Rate, error) {
	recordings, rules, err := Read(sources)
	if err != nil {
		return calibrate.Rate{}, err
	}
	if len(rules.Looks) == 0 {
		return calibrate.Rate{}, errors.New("nothing was recorded")
	}
	// Drawn from fewer rounds than a verdict may take, alarms come out too many.
	enough := rules.Looks[len(rules.Looks)-1]
	if recordings = Enough(recordings, enough); len(recordings) == 0 {
		return calibrate.Rate{}, fmt.Errorf("want recordings of %d rounds or more", enough)
	}
	o := Drawing(rules)
	o.Effects = nil
	result, err := calibrate.Run(recordings, o)
	if err != nil {
		return calibrate.Rate{}, err
	}
	return result.Ours(), nil
}
