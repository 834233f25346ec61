package plan_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
)

// reaching are n candidates, of which those of a number have a reach, and the others
// execute nothing of the change.
func reaching(n int, operation time.Duration, reached map[int]plan.Reach) []plan.Candidate {
	all := candidates(n, operation)
	for i := range all {
		r, ok := reached[i]
		if !ok {
			r = plan.Reach{Order: 3, Not: true}
		}
		all[i].Reach, all[i].Benchmark.Found.Unreached = r, r.Not
	}
	return all
}

// What the change reaches is measured first, the surest first and then by the share of
// its time; what it does not reach only if there is time left.
func TestFitWhatIsReached(t *testing.T) {
	executes := func(share float64) plan.Reach { return plan.Reach{Order: -1, Share: share} }
	every := map[int]plan.Reach{}
	for i := range 200 {
		every[i] = executes(float64(i) / 200)
	}
	for _, test := range []struct {
		name       string
		candidates []plan.Candidate
		all        bool
		measured   string // the names, "" where too many are to be named
		least      int    // that are measured
		notReached int
		pace       time.Duration
	}{
		{"three of 146", reaching(146, time.Microsecond, map[int]plan.Reach{7: executes(0.5), 90: executes(0.01), 140: {Order: 1}}), false, "B7 B90 B140", 3, 143, 100 * time.Millisecond},
		{"nobody knows of one", reaching(146, time.Microsecond, map[int]plan.Reach{7: executes(0.5), 90: {}}), false, "B7 B90", 2, 144, 100 * time.Millisecond},
		{"none of 146", reaching(146, time.Microsecond, nil), false, "", 0, 146, 10 * time.Millisecond},
		{"none of three, and there is time", reaching(3, time.Microsecond, nil), false, "B0 B1 B2", 3, 0, 100 * time.Millisecond},
		{"all of 200", reaching(200, time.Microsecond, every), false, "", 15, 0, 50 * time.Millisecond},
		{"none of 146, and all are asked for", reaching(146, time.Microsecond, nil), true, "", 30, 0, 10 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := plan.Fit(plan.Finding{
				Sides:      []plan.Side{{Name: plan.Base, Ref: "a"}, {Name: plan.Head, Ref: "b"}},
				Runtime:    config.Runtime{Name: "go", Kind: config.GoModule},
				Candidates: test.candidates, All: test.all, Budget: 5 * time.Minute, Left: 5 * time.Minute,
			})
			if err != nil {
				t.Fatal(err)
			}
			var measured []string
			for _, b := range p.Jobs[0].Benchmarks {
				measured = append(measured, b.Name)
			}
			if got := strings.Join(measured, " "); test.measured != "" && got != test.measured || len(measured) < test.least {
				t.Errorf("measured %s, want %s, and %d at least", got, test.measured, test.least)
			}
			not := 0
			for _, s := range p.Jobs[0].Skips {
				if unreached := s.Found.Unreached; unreached != (s.Reason == plan.NotReached) {
					t.Errorf("%s: not reached %v, and its reason is %s", s.Name, unreached, s.Reason)
				}
				if s.Reason == plan.NotReached {
					not++
				}
			}
			if not != test.notReached || len(measured)+len(p.Jobs[0].Skips) != len(test.candidates) {
				t.Errorf("%d not reached of %d, want %d", not, len(test.candidates), test.notReached)
			}
			if p.Iteration != config.Duration(test.pace) {
				t.Errorf("iterations of %v, want %v", p.Iteration, test.pace)
			}
			if test.name == "all of 200" { // those where the function takes most
				for i, b := range p.Jobs[0].Benchmarks {
					if want := fmt.Sprintf("B%d", 200-len(measured)+i); b.Name != want {
						t.Errorf("benchmark %d is %s, want %s", i, b.Name, want)
					}
				}
			}
		})
	}
}

// Where there is no time to decide all that a change reaches, the strongest get theirs, and
// others only what that leaves: a first look at fifty decides none.
func TestFitDecidesTheStrongest(t *testing.T) {
	const sure, strongest = 26, 16
	for _, budget := range []time.Duration{5 * time.Minute, 10 * time.Minute, 40 * time.Minute} {
		reached := map[int]plan.Reach{}
		for i := range 50 {
			reached[i] = plan.Reach{Order: -1, Share: 1 / float64(1+i)}
		}
		p, err := plan.Fit(plan.Finding{
			Sides:      []plan.Side{{Name: plan.Base, Ref: "a"}, {Name: plan.Head, Ref: "b"}},
			Runtime:    config.Runtime{Name: "go", Kind: config.GoModule},
			Candidates: reaching(128, time.Microsecond, reached), Budget: budget, Left: budget * 4 / 5,
		})
		if err != nil {
			t.Fatal(err)
		}
		measured := p.Jobs[0].Benchmarks
		one := time.Duration(p.Jobs[0].Estimate.Measure) / time.Duration(len(measured)*p.Rounds) // both sides
		left := budget*4/5 - one*time.Duration(strongest*sure)
		if others := len(measured) - strongest; others > 0 && left < one*time.Duration(others*p.Rounds) {
			t.Errorf("%v: %d measured, %v a round, leave the strongest %v short", budget, len(measured), one, left)
		}
		if len(measured) < strongest || budget > 30*time.Minute && len(measured) < 50 {
			t.Errorf("%v: %d measured", budget, len(measured))
		}
		for i := range strongest {
			if measured[i].Name != fmt.Sprintf("B%d", i) {
				t.Errorf("%v: benchmark %d is %s", budget, i, measured[i].Name)
			}
		}
	}
}

// The budget that is said to measure all does.
func TestFitNamesTheBudgetForAll(t *testing.T) {
	reached := map[int]plan.Reach{}
	for i := range 50 {
		reached[i] = plan.Reach{Order: -1, Share: 1 / float64(1+i)}
	}
	const spent = time.Minute // on building and listing
	fit := func(budget time.Duration) plan.Plan {
		p, err := plan.Fit(plan.Finding{
			Sides:      []plan.Side{{Name: plan.Base, Ref: "a"}, {Name: plan.Head, Ref: "b"}},
			Runtime:    config.Runtime{Name: "go", Kind: config.GoModule},
			Candidates: reaching(128, time.Microsecond, reached), Budget: budget, Left: budget - spent,
		})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	said := regexp.MustCompile(`use -budget (\S+) to measure all`)
	for _, s := range fit(5 * time.Minute).Jobs[0].Skips {
		if match := said.FindStringSubmatch(s.Reason); match != nil {
			budget, err := time.ParseDuration(match[1])
			if err != nil {
				t.Fatal(err)
			}
			if n := len(fit(budget).Jobs[0].Benchmarks); n != 50 {
				t.Errorf("with -budget %s %d of 50 are measured", match[1], n)
			}
			return
		}
	}
	t.Error("no budget is said")
}

// What is strong and too slow for the budget takes nothing from the others.
func TestFitPassesOverWhatIsTooSlow(t *testing.T) {
	all := reaching(4, time.Microsecond, map[int]plan.Reach{0: {Order: -1, Share: 0.5}, 1: {Order: -1, Share: 0.01}, 2: {Order: -1, Share: 0.01}})
	all[0].Operation = time.Minute
	p, err := plan.Fit(plan.Finding{
		Sides:      []plan.Side{{Name: plan.Base, Ref: "a"}, {Name: plan.Head, Ref: "b"}},
		Runtime:    config.Runtime{Name: "go", Kind: config.GoModule},
		Candidates: all, Budget: 5 * time.Minute, Left: 4 * time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, b := range p.Jobs[0].Benchmarks {
		names = append(names, b.Name)
	}
	if got := strings.Join(names, " "); got != "B1 B2" {
		t.Errorf("measured %s, want B1 B2", got)
	}
}
