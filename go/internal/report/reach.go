package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/results"
)

// A Reach is what is known of the functions that a change touches.
type Reach struct {
	Changed    int      `json:"changed"`    // how many there are; 0 where nobody has looked
	Unexecuted int      `json:"unexecuted"` // how many of them no benchmark executes
	Functions  []string `json:"functions"`  // the first of those
}

// addReach takes what a line says of the whole run.
func (r *measured) addReach(line *benchfmt.Result) error {
	for key, to := range map[string]*int{results.Changed: &r.reach.Changed, results.Unexecuted: &r.reach.Unexecuted} {
		text := line.GetConfig(key)
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return fmt.Errorf("%s %.40q: want a number of functions", key, text)
		}
		*to = max(*to, n) // the jobs of a run see the same change
	}
	if names := strings.Fields(line.GetConfig(results.Blind)); len(names) > len(r.reach.Functions) {
		r.reach.Functions = names
	}
	if text := line.GetConfig(results.Budget); text != "" {
		budget, err := time.ParseDuration(text)
		if err != nil || budget < 0 {
			return fmt.Errorf("%s %.40q: want a time such as 10m", results.Budget, text)
		}
		r.budget = budget
	}
	return nil
}

// mostNamed is how many functions a line names.
const mostNamed = 5

// Blind says which changed functions no benchmark executes, "" if each is executed or
// nobody knows. shown writes a name.
func (r *Report) Blind(shown func(string) string) string {
	x := r.Reach
	if x.Unexecuted == 0 {
		return ""
	}
	var text string
	switch {
	case x.Changed == 1:
		text = "no benchmark executes the changed function"
	case x.Unexecuted == x.Changed:
		text = fmt.Sprintf("no benchmark executes any of the %d changed functions", x.Changed)
	default:
		text = fmt.Sprintf("%d of %d changed functions are executed by no benchmark", x.Unexecuted, x.Changed)
		if x.Unexecuted == 1 {
			text = fmt.Sprintf("1 of %d changed functions is executed by no benchmark", x.Changed)
		}
	}
	var names []string
	for _, name := range x.Functions[:min(mostNamed, len(x.Functions))] {
		names = append(names, shown(name))
	}
	if len(names) == 0 {
		return text
	}
	text += ": " + strings.Join(names, ", ")
	if more := x.Unexecuted - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// worthwhile is the change that a longer run is to show, where the rules have none.
const worthwhile = 0.05

// Settle is the command that would decide what time was too short for, and how long it
// takes at most; "" where time was long enough, or nobody knows. A change half as large
// takes four times the rounds, and a benchmark that had none takes as many as the
// others.
func (r *Report) Settle() (command string, takes time.Duration) {
	var had, wanted, most float64
	open := 0
	lacking := 0
	for _, x := range r.Rows {
		rounds := float64(x.Rounds)
		need := rounds
		switch {
		case x.noTime():
			lacking++
			continue
		case x.Open && x.With == "" && x.Detectable != nil && *x.Detectable > worthwhile:
			open++
			times := *x.Detectable / worthwhile
			need *= math.Min(mostTimes, times*times)
		case x.Open && x.With == "":
			open++
			need *= mostTimes
		}
		had, wanted, most = had+rounds, wanted+need, math.Max(most, need)
	}
	if r.Profile != ofProject || r.Budget == 0 || open+lacking == 0 || had == 0 {
		return "", 0
	}
	wanted += float64(lacking) * most
	takes = time.Duration(math.Min(wanted/had, mostTimes*10) * float64(r.Budget))
	takes = (takes + 5*time.Minute - 1).Truncate(5 * time.Minute)
	return r.Reproduce() + " -budget " + minutes(takes), takes
}

// mostTimes is how many times the rounds so far a benchmark is taken to need at most:
// the rules end it then.
const mostTimes = 8

// noTime tells that there was no time to begin with a benchmark.
func (x Row) noTime() bool {
	return x.unmeasured() && strings.Contains(x.Reason, "no time")
}

// minutes writes a time in whole minutes as a flag takes it.
func minutes(d time.Duration) string {
	if h := d / time.Hour; h > 0 {
		if m := (d % time.Hour) / time.Minute; m > 0 {
			return fmt.Sprintf("%dh%dm", h, m)
		}
		return fmt.Sprintf("%dh", h)
	}
	return fmt.Sprintf("%dm", d/time.Minute)
}

// allUnreached tells that benchmarks were compared, none of which executes what has changed.
func (r *Report) allUnreached() bool {
	asked, _ := r.examined()
	return asked > 0 && !slices.ContainsFunc(r.Rows, func(x Row) bool { return !x.Unreached && x.Verdict != Identical })
}

// listed is the same with a list, as JSON's readers want one, also where it is empty.
func (x Reach) listed() Reach {
	x.Functions = append([]string{}, x.Functions...)
	return x
}
