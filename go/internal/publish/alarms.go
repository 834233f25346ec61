package publish

import (
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/history"
)

// A Count is how many of so many.
type Count struct {
	Count int `json:"count"`
	Of    int `json:"of"`
}

// A Rate is how many of so many reports, with the upper bound of that part at 95 %.
type Rate struct {
	Count int     `json:"count"`
	Of    int     `json:"of"`
	High  float64 `json:"high"`
}

// Alarms is how often our rules called something slower or faster in reports on
// what had not changed, by the rounds that were recorded in a run.
type Alarms struct {
	Run  string `json:"run"`
	Date string `json:"date,omitempty"`
	Rate
}

// liveAlarms counts the measured reports on unchanged code, one of each night, and those
// among them that called something slower or faster; nil where there is none.
func liveAlarms(runs []whole) *Count {
	reports := map[string]bool{} // by run: a report may have several jobs
	for _, w := range runs {
		e, err := history.Parse(w.Listing.ID + history.Ending)
		if err == nil && e.Kind == history.Calibrate && strings.HasPrefix(e.Job, history.Identical) && w.Alike > 0 {
			reports[e.Run] = reports[e.Run] || w.Called > 0
		}
	}
	if len(reports) == 0 {
		return nil
	}
	c := Count{Of: len(reports)}
	for _, alarmed := range reports {
		if alarmed {
			c.Count++
		}
	}
	return &c
}

// A recording is the files of a run in which a commit was measured against itself.
type recording struct {
	Run   string
	Date  string
	Files []file
}

// newestAlarms draws the rate from the newest recording that has one: what was
// ended early may have too few rounds. It returns the files that it was drawn from.
func newestAlarms(root string, files []file, runs []whole, known cached, rate func([]string) (Rate, error)) (*Alarms, []file) {
	if rate == nil {
		return nil, nil
	}
	for _, r := range recordings(files, runs) {
		if known.Alarms != nil && slices.Equal(known.Recorded, r.Files) {
			return known.Alarms, r.Files
		}
		var paths []string
		for _, f := range r.Files {
			paths = append(paths, path(root, f.ID))
		}
		if found, err := rate(paths); err == nil {
			return &Alarms{Run: r.Files[0].ID, Date: r.Date, Rate: found}, r.Files
		}
	}
	return nil, nil
}

// recordings are those of the history, the newest first as runs are.
func recordings(files []file, runs []whole) []recording {
	byID := map[string]file{}
	for _, f := range files {
		byID[f.ID] = f
	}
	var all []recording
	for _, w := range runs {
		e, err := history.Parse(w.Listing.ID + history.Ending)
		if err != nil || e.Kind != history.Calibrate || !strings.HasPrefix(e.Job, history.Recording) {
			continue
		}
		i := slices.IndexFunc(all, func(r recording) bool { return r.Run == e.Run })
		if i < 0 {
			i = len(all)
			all = append(all, recording{Run: e.Run, Date: w.Listing.Date})
		}
		all[i].Files = append(all[i].Files, byID[w.Listing.ID])
	}
	return all
}
