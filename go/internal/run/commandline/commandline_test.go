package commandline

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// A sample's command line can be pasted into a shell, and says all that the plan does.
func TestCommands(t *testing.T) {
	second := config.Duration(time.Second)
	declared := plan.Benchmark{Runtime: "r", Workload: "Echo", Name: "Echo/n=1/exec=default", Parameters: []plan.Param{{Key: "n", Value: "1"}, {Key: "exec", Value: "default"}}}
	function := plan.Benchmark{Runtime: "r", Workload: "example.com/m", Name: "Count/two words", Found: plan.Found{Match: "Count/two_words"}}
	once := function
	once.Found.Once = true
	method := plan.Benchmark{Runtime: "r", Workload: "a.B.c", Name: "B.c/n=1", Parameters: []plan.Param{{Key: "n", Value: "1"}}, Found: plan.Found{Match: "a.B.c"}, Warmups: 7}
	shot := method
	shot.Found.SingleShot = true
	cpus := strconv.Itoa(runtime.NumCPU())
	for _, test := range []struct {
		name      string
		kind      config.Kind
		benchmark plan.Benchmark
		cold      bool
		want      string
	}{
		{"a workload", config.Go, declared, false, `RUN/artifact -test.run=^$ -test.bench=^BenchmarkEcho$ -test.timeout=0 -name=n=1/exec=default -params=n=1/exec=default -test.benchtime=100ms -test.count=13`},
		{"a cold workload", config.Go, declared, true, `RUN/artifact -test.run=^$ -test.bench=^BenchmarkEcho$ -test.timeout=0 -name=n=1/exec=default -params=n=1/exec=default -test.benchtime=1x -test.count=1 -cold=50 -started=7`},
		{"a function", config.GoModule, function, false, `RUN/artifact -test.run=^$ -test.bench=^BenchmarkCount$/^two_words$ -test.v -test.timeout=0 -test.cpu=` + cpus + ` -test.benchmem -test.benchtime=100ms -test.count=13`},
		{"a function, once", config.GoModule, once, false, `RUN/artifact -test.run=^$ -test.bench=^BenchmarkCount$/^two_words$ -test.v -test.timeout=0 -test.cpu=` + cpus + ` -test.benchmem -test.benchtime=1x -test.count=1`},
		{"a class", config.JVM, declared, false, `HOME/bin/java --add-exports=java.management/sun.management=ALL-UNNAMED -XX:+UseZGC -Djava.io.tmpdir=tmp -Djmh.ignoreLock=true -jar RUN/artifact ^cobench\.benchmarks\.Echo\.run$ -f 1 -bm avgt -tu ns -wi 10 -w 100ms -i 3 -r 100ms -foe true -t 1 -prof gc -prof cobench.benchmarks.ResourceProfiler -prof cobench.benchmarks.FigureProfiler -rf json -rff jmh.json -p n=1 -p exec=default`},
		{"a method", config.JMHJar, method, false, `HOME/bin/java -XX:+UseZGC -Djmh.ignoreLock=true -jar RUN/artifact ^a\.B\.c$ -f 1 -bm avgt -tu ns -wi 7 -w 100ms -i 3 -r 100ms -foe true -rf json -rff FOLDER/jmh.json -p n=1`},
		{"a single shot", config.JMHJar, shot, false, `HOME/bin/java -XX:+UseZGC -Djmh.ignoreLock=true -jar RUN/artifact ^a\.B\.c$ -f 1 -bm ss -tu ns -wi 7 -w 100ms -i 3 -r 100ms -foe true -rf json -rff FOLDER/jmh.json -p n=1`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Of(Sample{
				Sample:  plan.Sample{Side: plan.Head, Cold: test.cold, Benchmark: test.benchmark},
				Plan:    plan.Plan{Iterations: 3, Iteration: second / 10, Warmup: map[config.Kind]config.Warmup{test.kind: config.Fixed(second)}},
				Dir:     "RUN",
				Runtime: config.Runtime{Kind: test.kind},
				Build:   raw.Build{Home: "HOME", Artifacts: map[string]string{test.benchmark.Workload: "artifact"}, Flags: []string{"-XX:+UseZGC"}},
				Folder:  "FOLDER",
				Now:     func() time.Time { return time.Unix(0, 7) },
			})
			if text := strings.Join(got, " "); text != test.want {
				t.Errorf("got\n%s\nwant\n%s", text, test.want)
			}
		})
	}
}

func TestEveryKindCanBeStarted(t *testing.T) {
	for _, k := range config.Kinds {
		if kinds[k] == nil {
			t.Errorf("kind %s is not among those that can be started", k)
		}
	}
}
