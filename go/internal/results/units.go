package results

import (
	"strings"

	"golang.org/x/perf/benchfmt"
)

// The units of values as they are written, which doc.go explains.
const (
	NsPerOp        = "ns/op"
	BytesPerOp     = "B/op"
	AllocsPerOp    = "allocs/op"
	StartTime      = "start-ns"
	FirstTime      = "first-ns/op"
	TenthTime      = "tenth-ns/op"
	WarmupTime     = "warmup-ns"
	CPUTime        = "cpu-ns/op"
	PeakRSS        = "peak-rss-bytes"
	ThreadsStarted = "threads-started"
	ThreadsPeak    = "threads-peak"
	BinaryBytes    = "binary-bytes"
	Failures       = "failures"
	Skips          = "skips"
)

// Of nanoseconds a reader makes seconds.
const (
	SecPerOp     = "sec/op"
	StartSeconds = "start-sec"
)

// Units are all that a line of collect's may have, besides a workload's own
// figures; each is better lower.
var Units = []string{
	NsPerOp, BytesPerOp, AllocsPerOp, StartTime, FirstTime, TenthTime, WarmupTime,
	CPUTime, PeakRSS, ThreadsStarted, ThreadsPeak, BinaryBytes, Failures, Skips,
}

// UnitLine says which way a unit is better, lower or higher.
func UnitLine(unit, better string) *benchfmt.UnitMetadata { return about(unit, "better", better) }

// ExactLine says that no run changes a unit's value.
func ExactLine(unit string) *benchfmt.UnitMetadata { return about(unit, "assume", "exact") }

func about(unit, key, value string) *benchfmt.UnitMetadata {
	return &benchfmt.UnitMetadata{UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: unit, Key: key}, OrigUnit: unit, Value: value}
}

// IsTime tells whether a unit is that of a time, which is never negative.
func IsTime(unit string) bool {
	return unit == SecPerOp || strings.HasSuffix(unit, "-sec/op") || strings.HasSuffix(unit, "-sec")
}

// IsMark tells whether a unit is that of a line that says why there is no number.
func IsMark(unit string) bool { return unit == Failures || unit == Skips }
