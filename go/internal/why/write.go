package why

import (
	"io"

	"github.com/google/pprof/profile"
)

// Write writes a profile in pprof's format, which go tool pprof -diff_base reads. Its
// values are in a row's unit, of all that was profiled.
func (p Profile) Write(w io.Writer, unit string) error {
	kind := &profile.ValueType{Type: cpuValue, Unit: "nanoseconds"}
	if unit != Time {
		kind = &profile.ValueType{Type: allocValue, Unit: "count"}
	}
	if unit == Bytes {
		kind = &profile.ValueType{Type: "alloc_space", Unit: "bytes"}
	}
	out := &profile.Profile{SampleType: []*profile.ValueType{kind}, DefaultSampleType: kind.Type}
	functions, locations := map[string]*profile.Function{}, map[frame]*profile.Location{}
	for _, s := range p.stacks {
		sample := &profile.Sample{Value: []int64{int64(s.value)}}
		for _, f := range s.frames {
			if functions[f.name] == nil {
				functions[f.name] = &profile.Function{ID: uint64(len(functions) + 1), Name: f.name, SystemName: f.name, Filename: f.file, StartLine: int64(f.start)}
				out.Function = append(out.Function, functions[f.name])
			}
			if locations[f] == nil {
				locations[f] = &profile.Location{ID: uint64(len(locations) + 1), Line: []profile.Line{{Function: functions[f.name], Line: int64(max(0, f.line))}}}
				out.Location = append(out.Location, locations[f])
			}
			sample.Location = append(sample.Location, locations[f])
		}
		out.Sample = append(out.Sample, sample)
	}
	return out.Write(w)
}
