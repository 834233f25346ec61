package plan

import (
	"cmp"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/judge"
)

// A Project is a repository whose benchmarks are found in it, not configured.
type Project struct {
	Folder   string   `json:"folder"`             // of the module or the build, below the repository's top
	Packages []string `json:"packages,omitempty"` // patterns of Go packages; none is ./...
	Build    string   `json:"build,omitempty"`    // command line that makes the jar
	Jar      string   `json:"jar,omitempty"`      // pattern of the jar's path, below Folder; none is every jar with benchmarks in it
	Gradle   string   `json:"gradle,omitempty"`   // instead of a command line: the Gradle that is asked for its jars, below Folder or on the PATH
	Env      []string `json:"env,omitempty"`      // names of variables that its benchmarks are given
	// Accept is what head says of its verdicts; whoever trusts head no further asks the default branch.
	Accept *config.Accept `json:"accept,omitempty"`
}

// Finds tells whether the benchmarks are found in the project's own packages or
// jar; a suite declares them in bench-config.
func (p Project) Finds() bool { return p.Folder != "" }

// Found is what is known of a benchmark that was found.
type Found struct {
	Package string `json:"package"` // Go's or Java's
	// Qualifier is the part of the package's name that the benchmark's begins with, and a dot
	// after it: what is the same for all packages of a project is left out.
	Qualifier string `json:"qualifier,omitempty"`
	Match     string `json:"match"` // what its own tool knows it by: Encode/size=1k, or a method with class and package
	// SingleShot is JMH's mode of a benchmark that knows no other.
	SingleShot bool `json:"single-shot,omitempty"`
	New        bool `json:"new,omitempty"` // base does not have it
	// Once says that an operation is longer than an iteration: one makes a sample, without warm-up.
	Once bool `json:"once,omitempty"`
	// Unreached says that it executes nothing that the change touches.
	Unreached bool `json:"unreached,omitempty"`
	// Was is the same benchmark on base, nil where it has the same name there.
	Was *Was `json:"was,omitempty"`
}

// Was is what a benchmark is called on base that has another name on head.
type Was struct {
	Name     string `json:"name"`     // without the package's part: Encode/size=1k
	Workload string `json:"workload"` // that base's build has
	Match    string `json:"match"`    // what its own tool knows it by there
}

// On is the benchmark as a side's build knows it. Its name is head's on both sides: by
// that its samples are compared.
func (b Benchmark) On(side string) Benchmark {
	if was := b.Found.Was; was != nil && side == Base {
		b.Workload, b.Found.Match = was.Workload, was.Match
	}
	return b
}

// Bare is a found benchmark's name in its package.
func (b Benchmark) Bare() string {
	if b.Found.Qualifier == "" {
		return b.Name
	}
	return b.Name[len(b.Found.Qualifier)+1:]
}

// A Candidate is a benchmark that was found, with what it took when it was run
// once; both are 0 where nobody ran it.
type Candidate struct {
	Benchmark Benchmark
	Operation time.Duration // the first, which is slower than those after it
	Setup     time.Duration // what its function did besides
	Identical bool          // on both sides: it costs nothing
	Reach     Reach
}

// RulesOfFound are by what the sides of a project are told apart.
func RulesOfFound() (judge.Rules, error) { return config.Found().Rules() }

// A pace is how long the processes of a kind measure.
type pace struct {
	config.Pace
	kind config.Kind
	cost config.FoundKind
}

// sample is the time of one process. The testing package comes near an
// iteration's length by ever longer runs, each of which sets up anew.
func (x pace) sample(c Candidate) time.Duration {
	start, warmup, length := time.Duration(x.cost.Start), time.Duration(x.Warmup), time.Duration(x.Iteration)
	if x.once(c) {
		return start + c.Setup + c.Operation
	}
	if x.kind == config.JMHJar {
		return start + c.Setup + max(length, c.Operation)*time.Duration(x.warmups(c)+x.Iterations)
	}
	around := 4*c.Setup + time.Duration(x.cost.Approach)
	iteration := max(length*5/4+around, c.Operation)
	return start + iteration*time.Duration(x.Iterations) + max(warmup*5/4+around, c.Operation)
}

// once tells whether one operation is long enough for a sample. A JVM's has to be
// as long as all its warm-up.
func (x pace) once(c Candidate) bool {
	if x.kind == config.JMHJar {
		return c.Operation > time.Duration(x.Warmup)
	}
	return c.Operation > 4*time.Duration(x.Iteration)
}

// warmups are the iterations of JMH that take the time of the warm-up: fewer,
// where an operation is longer than an iteration.
func (x pace) warmups(c Candidate) int {
	iteration := max(time.Duration(x.Iteration), c.Operation)
	return int((time.Duration(x.Warmup) + iteration - 1) / iteration)
}

// A Finding is what a plan is made of for a project.
type Finding struct {
	Project    Project
	Job        string  // its name; "" is All
	Jobs       int     // how many measure the same elsewhere, itself included, and share alpha; 0 is 1
	Part       float64 // of alpha that this comparison may spend; 0 is all of it
	Sides      []Side
	Runtime    config.Runtime
	Candidates []Candidate
	Skips      []Skip
	Recording  int                 // rounds at most; 0 is a run that ends when all is said
	Units      []config.VotingUnit // that are judged besides time
	// MeasureIdentical is the plan's.
	MeasureIdentical bool
	// All measures what the change does not reach too, though it costs the others time.
	All    bool
	Budget time.Duration // of it all, as the user has said it
	Left   time.Duration // of that, to measure in
}

// Fit plans to measure what was found within the time that is left: in
// processes as long as there is time for, and where the shortest are too long
// together, as many benchmarks as there is time for: those first that the change
// reaches most surely, and else from all over the list. The others are skipped, with
// what would have to be said to have them.
func Fit(f Finding) (Plan, error) {
	profile := config.Found()
	rounds, share := profile.Rounds, profile.FirstLook
	if f.Recording > 0 {
		rounds = min(f.Recording, profile.Recording)
	}
	if f.Recording > 0 || len(f.Sides) == 1 {
		share = 1
	}
	chosen, candidates, skips, measure := f.choose(profile.Kinds[f.Runtime.Kind], rounds, share)
	recording := 0
	if f.Recording > 0 {
		recording = rounds
		if measure > 0 { // as many rounds as there is time for
			recording = max(rounds, min(f.Recording, int(float64(rounds)*float64(f.Left)/float64(measure))))
			measure = measure * time.Duration(recording) / time.Duration(rounds)
		}
	}
	job := Job{ID: cmp.Or(f.Job, All), Benchmarks: []Benchmark{}, Skips: skips}
	for _, c := range candidates {
		c.Benchmark.Found.Once = chosen.once(c)
		if f.Runtime.Kind == config.JMHJar && !c.Benchmark.Found.Once {
			c.Benchmark.Warmups = chosen.warmups(c)
		}
		job.Benchmarks = append(job.Benchmarks, c.Benchmark)
	}
	job.Estimate.Measure = config.Duration(measure).Round()
	judging := profile.Judging
	judging.Units = f.Units
	p := newPlan(profile.At(f.Runtime.Kind, chosen.Pace), judging, f.Sides, recording, f.MeasureIdentical)
	p.Limit = config.Duration(min(time.Duration(p.Limit), max(f.Left, time.Minute)))
	p.Budget, p.Alpha = config.Duration(f.Budget), p.Alpha*cmp.Or(f.Part, 1)/float64(max(1, f.Jobs))
	p.Runtimes, p.Figures, p.Project, p.Jobs = []config.Runtime{f.Runtime}, []config.Figure{}, f.Project, []Job{job}
	return p, p.check()
}

// spread lists the numbers below n so that the first of them lie far apart,
// however many are taken.
func spread(n int) []int {
	var order []int
	size := 1
	for size < n {
		size *= 2
	}
	for i := range size {
		reversed := 0
		for bit := 1; bit < size; bit *= 2 {
			reversed *= 2
			if i&bit != 0 {
				reversed++
			}
		}
		if reversed < n {
			order = append(order, reversed)
		}
	}
	return order
}

// Minutes writes a time as its user would: 10m, not 10m0s.
func Minutes(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// upTo is the next whole minute.
func upTo(d time.Duration) time.Duration { return (d + time.Minute - 1).Truncate(time.Minute) }
