package changepoint

import "slices"

// A Trend is a series to which values are appended as they are measured.
//
// It keeps the newest values, up to a window of them, and of all before them
// only what lies between weak points: no further value changes those, since a
// full window is always searched with the same outcome and decides where the
// next one starts. So a trend that grew value by value has the very points
// that Find finds in the whole.
//
// It must not be used from several goroutines at once.
type Trend struct {
	options Options
	divider divider
	settled history
	newest  []float64 // from the start of the next window on
	gaps    []int     // indexes of the values that were left out, ascending
}

// NewTrend returns a trend without values. The error names an option that is
// no good.
func NewTrend(o Options) (*Trend, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	return &Trend{options: o, settled: history{segments: make([]moments, 1)}}, nil
}

// Append adds the newest value. Its time depends on the window, not on the
// length of the trend. A value that is no good changes nothing, and the error
// names it.
func (t *Trend) Append(value float64) error {
	if err := check(t.Len(), value); err != nil {
		return err
	}
	t.newest = append(t.newest, value)
	if len(t.newest) == t.options.Window {
		rest := t.search(&t.settled, t.newest)
		t.newest = t.newest[:copy(t.newest, rest)]
	}
	return nil
}

// LeaveOut counts a value that says nothing, such as one of a process that had not
// come to rest. It has an index like all others, and no part in any level.
func (t *Trend) LeaveOut() { t.gaps = append(t.gaps, t.Len()) }

// Len is how many values were appended or left out.
func (t *Trend) Len() int { return t.settled.n + len(t.newest) + len(t.gaps) }

// index is that of the k-th value among all, those left out too.
func (t *Trend) index(k int) int {
	for _, gap := range t.gaps {
		if gap > k {
			break
		}
		k++
	}
	return k
}

// Points returns the change points as of the newest value, by index. The next
// values may take back a point with few values on one side. Its time is that
// of searching the last windows, and of merging all weak points, of which
// a trend has few.
func (t *Trend) Points() []Point {
	h := t.history()
	points := h.merge(t.options)
	for i := range points {
		k := points[i].Index
		points[i].Index, points[i].Last = t.index(k), t.index(k-1)
	}
	return points
}

// history is all values with all weak points as of the newest value.
func (t *Trend) history() history {
	h := t.settled.clone()
	for rest := t.newest; len(rest) > 0; {
		rest = t.search(&h, rest)
	}
	return h
}

// search finds the weak points of the window that values starts with, adds to
// h what no later window looks at, and returns the values from the start of
// the next window on: half a window further, or at the last weak point.
func (t *Trend) search(h *history, values []float64) (rest []float64) {
	window := values[:min(len(values), t.options.Window)]
	points := t.divider.divide(window, weakness*t.options.MaxP)
	next := t.options.Window / 2
	if len(points) > 0 {
		next = max(next, points[len(points)-1])
	}
	next = min(next, len(values))
	h.add(values[:next], points)
	return values[next:]
}

// A history is n values, as the segments between their weak points.
type history struct {
	n        int
	points   []int
	segments []moments // one more than points; the last may be empty
}

func (h *history) clone() history {
	return history{n: h.n, points: slices.Clone(h.points), segments: slices.Clone(h.segments)}
}

// add appends values with the weak points among them and at their end.
func (h *history) add(values []float64, points []int) {
	from := 0
	for _, point := range points {
		h.extend(values[from:point])
		h.points = append(h.points, h.n)
		h.segments = append(h.segments, moments{})
		from = point
	}
	h.extend(values[from:])
}

func (h *history) extend(values []float64) {
	last := &h.segments[len(h.segments)-1]
	for _, v := range values {
		last.add(v)
	}
	h.n += len(values)
}
