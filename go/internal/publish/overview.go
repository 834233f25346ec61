package publish

import (
	"math"
	"slices"

	"github.com/cobench/cobench/go/internal/changepoint"
	"github.com/cobench/cobench/go/internal/publish/shard"
	"github.com/cobench/cobench/go/internal/results"
	"github.com/cobench/cobench/go/internal/stat"
)

// A row is what the list of all trends says of one: the time of a benchmark on a
// machine, or its first unit where it has no time. Levels and noise are of ratios
// to the ruler, where one was measured, as change points are.
type row struct {
	Unit     string
	Machine  int
	Newest   shard.Point
	Run      int // place on the axis of its run
	Points   int
	Ruled    bool
	Weekly   float64 // the level now to that of so many days ago; 0 where there is none
	Monthly  float64
	Released float64 // the level now to that of the last release; 0 where there is none
	Noise    float64 // relative standard deviation from run to run; 0 where nobody knows
	Least    float64 // the least change that would be found once it has lasted lastingRuns; 0 where nobody knows
	Change   *shard.Change
	Spark    []int // means of the newest points, in thousandths of their median
	Unsteady bool  // the newest point is unsettled
}

const (
	week = 7 * 24 * 3600 // seconds
	// levelPoints are what a level is the median of.
	levelPoints = 5
	// noisePoints are the newest points that the noise is taken from, and
	// leastNoise the fewest that say anything of it.
	noisePoints, leastNoise = 100, 9
	// lastingRuns is how many later runs the least visible change is told for.
	lastingRuns = 10
	// newestPoints reach back 30 days wherever there are 60 runs a day or less.
	newestPoints = 2048
	// A sparkline has so many points, of so many values each.
	sparkSteps, sparkEach = 24, 4
)

// A value of a trend, as its change points are found in it.
type value struct {
	index int // in the column
	place int // on the axis of runs
	date  int64
	v     float64
}

// rows sums up the series' columns, the time of each machine or its first unit.
func (s *series) rows(t *trends, dates []int64) ([]row, error) {
	chosen := map[int]*shard.Column{}
	var order []int
	for _, c := range s.shard.Columns {
		known, ok := chosen[c.Machine]
		if !ok {
			order = append(order, c.Machine)
		}
		if !ok || c.Unit == results.SecPerOp && known.Unit != results.SecPerOp {
			chosen[c.Machine] = c
		}
	}
	var rows []row
	for _, machine := range order {
		r, err := rowOf(chosen[machine], t, dates)
		if err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}

func rowOf(column *shard.Column, t *trends, dates []int64) (row, error) {
	points, from, err := column.Newest(newestPoints)
	if err != nil {
		return row{}, err
	}
	places := t.byMachine[column.Machine]
	last := points[len(points)-1]
	r := row{
		Unit: column.Unit, Machine: column.Machine, Newest: last, Run: places[last.Run], Points: column.Count, Unsteady: last.Unsettled(),
		Ruled: results.IsTime(column.Unit) && t.Runs[places[last.Run]].Ruler.Seconds > 0,
	}
	values := newestValues(points, from, places, t, dates, r.Ruled)
	level := 0 // index of the first value of the newest one
	if n := len(column.Changes); n > 0 {
		r.Change, level = &column.Changes[n-1], column.Changes[n-1].Index
	}
	if len(values) == 0 {
		return r, nil
	}
	own := slices.IndexFunc(values, func(v value) bool { return v.index >= level })
	if own < 0 {
		own = len(values) - 1
	}
	now := middle(values[max(own, len(values)-levelPoints):])
	r.Weekly, r.Monthly = digits(ago(values, now, week)), digits(ago(values, now, 30*week/7))
	r.Released = digits(since(values, now, t.released))
	r.Noise = digits(noise(values[max(0, len(values)-noisePoints):]))
	r.Least = digits(leastVisible(r.Noise, len(values)-own))
	r.Spark = spark(values[max(0, len(values)-sparkSteps*sparkEach):])
	return r, nil
}

// newestValues are the newest values that compare with the newest: settled, and of the same ruler.
func newestValues(points []shard.Point, from int, places []int, t *trends, dates []int64, ruled bool) []value {
	ruler := t.Runs[places[points[len(points)-1].Run]].Ruler.Number
	var values []value
	for i, p := range slices.Backward(points) {
		place := places[p.Run]
		run := t.Runs[place].Ruler
		if ruled && run.Number != ruler {
			break
		}
		if p.Unsettled() {
			continue
		}
		v := p.Center
		if ruled {
			v /= run.Seconds
		}
		values = append(values, value{from + i, place, dates[place], v})
	}
	slices.Reverse(values)
	return values
}

// middle is the median of values.
func middle(values []value) float64 {
	all := make([]float64, len(values))
	for i, v := range values {
		all[i] = v.v
	}
	return stat.Median(all)
}

// ago is the level now to that about so many seconds before the newest value; 0
// if the trend does not reach back so far.
func ago(values []value, now float64, seconds int64) float64 {
	then := values[len(values)-1].date - seconds
	i := len(values)
	for i > 0 && values[i-1].date > then {
		i--
	}
	if i == 0 {
		return 0
	}
	return now / middle(values[max(0, i-(levelPoints+1)/2):min(len(values), i+levelPoints/2)])
}

// since is the level now to that of the newest of the first so many runs; 0 if they
// have none, or if no value is of a later one.
func since(values []value, now float64, runs int) float64 {
	i := len(values)
	for i > 0 && values[i-1].place >= runs {
		i--
	}
	if i == 0 || i == len(values) {
		return 0
	}
	return now / middle(values[max(0, i-levelPoints):i])
}

// noise is the standard deviation from run to run, relative to the value: of the
// steps between neighbours, so that a change of level counts once, and by their
// median, so that it does not count at all (1.4826 makes that a standard deviation
// of normal values, the root of 2 one value's of two).
func noise(values []value) float64 {
	if len(values) < leastNoise {
		return 0
	}
	var steps []float64
	for i := 1; i < len(values); i++ {
		if values[i-1].v > 0 && values[i].v > 0 {
			steps = append(steps, math.Abs(math.Log(values[i].v/values[i-1].v)))
		}
	}
	if len(steps) == 0 {
		return 0
	}
	return 1.4826 * stat.Median(steps) / math.Sqrt2
}

// leastVisible is the least change that the search for change points would
// find, after so many values at one level and lastingRuns at the next: where
// Student's t reaches its p, and no less than its minimum effect.
func leastVisible(noise float64, before int) float64 {
	if noise == 0 || before < 2 {
		return 0
	}
	o := changepoint.Defaults
	n := float64(min(before, o.Window-lastingRuns))
	t := stat.StudentQuantile(1-o.MaxP, n+lastingRuns-2)
	return max(o.MinEffect, math.Exp(t*noise*math.Sqrt(1/n+1.0/lastingRuns))-1)
}

// spark are the means of values, sparkEach at a time where there are enough, in
// thousandths of their median.
func spark(values []value) []int {
	each := min(sparkEach, max(1, len(values)/sparkSteps))
	values = values[len(values)%each:]
	at := middle(values)
	if !(at > 0) {
		return nil
	}
	var steps []int
	for part := range slices.Chunk(values, each) {
		sum := 0.0
		for _, v := range part {
			sum += v.v
		}
		steps = append(steps, int(math.Round(1000*sum/float64(len(part))/at)))
	}
	return steps
}

// overview is the file of the list of all trends: columns, with an entry for each row.
type overview struct {
	Version  int       `json:"version"`
	Series   []int     `json:"series"`
	Machine  []int     `json:"machine"`
	Unit     []int     `json:"unit"` // place in the index
	Newest   []float64 `json:"newest"`
	Low      []float64 `json:"low"` // 0 where there are too few samples
	High     []float64 `json:"high"`
	N        []int     `json:"n"`
	Run      []int     `json:"run"`  // place on the axis
	Date     []int64   `json:"date"` // of the run, seconds since 1970
	Points   []int     `json:"points"`
	Week     []float64 `json:"week"`
	Month    []float64 `json:"month"`
	Release  []float64 `json:"release"`
	Noise    []float64 `json:"noise"`
	Least    []float64 `json:"least"`
	Unsteady []int     `json:"unsteady"` // rows whose newest value is of unsteady samples
	// Of the newest change; 0 where there is none. Place is of the commit after it.
	Ratio       []float64 `json:"ratio"`
	Place       []int     `json:"place"`
	Changed     []int64   `json:"changed"` // date
	Provisional []int     `json:"provisional"`
	Same        []int     `json:"same"`
	Spark       [][]int   `json:"spark"`
}

const overviewFile = trendsFolder + "/overview.json.gz"

// overview adds the list of all trends; places are those of the runs' commits.
func (p *published) overview(t *trends, dates []int64, places []int) error {
	o := overview{Version: Version, Unsteady: []int{}, Provisional: []int{}, Same: []int{}}
	bound := func(v float64) float64 {
		if math.IsNaN(v) {
			return 0
		}
		return digits(v)
	}
	for i, s := range t.series {
		for _, r := range s.summary {
			n := len(o.Series)
			o.Series, o.Machine = append(o.Series, i), append(o.Machine, r.Machine)
			o.Unit = append(o.Unit, slices.IndexFunc(t.Units, func(u Unit) bool { return u.Name == r.Unit }))
			o.Newest, o.Low, o.High = append(o.Newest, digits(r.Newest.Center)), append(o.Low, bound(r.Newest.Low)), append(o.High, bound(r.Newest.High))
			o.N, o.Run, o.Date, o.Points = append(o.N, r.Newest.N), append(o.Run, r.Run), append(o.Date, dates[r.Run]), append(o.Points, r.Points)
			o.Week, o.Month = append(o.Week, r.Weekly), append(o.Month, r.Monthly)
			o.Release = append(o.Release, r.Released)
			o.Noise, o.Least, o.Spark = append(o.Noise, r.Noise), append(o.Least, r.Least), append(o.Spark, r.Spark)
			if r.Unsteady {
				o.Unsteady = append(o.Unsteady, n)
			}
			if r.Change == nil {
				o.Ratio, o.Place, o.Changed = append(o.Ratio, 0), append(o.Place, 0), append(o.Changed, 0)
				continue
			}
			o.Ratio, o.Place, o.Changed = append(o.Ratio, r.Change.Ratio), append(o.Place, places[r.Change.At]), append(o.Changed, dates[r.Change.At])
			if r.Change.Provisional {
				o.Provisional = append(o.Provisional, n)
			}
			if r.Change.Same {
				o.Same = append(o.Same, n)
			}
		}
	}
	if len(o.Series) == 0 {
		return nil
	}
	return p.pack(overviewFile, o)
}
