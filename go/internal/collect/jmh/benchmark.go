// Package jmh turns the result file of the Java Microbenchmark Harness
// (JMH, option -rf json) into results in the Go benchmark format.
//
// [Parse] takes a whole result file of any mode and returns one [Benchmark] for
// each object in it. [Benchmark.Results] returns one result for each fork. A
// fork is a process and therefore a sample. Its iterations share a JVM, so the
// caller chooses a summary for them.
//
// It never guesses: a benchmark that it cannot read in full is an [Error] with
// its place in the file, returned beside the others. It does not know workloads,
// machines or sides; the caller adds them.
package jmh

import "time"

// The modes of JMH, as its result files spell them.
const (
	Throughput  = "thrpt"
	AverageTime = "avgt"
	SampleTime  = "sample"
	SingleShot  = "ss"
)

// Benchmark is one object of a result file: a benchmark method with one value
// of each of its parameters, measured in one mode.
type Benchmark struct {
	Name   string  // package, class and method (or group), joined by dots
	Mode   string  // one of the modes above
	Params []Param // as the file orders them

	Threads               int // of all kinds, for a group
	Forks                 int // as asked for; 0 means in JMH's own process
	WarmupIterations      int // of each fork
	WarmupTime            time.Duration
	MeasurementIterations int           // of each fork
	MeasurementTime       time.Duration // of one iteration; 0 for a single shot
	MeasurementBatchSize  int           // calls that make up one operation of a single shot
	JMHVersion            string
	JVM                   string // path of the java command
	JVMArgs               []string
	JDKVersion            string
	VMName, VMVersion     string
	Metrics               []Metric // the primary one first, then as the file orders them
}

// Param is a value of a field annotated with @Param, unescaped.
type Param struct {
	Key, Value string
}

// Metric is what was measured of a benchmark.
type Metric struct {
	Name string // "" for the primary one
	Unit string // a unit of the benchmark format, see [Benchmark.Results]

	// Forks holds the values in Unit, by fork and iteration. It has as many
	// forks as the primary metric. A value of a secondary metric may be NaN or
	// infinite, and a fork may have fewer of them than it has iterations.
	Forks [][]float64

	// Histograms holds, by fork, the times of single operations that the mode
	// [SampleTime] records for the primary metric; Forks are then the means of
	// the iterations. It is nil for any other metric.
	Histograms []Histogram
}
