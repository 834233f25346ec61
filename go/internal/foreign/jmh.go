package foreign

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/collect/jmh"
	"github.com/cobench/cobench/go/internal/results"
	"github.com/cobench/cobench/go/internal/stat"
)

// readJMH makes one run of a result file: a line for each fork, since a fork is
// a process of its own, with the median of its iterations.
func readJMH(name string, text []byte, d Defaults) ([]Run, error) {
	benchmarks, err := jmh.Parse(text, name)
	if err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("%s", line)
	}
	if len(benchmarks) == 0 {
		return nil, fmt.Errorf("%s: no benchmark in it", name)
	}
	r := Run{Commit: d.Commit, Began: d.Date, Lacks: []string{lacksDate}}
	var lines []*benchfmt.Result
	for i := range benchmarks {
		b := &benchmarks[i]
		forks := b.Results(stat.Median)
		if len(forks) == 1 {
			r.lacks(lacksSamples)
		}
		for fork, line := range forks {
			line.SetConfig(results.Pkg, b.Name[:max(0, strings.LastIndex(b.Name[:max(0, strings.LastIndexByte(b.Name, '.'))], "."))])
			line.SetConfig("jmh-mode", b.Mode)
			line.SetConfig("jmh-version", b.JMHVersion)
			line.SetConfig("jmh-threads", strconv.Itoa(b.Threads))
			line.SetConfig(results.Warmup, fmt.Sprintf("%d x %v", b.WarmupIterations, b.WarmupTime))
			line.SetConfig("measurement", fmt.Sprintf("%d x %v", b.MeasurementIterations, b.MeasurementTime))
			line.SetConfig("fork", strconv.Itoa(fork+1))
			if len(b.JVMArgs) > 0 {
				line.SetConfig(results.Flags, results.OneLine(strings.Join(b.JVMArgs, " ")))
			}
			if fork < len(b.Metrics[0].Forks) {
				var words []string
				for _, x := range b.Metrics[0].Forks[fork] {
					words = append(words, strconv.FormatFloat(x, 'g', -1, 64))
				}
				line.SetConfig("iterations", strings.Join(words, " "))
			}
			line.SetConfig(results.Toolchain, results.OneLine(b.VMName+" "+b.VMVersion))
			major, _, _ := strings.Cut(b.JDKVersion, ".")
			r.origin(line, "jvm-"+major)
			lines = append(lines, line)
		}
	}
	r.units, r.lines, r.Results = jmh.Units(lines), lines, len(lines)
	r.qualify(".")
	return []Run{r}, nil
}
