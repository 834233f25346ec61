package changepoint

import "container/heap"

// A joint is a weak point between two segments, and where it stands: among
// its neighbours and in the heap.
type joint struct {
	index          int
	before, after  moments
	p, effect      float64
	significant    bool
	previous, next *joint
	place          int
}

// merge returns the change points among the weak points of h, Hunter's way:
// the weakest point is taken away and its two segments become one, until all
// that are left are significant and large enough. What has too few values on a side,
// or is a drift, is not significant.
func (h *history) merge(o Options) []Point {
	joints := make([]joint, len(h.points))
	weakest := weakestFirst{joints: make([]*joint, len(h.points))}
	for i := range joints {
		j := &joints[i]
		*j = joint{index: h.points[i], before: h.segments[i], after: h.segments[i+1], place: i}
		if i > 0 {
			j.previous, joints[i-1].next = &joints[i-1], j
		}
		j.judge(o)
		weakest.joints[i] = j
	}
	heap.Init(&weakest)
	for weakest.Len() > 0 {
		j := weakest.joints[0]
		if j.significant && j.effect > o.MinEffect {
			break
		}
		heap.Pop(&weakest)
		joined := j.before.join(j.after)
		if j.previous != nil {
			j.previous.next, j.previous.after = j.next, joined
			j.previous.judge(o)
			heap.Fix(&weakest, j.previous.place)
		}
		if j.next != nil {
			j.next.previous, j.next.before = j.previous, joined
			j.next.judge(o)
			heap.Fix(&weakest, j.next.place)
		}
	}
	var points []Point
	for i := range joints {
		if j := &joints[i]; j.place >= 0 {
			points = append(points, j.point())
		}
	}
	return points
}

func (j *joint) judge(o Options) {
	j.p = studentP(j.before, j.after)
	j.significant = j.p < o.MaxP && min(j.before.n, j.after.n) >= o.Settled && !(o.Steps && drifts(j.before, j.after, o.MaxP))
	j.effect = 0
	if a, b := j.before.mean, j.after.mean; a != b {
		j.effect = max(a/b, b/a) - 1
	}
}

func (j *joint) point() Point {
	return Point{
		Index:  j.index,
		Before: j.before.segment(),
		After:  j.after.segment(),
		P:      j.p,
		Ratio:  j.after.mean / j.before.mean,
	}
}

// weakestFirst is a heap: first what is not significant, by p, then what is,
// by effect, and of equals the earliest.
type weakestFirst struct{ joints []*joint }

func (w *weakestFirst) Len() int { return len(w.joints) }

func (w *weakestFirst) Less(x, y int) bool {
	a, b := w.joints[x], w.joints[y]
	switch {
	case a.significant != b.significant:
		return b.significant
	case !a.significant && a.p != b.p:
		return a.p > b.p
	case a.significant && a.effect != b.effect:
		return a.effect < b.effect
	}
	return a.index < b.index
}

func (w *weakestFirst) Swap(x, y int) {
	w.joints[x], w.joints[y] = w.joints[y], w.joints[x]
	w.joints[x].place, w.joints[y].place = x, y
}

// Push adds nothing: joints only leave.
func (w *weakestFirst) Push(any) {}

func (w *weakestFirst) Pop() any {
	last := len(w.joints) - 1
	j := w.joints[last]
	w.joints, j.place = w.joints[:last], -1
	return j
}
