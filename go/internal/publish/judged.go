package publish

import (
	"cmp"

	"github.com/cobench/cobench/go/internal/history"
)

// Judged is the report on a run that has two sides.
type Judged struct {
	Base     string `json:"base"` // commit
	Head     string `json:"head"`
	Headline string `json:"headline"`         // the verdict on the whole, in a line
	Rest     string `json:"rest,omitempty"`   // what is said of those without a row
	Command  string `json:"command"`          // which measures the same again
	Alike    int    `json:"alike,omitempty"`  // benchmarks measured though both sides have the same code
	Called   int    `json:"called,omitempty"` // those of them that are called slower or faster
	Groups   []Row  `json:"groups,omitempty"` // of several benchmarks that moved together
	Rows     []Row  `json:"rows"`             // of what was measured, what matters most first
}

// A Row is the verdict on one benchmark or on a group of them. A pointer is nil
// where there is no such number.
type Row struct {
	Verdict     string   `json:"verdict"`
	Allocations string   `json:"allocations,omitempty"` // the verdict on them, where there is one
	Runtime     string   `json:"runtime"`
	Benchmark   string   `json:"benchmark"`
	Members     int      `json:"members,omitempty"` // of a group: how many benchmarks it has
	Base        *float64 `json:"base"`              // seconds
	Head        *float64 `json:"head"`
	Ratio       *float64 `json:"ratio"` // head to base, with its interval
	Low         *float64 `json:"low"`
	High        *float64 `json:"high"`
	P           *float64 `json:"p"` // adjusted for all that was tested
	N           int      `json:"n"`
	Remark      string   `json:"remark,omitempty"` // what bounds the verdict
}

// A Verdict is a row that says slower or faster, and where it stands.
type Verdict struct {
	Run       string  `json:"run"`
	Date      string  `json:"date"`
	Base      string  `json:"base"` // commit
	Head      string  `json:"head"`
	Verdict   string  `json:"verdict"`
	Runtime   string  `json:"runtime"`
	Benchmark string  `json:"benchmark"`
	Members   int     `json:"members,omitempty"`
	Ratio     float64 `json:"ratio"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	P         float64 `json:"p"`
	N         int     `json:"n"`
}

// rename gives benchmarks the names that they have on the site.
func (j *Judged) rename(names map[string]string) {
	if j == nil {
		return
	}
	for i := range j.Rows {
		j.Rows[i].Benchmark = cmp.Or(names[j.Rows[i].Benchmark], j.Rows[i].Benchmark)
	}
}

// verdicts are the rows of a run that say slower or faster, groups first.
func (r *Run) verdicts() []Verdict {
	if r.Judged == nil {
		return nil
	}
	var all []Verdict
	for _, rows := range [][]Row{r.Judged.Groups, r.Judged.Rows} {
		for _, x := range rows {
			if x.Ratio == nil || x.Low == nil || x.High == nil || x.P == nil || x.Verdict != "slower" && x.Verdict != "faster" {
				continue
			}
			all = append(all, Verdict{
				Run: r.ID, Date: r.Date, Base: r.Judged.Base, Head: r.Judged.Head, Verdict: x.Verdict, Runtime: x.Runtime, Benchmark: x.Benchmark,
				Members: x.Members, Ratio: *x.Ratio, Low: *x.Low, High: *x.High, P: *x.P, N: x.N,
			})
		}
	}
	return all
}

// verdictsTold is how many verdicts the index has.
const verdictsTold = 60

// verdicts are the newest of all runs, newest first. What the verdicts are tried by, such
// as a slowdown made for the purpose, is no news.
func verdicts(runs []whole) []Verdict {
	all := []Verdict{}
	for _, r := range runs {
		if r.Listing.Kind != history.Calibrate {
			all = append(all, r.Judged...)
		}
	}
	return all[:min(len(all), verdictsTold)]
}
