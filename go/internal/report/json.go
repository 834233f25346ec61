package report

import (
	"encoding/json"
	"io"
	"slices"
)

// WriteJSON writes the report whole. Its version grows when a field changes
// its meaning or goes.
func WriteJSON(w io.Writer, r *Report) error {
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
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Version       int             `json:"version"`
		Profile       string          `json:"profile"`
		Base          string          `json:"base"`
		Head          string          `json:"head"`
		Alpha         float64         `json:"alpha"`
		MinimumEffect float64         `json:"minimumEffect"`
		Confidence    float64         `json:"confidence"`
		Unpaired      bool            `json:"unpaired,omitempty"`
		Machines      []string        `json:"machines"`
		Toolchains    []string        `json:"toolchains"`
		Counts        map[Verdict]int `json:"counts"`
		Groups        []Row           `json:"groups"`
		Rows          []Row           `json:"rows"`
		Reach         Reach           `json:"reach"`
		Command       string          `json:"command"`
	}{3, r.Profile, r.Base, r.Head, r.Alpha, r.MinimumEffect, r.Confidence, r.Unpaired, append([]string{}, r.Machines...), append([]string{}, r.Toolchains...), counts, append([]Row{}, r.Groups...), append([]Row{}, r.Rows...), r.Reach.listed(), r.command()})
}
