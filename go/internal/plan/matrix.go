package plan

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/markdown"
)

// A Named plan is one of those that an event asks for.
type Named struct {
	Name string // of its file, and of what is made of it
	Plan
}

// A Cell is one job of GitHub's matrix.
type Cell struct {
	Plan    string `json:"plan"`
	Job     string `json:"job"`
	Runner  string `json:"runner"`
	Kinds   string `json:"kinds"`   // of runtimes, with dashes between: by them what a job has to download
	JDKs    string `json:"jdks"`    // feature versions, one a line; the last one builds
	GraalVM string `json:"graalvm"` // feature version, or ""
	Minutes int    `json:"minutes"` // after which GitHub is to end it
}

// Name is what GitHub shows of the job.
func (c Cell) Name() string { return c.Plan + " " + c.Job }

// mostCells is what GitHub takes.
const mostCells = 256

// The minutes of a hosted job: at most, and besides what is measured.
const (
	mostMinutes  = 360
	spareMinutes = 30
)

// Matrix lists the jobs of plans, the longest first, so that the last to begin
// are short. Plans without a job have none.
func Matrix(plans []Named) ([]Cell, error) {
	type timed struct {
		Cell
		estimate config.Duration
	}
	var all []timed
	for _, p := range plans {
		for _, j := range p.Jobs {
			var jdks []string
			for _, version := range j.Setup.JDKs {
				jdks = append(jdks, strconv.Itoa(version))
			}
			graalvm := ""
			if j.Setup.GraalVM > 0 {
				graalvm = strconv.Itoa(j.Setup.GraalVM)
			}
			estimate := j.Estimate.Build + j.Estimate.Measure
			minutes := min(mostMinutes, int(max(2*estimate, p.Budget)/config.Duration(time.Minute))+spareMinutes)
			all = append(all, timed{Cell{p.Name, j.ID, j.Runner, p.kinds(j), strings.Join(jdks, "\n"), graalvm, minutes}, estimate})
		}
	}
	if len(all) > mostCells {
		return nil, fmt.Errorf("%d jobs, want %d at most: ask for fewer sizes, runtimes or runners", len(all), mostCells)
	}
	slices.SortStableFunc(all, func(a, b timed) int { return cmp.Compare(b.estimate, a.estimate) })
	var cells []Cell
	for _, t := range all {
		cells = append(cells, t.Cell)
	}
	return cells, nil
}

// kinds are those of the runtimes that a job has benchmarks of.
func (p Plan) kinds(j Job) string {
	var kinds []string
	for _, k := range config.Kinds {
		if slices.ContainsFunc(j.Benchmarks, func(b Benchmark) bool { r, err := p.Runtime(b.Runtime); return err == nil && r.Kind == k }) {
			kinds = append(kinds, string(k))
		}
	}
	return strings.Join(kinds, "-")
}

// A Forecast is what an event's plans will take, before anything is started.
type Forecast struct {
	Plans []Named
	Cost  Cost
	Left  []string // to another night, since this one is full
}

// Line is the forecast in one line.
func (f Forecast) Line() string {
	if f.Cost.Measure == 0 {
		return fmt.Sprintf("nothing to measure: no benchmark's code has changed; %s", markdown.Count(f.Cost.Total(), "runner minute"))
	}
	return fmt.Sprintf("%s, and %d more to confirm and explain changes", markdown.Count(f.Cost.Total(), "runner minute"), f.Cost.Confirm)
}

// Write writes the forecast as Markdown.
func (f Forecast) Write(w io.Writer) error {
	var out strings.Builder
	jobs, each := 0, map[string]int{}
	var longest config.Duration
	var rows strings.Builder
	for _, p := range f.Plans {
		for _, j := range p.Jobs {
			longest = max(longest, j.Estimate.Setup+j.Estimate.Build+j.Estimate.Measure)
			jobs++
			likely, _ := j.Estimate.Minutes()
			each[j.Runner] += likely
			fmt.Fprintf(&rows, "| %s | %s | %d | %d | %v | %v | %d |\n", p.Name, j.ID, len(j.Benchmarks), len(p.Schedule(j)), j.Estimate.Build, j.Estimate.Measure, likely)
		}
	}
	if jobs == 0 {
		fmt.Fprintf(&out, "**Nothing to measure: no benchmark's code has changed; %s**\n", markdown.Count(f.Cost.Total(), "runner minute"))
	} else {
		fmt.Fprintf(&out, "**%s, about %v if they all run at once; %s**: planning %d, %s, report %d%s\n", markdown.Count(jobs, "job"), longest, markdown.Count(f.Cost.Total(), "runner minute"),
			f.Cost.Plan, perRunner(each), f.Cost.Report, f.Cost.follows())
	}
	if f.Cost.Confirm > 0 {
		fmt.Fprintf(&out, "\nConfirming rounds, and profiles of what got slower, come on top if something may have changed: at most %s.\n", markdown.Count(f.Cost.Confirm, "runner minute"))
	}
	for _, p := range f.Plans {
		if p.Note != "" {
			fmt.Fprintf(&out, "\nNote: %s\n", code(p.Note))
		}
		for _, s := range p.Sides {
			fmt.Fprintf(&out, "\n%s: profile %s, %s %s%s\n", p.Name, p.Profile, s.Name, code(s.Commit), s.with())
		}
	}
	if jobs > 0 {
		fmt.Fprintf(&out, "\n| plan | job | benchmarks | samples | building | measuring | minutes |\n|---|---|---|---|---|---|---|\n%s", rows.String())
	}
	for _, left := range f.Left {
		fmt.Fprintf(&out, "\nLeft to another night: %s\n", left)
	}
	for _, reason := range skipped(f.Plans) {
		fmt.Fprintf(&out, "\nNot measured: %s\n", reason)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func perRunner(each map[string]int) string {
	var all []string
	for _, runner := range slices.Sorted(maps.Keys(each)) {
		all = append(all, fmt.Sprintf("%s %d", runner, each[runner]))
	}
	return strings.Join(all, ", ")
}

// with are a side's upgrades in words, "" where it has none.
func (s Side) with() string {
	var words []string
	for _, u := range s.Upgrades {
		words = append(words, u.String())
	}
	if len(words) == 0 {
		return ""
	}
	return " with " + codes(words)
}

// skipped tells what is left out, each reason once.
func skipped(plans []Named) []string {
	counts := map[string]int{}
	for _, p := range plans {
		for _, j := range p.Jobs {
			for _, s := range j.Skips {
				counts[s.Runtime+": "+s.Reason]++
			}
		}
	}
	var all []string
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, fmt.Sprintf("%d of %s", counts[reason], reason))
	}
	return all
}

// WriteRefusal writes, as Markdown, why an event's request can't be measured,
// and, where somebody filled in fields, what each may be.
func WriteRefusal(w io.Writer, c config.Config, why error, fields bool) error {
	var out strings.Builder
	fmt.Fprintf(&out, "**Nothing was started: invalid input**\n\n%s\n", code(why.Error()))
	if !fields {
		_, err := io.WriteString(w, out.String())
		return err
	}
	fmt.Fprint(&out, "\n| field | valid values |\n|---|---|\n")
	var sizes, execs []string
	for _, workload := range c.Workloads {
		if workload.Grows == "" {
			continue
		}
		p, err := workload.Parameter(workload.Grows)
		if err != nil {
			return err
		}
		sizes = append(sizes, fmt.Sprintf("%s %s", workload.Name, code(p.Name+" "+p.Range())))
		for _, exec := range workload.AllExecs() {
			if !slices.Contains(execs, exec) {
				execs = append(execs, exec)
			}
		}
	}
	for _, row := range [][2]string{
		{"profile", names(c.Profiles, func(p config.Profile) string { return p.Name })},
		{"workload", names(c.Workloads, func(w config.Workload) string { return w.Name })},
		{"sizes", fmt.Sprintf("up to %d numbers, separated by commas: %s", mostValues, strings.Join(sizes, ", "))},
		{"workers", "numbers with commas between, for the workloads that have workers"},
		{"runtimes", names(c.Runtimes, func(r config.Runtime) string { return r.Name }) + ", or `all`"},
		{"runners", names(c.Runners, func(r config.Runner) string { return r.Name }) + ", or `all`"},
		{"rounds", countRange(leastRounds)},
		{"base, head", "a branch, a tag or a commit of this repository"},
		{"upgrade", "words such as `jdk=26`, `go=1.27` or `kotlinx-coroutines-core=1.12.0`: head has them, and the same code without them is its base"},
		{"set", "words such as `capacity=0,64` or `exec=virtual`; execs are " + codes(execs)},
		{"note", fmt.Sprintf("one line of up to %d characters", LongestNote)},
	} {
		fmt.Fprintf(&out, "| %s | %s |\n", row[0], row[1])
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func names[T any](list []T, of func(T) string) string {
	var all []string
	for _, x := range list {
		all = append(all, of(x))
	}
	return codes(all)
}

func codes(words []string) string {
	var all []string
	for _, word := range words {
		all = append(all, code(word))
	}
	return strings.Join(all, ", ")
}

// code shows what somebody typed, at a length that leaves room for the rest.
func code(s string) string {
	return markdown.Code(shortenTo(s, LongestNote))
}

// shorten keeps what somebody typed from filling a line.
func shorten(s string) string { return shortenTo(s, 60) }

func shortenTo(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}
