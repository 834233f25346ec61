// Package synthetic writes an artificial history of any size, to test what reads
// histories. The same options give the same bytes.
//
// It resembles real histories: each commit meets one of two kinds of machines;
// some jobs are slow as a whole, which the ruler shows too; toolchains are
// updated; some commits make a workload slower or faster on a runtime, and now and
// then something else than a commit does; and some processes don't come to rest.
package synthetic

import (
	"cmp"
	"compress/gzip"
	"crypto/sha1"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cobench/cobench/go/internal/publish"
)

// Options say how large the history is.
type Options struct {
	Commits, Series, Samples int // samples of each benchmark in a job
	Seed                     uint64
}

// From is when the first commit is made; the others follow, an hour apart.
var From = time.Date(2025, time.January, 6, 8, 0, 0, 0, time.UTC)

var (
	runtimes   = []string{"go", "jvm-17", "jvm-25", "graal-jit-25", "native-image-25", "kotlin-native"}
	speeds     = []float64{1, 1.7, 1.4, 1.3, 2.1, 4.5}
	toolchains = []string{"go1.26.%d", "temurin-17.0.%d", "temurin-25.0.%d", "graal-jit-25.0.%d", "graalvm-25.0.%d", "konanc-2.4.%d"}
	authors    = []string{"Ada Lovelace", "Grace Hopper", "Edsger Dijkstra", "Barbara Liskov", "Tony Hoare", "Frances Allen"}
	verbs      = []string{"keep", "reuse", "batch", "simplify", "inline", "split", "guard", "rename"}
	things     = []string{"the result channel", "worker buffers", "select loops", "the wait queue", "timer wheels", "cell tasks", "the ring", "error paths"}
	processors = []string{"AMD EPYC 7763 64-Core Processor", "Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz"}
	slowness   = []float64{1, 1.18}
)

// twin is a benchmark but for its exec.
type twin struct {
	workload, name string
	seconds        float64
}

// twins are as many as asked for, of several workloads whose parameters grow.
func twins(count int) []twin {
	var all []twin
	for size := 1; len(all) < count; size++ {
		workers, capacity := strconv.Itoa(size), strconv.Itoa(size*16)
		matmul := func(pattern string) twin {
			return twin{"MatMul", "MatMul/pattern=" + pattern + "/n=250/workers=" + workers, 0.04 / float64(min(size, 4))}
		}
		channel := func(topology string) twin {
			return twin{"Channel", "Channel/topology=" + topology + "/capacity=" + capacity + "/messages=10000", 9e-8}
		}
		all = append(all,
			matmul("fan"), channel("spsc"),
			twin{"PingPong", "PingPong/hops=" + strconv.Itoa(size*10000), 2.4e-7},
			twin{"SpawnJoin", "SpawnJoin/tasks=" + strconv.Itoa(size*1000), 3.1e-7},
			matmul("coordinator"), channel("mpsc"),
			twin{"Parked", "Parked/tasks=" + strconv.Itoa(size*1000), 6e-7},
			twin{"Counter", "Counter/variant=mutex/increments=100000/workers=" + workers, 2e-8},
			matmul("pure"), channel("mpmc"),
		)
	}
	return all[:count]
}

// A generator knows what each commit does to each series.
type generator struct {
	o      Options
	twins  []twin
	hashes []string
	events [][]event // by commit
}

// event multiplies the time of a workload on a runtime from a commit on. It is the
// commit's, and changes the code, unless it comes from outside.
type event struct {
	workload, runtime string
	factor            float64
	outside           bool
}

// level is how slow a workload is on a runtime, and how often its code has changed.
type level struct {
	factor float64
	code   int
}

func newGenerator(o Options) *generator {
	g := &generator{o: o, twins: twins((o.Series + len(runtimes) - 1) / len(runtimes)), events: make([][]event, o.Commits)}
	random := rand.New(rand.NewPCG(o.Seed, 1))
	for i := range o.Commits {
		g.hashes = append(g.hashes, fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "%d %d", o.Seed, i))))
		// One commit in 70 changes something; what it makes worse a later one may make good.
		if i > 20 && random.IntN(70) == 0 {
			factor := 1 + 0.06 + 0.2*random.Float64()
			if random.IntN(2) == 0 {
				factor = 1 / factor
			}
			g.events[i] = append(g.events[i], event{g.twins[random.IntN(len(g.twins))].workload, runtimes[random.IntN(len(runtimes))], factor, random.IntN(4) == 0})
		}
	}
	return g
}

func made(i int) time.Time { return From.Add(time.Duration(i) * time.Hour) }

// commits is what git would know.
func (g *generator) commits() map[string]publish.Commit {
	all := map[string]publish.Commit{}
	for i, hash := range g.hashes {
		random := rand.New(rand.NewPCG(g.o.Seed, uint64(i)+1<<32))
		what := verbs[random.IntN(len(verbs))] + " " + things[random.IntN(len(things))]
		where := "docs"
		if len(g.events[i]) > 0 && !g.events[i][0].outside {
			where = g.events[i][0].workload
		}
		all[hash] = publish.Commit{Author: authors[random.IntN(len(authors))], Subject: fmt.Sprintf("%s: %s (#%d)", where, what, i+1), Time: made(i)}
	}
	return all
}

// Write writes the history's files from the given commit on below dir, and
// returns what git would know of all commits.
func Write(dir string, o Options, from int) (map[string]publish.Commit, error) {
	g := newGenerator(o)
	levels := map[[2]string]level{} // of a workload on a runtime
	states := make([]map[[2]string]level, o.Commits)
	for i := range o.Commits {
		for _, e := range g.events[i] {
			key := [2]string{e.workload, e.runtime}
			l := levels[key]
			l.factor = cmp.Or(l.factor, 1) * e.factor
			// Nothing drifts away for good.
			if l.factor > 1.6 || l.factor < 0.6 {
				l.factor = 1
			}
			if !e.outside {
				l.code++
			}
			levels = maps.Clone(levels)
			levels[key] = l
		}
		states[i] = levels
	}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := from; i < o.Commits; i++ {
		group.Go(func() error { return g.write(dir, i, states[i]) })
	}
	return g.commits(), group.Wait()
}

// A job is what one commit's job meets: the machine, and how slow that is just now.
type job struct {
	random *rand.Rand
	commit int
	kind   int // of processor
	slow   float64
}

// write writes what one commit's job measured.
func (g *generator) write(dir string, i int, levels map[[2]string]level) error {
	j := job{random: rand.New(rand.NewPCG(g.o.Seed, uint64(i)+2<<32)), commit: i}
	if j.random.IntN(4) == 0 {
		j.kind = 1
	}
	noise := math.Exp(0.02 * j.random.NormFloat64())
	j.slow = slowness[j.kind] * noise
	t := made(i)
	folder := filepath.Join(dir, "main", t.Format("2006"), t.Format("01"))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(folder, fmt.Sprintf("%s-%d-1.txt.gz", g.hashes[i], 1000+i)))
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewWriterLevel(f, gzip.BestSpeed)
	if err != nil {
		return err
	}
	if _, err := z.Write(g.text(j, levels)); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return f.Close()
}

// text is the job's results.
func (g *generator) text(j job, levels map[[2]string]level) []byte {
	text := j.head(g.hashes[j.commit])
	written := 0
	for _, twin := range g.twins {
		for r := range runtimes {
			if written++; written > g.o.Series {
				break
			}
			text = j.benchmark(text, twin, r, levels[[2]string{twin.workload, runtimes[r]}], g.o.Samples)
		}
	}
	return text
}

// head is what stands above all results of a file.
func (j job) head(hash string) []byte {
	i := j.commit
	text := fmt.Appendf(nil, `Unit ns/op better=lower
goos: linux
goarch: amd64
cpu: %s
cores: 4
kernel: Linux 6.%d.0
image: ubuntu-24.04-%d
profile: main
date: %s
commit: %s
side: head
ruler: 1
`, processors[j.kind], 8+(i+2400)/2500, 20250101+i/900, made(i).Add(40*time.Minute).Format(time.RFC3339), hash)
	text = append(text, "ruler-times:"...)
	for k, seconds := range []float64{1.1e-9, 4.2e-9, 6.3e-8} {
		text = fmt.Appendf(text, " %s=", []string{"arithmetic", "memory", "channels"}[k])
		for r := range 3 {
			if r > 0 {
				text = append(text, ',')
			}
			text = strconv.AppendFloat(text, seconds*j.slow*math.Exp(0.004*j.random.NormFloat64()), 'g', 6, 64)
		}
	}
	return append(text, '\n')
}

// benchmark appends the samples of a benchmark on a runtime.
func (j job) benchmark(text []byte, twin twin, r int, l level, samples int) []byte {
	exec := "default"
	if r == 0 {
		exec = "goroutine"
	}
	text = fmt.Appendf(text, "runtime: %s\ntoolchain: "+toolchains[r]+"\nflags: GOMAXPROCS=4\n", runtimes[r], 1+(j.commit+800)/(900+300*r))
	ns := 1e9 * twin.seconds * speeds[r] * cmp.Or(l.factor, 1) * j.slow
	text = fmt.Appendf(text, "key: %x\n", sha1.Sum(fmt.Appendf(nil, "%s %s %d", twin.workload, runtimes[r], l.code)))
	text = append(text, "unsteady:"...)
	if j.random.IntN(80) == 0 {
		text = append(text, " not at rest after its warm-up"...)
		ns *= 1.3
	}
	text = append(text, '\n')
	for round := range samples {
		text = fmt.Appendf(text, "round: %d\nBenchmark%s/exec=%s-4 100 %.6g ns/op\n", round+1, twin.name, exec, ns*math.Exp(0.02*j.random.NormFloat64()))
	}
	return text
}
