package jmh

import (
	"strings"
	"unicode"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"
)

// Units of primary metrics and of allocation.
const (
	timePerOp  = "ns/op"
	opsPerTime = "ops/s"
	bytesPerOp = "B/op"
)

// nanoseconds holds the length of each unit of time, as JMH spells them.
var nanoseconds = map[string]float64{
	"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "sec": 1e9,
	"min": 60e9, "hr": 3600e9, "day": 24 * 3600e9,
}

// byteCounts holds the size of each unit of memory. JMH's profilers divide by
// 1024 whether they call the outcome KiB or MB.
var byteCounts = map[string]float64{
	"B": 1, "bytes": 1,
	"KB": 1 << 10, "KiB": 1 << 10,
	"MB": 1 << 20, "MiB": 1 << 20,
	"GB": 1 << 30, "GiB": 1 << 30,
}

// A scale turns values of a unit of JMH into a unit of the benchmark format:
// it multiplies and divides, since one factor such as 1/60 would be inexact.
type scale struct {
	unit     string
	mul, div float64
}

func (s scale) apply(v float64) float64 { return v * s.mul / s.div }

// scaleOf returns the scale of a unit as JMH writes it, without the metric's name:
// times become ns, sizes B, rates per second, and mere counts "".
func scaleOf(unit string) scale {
	num, den, ratio := strings.Cut(unit, "/")
	s := scale{mul: 1, div: 1}
	switch {
	case nanoseconds[num] != 0:
		num, s.mul = "ns", nanoseconds[num]
	case byteCounts[num] != 0:
		num, s.mul = "B", byteCounts[num]
	case num == "#" || num == "counts" || num == "---":
		num = ""
	}
	if ns := nanoseconds[den]; ns > 1e9 {
		den, s.div = "s", ns/1e9
	} else if ns > 0 {
		den, s.mul = "s", s.mul*(1e9/ns)
	}
	s.unit = escape(num)
	if ratio {
		s.unit += "/" + escape(den)
	}
	return s
}

// metricUnit returns the unit of a secondary metric in the benchmark format:
// its name and its unit, joined by a dash; the name alone if it counts
// something; and B/op for the bytes allocated by an operation, which is what
// Go's testing calls the same quantity.
func metricUnit(name, unit string) string {
	switch {
	case name == "gc.alloc.rate.norm" && unit == bytesPerOp:
		return unit
	case unit == "" || unit[0] == '/':
		return escape(name) + unit
	}
	return escape(name) + "-" + unit
}

// metricName strips the middle dot from the name of a secondary metric that JMH
// put before those of profilers until version 1.35.
func metricName(name string) string {
	if rest, ok := strings.CutPrefix(name, "·"); ok && rest != "" {
		return rest
	}
	return name
}

// derived reports whether name is that of a percentile JMH derives from the
// primary metric: the histogram says the same of each fork. Until version
// 1.35 it was written as method·p0.50.
func derived(name, method string) bool {
	if rest, ok := strings.CutPrefix(name, method+"·"); ok {
		name = rest
	}
	switch name {
	case "p0.00", "p0.50", "p0.90", "p0.95", "p0.99", "p0.999", "p0.9999", "p1.00":
		return true
	}
	return false
}

// escape makes text fit for a name or a unit in the benchmark format: white
// space, control characters, '/' and '%' become %XX, for each byte of their
// UTF-8.
//
// Go's testing turns white space into '_' instead. That maps different
// parameters to one name, and their samples would be pooled without a word.
func escape(text string) string {
	unsafe := func(r rune) bool {
		return r == '/' || r == '%' || unicode.IsSpace(r) || unicode.IsControl(r)
	}
	if strings.IndexFunc(text, unsafe) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if !unsafe(r) {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(string(r)) {
			b.WriteByte('%')
			b.WriteByte("0123456789ABCDEF"[c>>4])
			b.WriteByte("0123456789ABCDEF"[c&15])
		}
	}
	return b.String()
}

// Better returns which values of a unit made by this package, tidied or not, are better,
// "higher" or "lower", or "" if that can't be told from the unit: a counter of
// hits and a counter of misses are both ops/s.
func Better(unit string) string {
	_, unit = benchunit.Tidy(1, unit)
	switch unit {
	case opsPerTime:
		return "higher"
	case "sec/op", "p50-sec/op", "p90-sec/op", "p99-sec/op", "p99.9-sec/op", "max-sec/op",
		bytesPerOp, "gc.count", "gc.time-sec", "gc.cpuTime-sec":
		return "lower"
	}
	return ""
}

// Units returns the metadata a file with these results has to declare, for
// each unit whose better direction is known, in the order of their appearance.
// Without it benchstat takes ops/s for a unit without direction.
func Units(results []*benchfmt.Result) []*benchfmt.UnitMetadata {
	var list []*benchfmt.UnitMetadata
	seen := make(map[string]bool)
	for _, r := range results {
		for _, v := range r.Values {
			unit := v.OrigUnit
			if unit == "" {
				unit = v.Unit
			}
			_, tidy := benchunit.Tidy(1, unit)
			if seen[tidy] {
				continue
			}
			seen[tidy] = true
			if better := Better(unit); better != "" {
				list = append(list, &benchfmt.UnitMetadata{
					UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: tidy, Key: "better"},
					OrigUnit:        unit,
					Value:           better,
				})
			}
		}
	}
	return list
}
