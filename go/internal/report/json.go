package report

import (
	"encoding/json"
	"io"
	"slices"
)

// DocumentVersion grows when a field of Document changes its meaning or goes; a new
// field does not change it.
const DocumentVersion = 3

// A Document is a report as JSON, whole. site/public/schema/report.json describes it.
type Document struct {
	Version       int             `json:"version" jsonschema:"3; another number where a field has changed its meaning or gone"`
	Profile       string          `json:"profile" jsonschema:"what was measured by: project, files, or a profile of bench-config"`
	Base          string          `json:"base" jsonschema:"commit, or the file, that head is compared with"`
	Head          string          `json:"head" jsonschema:"commit, with -dirty behind it for uncommitted changes, or the file"`
	Alpha         float64         `json:"alpha" jsonschema:"chance, at most, of a false alarm in the whole report"`
	MinimumEffect float64         `json:"minimumEffect" jsonschema:"least change that counts, as a part: 0.02"`
	Confidence    float64         `json:"confidence" jsonschema:"of the intervals"`
	Unpaired      bool            `json:"unpaired,omitempty" jsonschema:"the sides were measured one after the other"`
	Machines      []string        `json:"machines"`
	Upgrades      []string        `json:"upgrades,omitempty" jsonschema:"of the same code, that head has: jdk=25, go=1.27.0, a dependency=its version"`
	Toolchains    []string        `json:"toolchains" jsonschema:"that differ between the sides"`
	Counts        map[Verdict]int `json:"counts" jsonschema:"how many rows and groups have each verdict"`
	Groups        []Row           `json:"groups" jsonschema:"benchmarks that moved together"`
	Rows          []Row           `json:"rows" jsonschema:"one for each benchmark, what matters most first"`
	Reach         Reach           `json:"reach" jsonschema:"what of the change the benchmarks execute"`
	Command       string          `json:"command" jsonschema:"benchstat's, for the same samples; empty where nothing was measured"`
}

// Document is the report as JSON.
func (r *Report) Document() Document {
	counts := map[Verdict]int{}
	for _, v := range Verdicts {
		counts[v] = r.Count(v)
	}
	for _, v := range AllocationVerdicts {
		counts[v] = r.CountAllocations(v)
	}
	if slices.ContainsFunc(r.Rows, func(x Row) bool { return len(x.Units) > 0 }) {
		counts[Worse], counts[Better] = r.CountUnits(Worse), r.CountUnits(Better)
	}
	return Document{
		DocumentVersion, r.Profile, r.Base, r.Head, r.Alpha, r.MinimumEffect, r.Confidence, r.Unpaired,
		append([]string{}, r.Machines...), r.Upgrades, append([]string{}, r.Toolchains...), counts, append([]Row{}, r.Groups...), append([]Row{}, r.Rows...), r.Reach.listed(), r.command(),
	}
}

// WriteJSON writes the report whole, as a Document.
func WriteJSON(w io.Writer, r *Report) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r.Document())
}
