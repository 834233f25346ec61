package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/cobench/cobench/go/internal/calibrate"
	"github.com/cobench/cobench/go/internal/collect"
	"github.com/cobench/cobench/go/internal/judge"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/results"
)

// How summaries are compared: a slowdown of 5 % in 25 rounds, at the level that
// one candidate of ten has in a report.
const (
	summaryEffect  = 0.05
	summaryRounds  = 25
	summaryAlpha   = 0.001
	summaryRepeats = 2000
)

// summaries says which summary of a process and which test find
// most, at the same rate of false alarms, on the rounds recorded in folders.
func (c command) summaries(dirs []string, o calibrate.Options) error {
	var all []calibrate.Processes
	for _, dir := range dirs {
		recorded, err := processes(raw.Dir(dir))
		if err != nil {
			return err
		}
		all = append(all, recorded...)
	}
	t := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "test\tsummary\tspread of head/base\tfalse alarms at p %v\t%g %% found in %d rounds\tworst benchmark\t\n", summaryAlpha, 100*summaryEffect, summaryRounds)
	for _, test := range []judge.Test{judge.Either, judge.SignedRank, judge.MannWhitney} {
		found, err := calibrate.Summaries(all, calibrate.SummaryOptions{
			Test: test, Alpha: summaryAlpha, Rounds: summaryRounds, Effect: summaryEffect, Repeats: summaryRepeats, Block: o.Block, Seed: o.Seed,
		})
		if err != nil {
			return err
		}
		for _, s := range found {
			fmt.Fprintf(t, "%s\t%s\t%.1f %%\t%v\t%v\t%v\t%s\n", test.Name(), s.Name, 100*s.Spread, s.Alarms, s.Found, s.Worst, s.WorstOf)
		}
	}
	return t.Flush()
}

// processes reads the rounds of a recording that both sides ended well.
func processes(dir raw.Dir) ([]calibrate.Processes, error) {
	p, err := dir.Plan()
	if err != nil {
		return nil, err
	}
	r, err := dir.Run()
	if err != nil {
		return nil, err
	}
	records, err := dir.Records()
	if err != nil {
		return nil, err
	}
	ended := map[round]map[string]calibrate.Process{}
	var order []round
	for _, record := range records {
		if record.Failure != "" || record.Sample.Cold {
			continue
		}
		s := record.Sample
		sample, err := collect.Read(r, p, record, dir.Sample(s.Number))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir.Sample(s.Number), err)
		}
		at := round{s.Benchmark.Key(), s.Round}
		if ended[at] == nil {
			ended[at] = map[string]calibrate.Process{}
			order = append(order, at)
		}
		process := calibrate.Process{Times: sample.Times}
		for _, v := range sample.Values {
			if v.Unit == results.CPUTime {
				process.CPU = v.Value
			}
		}
		ended[at][s.Side] = process
	}
	all := pairs(order, ended)
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no round of base and head in it: record with cobench calibrate", dir)
	}
	return all, nil
}

// A round of a benchmark, by its runtime and name.
type round struct {
	benchmark string
	number    int
}

// pairs are the rounds that both sides ended, by benchmark, in the order of their
// first round.
func pairs(order []round, ended map[round]map[string]calibrate.Process) []calibrate.Processes {
	var all []calibrate.Processes
	index := map[string]int{}
	for _, at := range order {
		base, ok := ended[at][plan.Base]
		head, both := ended[at][plan.Head]
		if !ok || !both {
			continue
		}
		i, known := index[at.benchmark]
		if !known {
			i = len(all)
			index[at.benchmark] = i
			all = append(all, calibrate.Processes{Benchmark: at.benchmark})
		}
		all[i].Base, all[i].Head = append(all[i].Base, base), append(all[i].Head, head)
	}
	return all
}
