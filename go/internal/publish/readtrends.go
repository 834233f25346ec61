package publish

import (
	"slices"

	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/publish/shard"
	"github.com/cobench/cobench/go/internal/results"
)

// A Trend is the time of an operation of one benchmark on one machine, measured
// against one ruler: the values in which the site's change points are found.
type Trend struct {
	Runtime   string
	Benchmark string // the site's name, with exec and GOMAXPROCS
	CPU       string
	Ruler     string // its number; "" where none was measured, and the values are seconds
	Points    []TrendPoint
	Changes   []TrendChange
}

// A TrendChange is a change point, whose Index counts the trend's Points.
type TrendChange struct {
	shard.Change
	Noise float64 // how far the values spread around the two levels, as a part of them
}

// A TrendPoint is the median of one run, as a ratio to the run's ruler. Low and
// High are NaN where there are too few samples for an interval.
type TrendPoint struct {
	Place            int // of the run on the axis, which is in the order of the commits
	Run              string
	Commit           string
	Value, Low, High float64
	N                int
}

// ReadTrends returns the trends of the named workloads on the main branch, with
// the change points that Publish finds in them, and the files that it leaves out.
func ReadTrends(root string, workloads []string, commits map[string]Commit) ([]Trend, []history.Skipped, error) {
	files, strays, err := list(root)
	if err != nil {
		return nil, nil, err
	}
	none := recall("")
	bad := none.bad(files)
	if files, err = mainFiles(root, files, none, commits, bad); err != nil {
		return nil, nil, err
	}
	t, err := derive(root, files, none, Options{}, bad)
	if err != nil {
		return nil, nil, err
	}
	names := namingOf(packages(t, nil))
	var all []Trend
	for _, s := range t.series {
		if !slices.Contains(workloads, results.ParseName(s.name).Workload) {
			continue
		}
		for _, column := range s.shard.Columns {
			if column.Unit != results.SecPerOp {
				continue
			}
			found, err := s.trends(t, column)
			if err != nil {
				return nil, nil, err
			}
			for i := range found {
				found[i].Benchmark = names.name(s.pkg, s.name)
			}
			all = append(all, found...)
		}
	}
	return all, bad.all(strays), nil
}

// trends are the parts of a column, one for each ruler.
func (s *series) trends(t *trends, column *shard.Column) ([]Trend, error) {
	places := t.byMachine[column.Machine]
	if err := s.change(column, places); err != nil {
		return nil, err
	}
	points, err := column.Points()
	if err != nil {
		return nil, err
	}
	var found []Trend
	for _, part := range s.levels[column].parts {
		trend := Trend{Runtime: s.shard.Runtime, CPU: t.Machines[column.Machine].CPU, Ruler: part.ruler}
		end := part.from + part.trend.Len()
		for _, p := range points[part.from:end] {
			run, unit := t.Runs[places[p.Run]], 1.0
			if run.Ruler.Seconds > 0 {
				unit = run.Ruler.Seconds
			}
			trend.Points = append(trend.Points, TrendPoint{
				Place: places[p.Run], Run: run.ID, Commit: run.Commit,
				Value: p.Center / unit, Low: p.Low / unit, High: p.High / unit, N: p.N,
			})
		}
		for _, c := range column.Changes {
			if part.from < c.Index && c.Index < end {
				c.Index -= part.from
				trend.Changes = append(trend.Changes, TrendChange{Change: c})
			}
		}
		for i, p := range part.trend.Points() {
			trend.Changes[i].Noise = p.Noise()
		}
		found = append(found, trend)
	}
	return found, nil
}
