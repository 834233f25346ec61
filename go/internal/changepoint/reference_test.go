package changepoint

import (
	"github.com/cobench/cobench/go/internal/stat"

	"math"
	"slices"
)

// faults are what is wrong in stock Otava, as testdata/README.md tells.
type faults struct{ dividedByN, staleBefore bool }

// referencePoints finds change points as the papers tell it, with nothing
// kept from one step to the next, or with one or both of stock Otava's faults.
func referencePoints(values []float64, o Options, f faults) []int {
	weak := referenceWeak(values, o, f)
	ps, effects, weaker := make([]float64, len(weak)), make([]float64, len(weak)), make([]bool, len(weak))
	judge := func(i int) {
		ends := slices.Concat([]int{0}, weak, []int{len(values)})
		before, after := values[ends[i]:ends[i+1]], values[ends[i+1]:ends[i+2]]
		ps[i] = referenceP(before, after, f)
		weaker[i] = ps[i] >= o.MaxP || min(len(before), len(after)) < o.Settled || o.Steps && referenceDrifts(before, after, o.MaxP)
		a, b := referenceMean(before), referenceMean(after)
		effects[i] = max(a/b, b/a, 1) - 1
	}
	for i := range weak {
		judge(i)
	}
	for len(weak) > 0 {
		drop := -1
		for i, w := range weaker {
			if w && (drop < 0 || ps[i] > ps[drop]) {
				drop = i
			}
		}
		if drop < 0 {
			if drop = slices.Index(effects, slices.Min(effects)); effects[drop] > o.MinEffect {
				break
			}
		}
		weak = slices.Delete(weak, drop, drop+1)
		ps, effects = slices.Delete(ps, drop, drop+1), slices.Delete(effects, drop, drop+1)
		weaker = slices.Delete(weaker, drop, drop+1)
		for i := range weak {
			if !f.staleBefore || i == drop || i == drop+1 {
				judge(i)
			}
		}
	}
	return weak
}

// referenceDrifts fits a step, a line and both by least squares, from the values.
func referenceDrifts(before, after []float64, maxP float64) bool {
	var ones, line, step []float64
	values := slices.Concat(before, after)
	for i := range values {
		ones, line, step = append(ones, 1), append(line, float64(i)), append(step, 0)
		if i >= len(before) {
			step[i] = 1
		}
	}
	if len(values) < 4 {
		return false
	}
	byLine, byStep, byBoth := residues(values, ones, line), residues(values, ones, step), residues(values, ones, line, step)
	if byLine >= byStep {
		return false
	}
	freedom := float64(len(values) - 3)
	return stat.StudentTails((byLine-byBoth)/byBoth*freedom, freedom) > maxP
}

// residues is the sum of squares that columns leave, by making each orthogonal to
// those before it (Gram and Schmidt).
func residues(values []float64, columns ...[]float64) float64 {
	values = slices.Clone(values)
	var basis [][]float64
	without := func(x, y []float64) {
		var xy, yy float64
		for i := range x {
			xy, yy = xy+x[i]*y[i], yy+y[i]*y[i]
		}
		for i := range x {
			x[i] -= xy / yy * y[i]
		}
	}
	for _, c := range columns {
		c = slices.Clone(c)
		for _, b := range basis {
			without(c, b)
		}
		basis = append(basis, c)
		without(values, c)
	}
	var sum float64
	for _, v := range values {
		sum += v * v
	}
	return sum
}

func referenceWeak(values []float64, o Options, f faults) []int {
	var weak []int
	for start := 0; start < len(values); {
		window := values[start:min(start+o.Window, len(values))]
		next := start + o.Window/2
		for _, at := range referenceDivide(window, weakness*o.MaxP, f) {
			weak = append(weak, start+at)
			next = max(next, start+at)
		}
		start = next
	}
	return weak
}

func referenceDivide(window []float64, maxP float64, f faults) []int {
	ends := []int{0, len(window)}
	for {
		best, at := -1.0, 0
		var p float64
		for i := range ends[1:] {
			from, to := ends[i], ends[i+1]
			if n, q := referenceBest(window[from:to]); q > best {
				best, at = q, from+n
				if n > 0 {
					p = referenceP(window[from:at], window[at:to], f)
				}
			}
		}
		if best < 0 || !(p <= maxP) {
			return ends[1 : len(ends)-1]
		}
		ends = append(ends, at)
		slices.Sort(ends)
	}
}

// referenceBest sums distances over rectangles of their matrix.
func referenceBest(values []float64) (at int, q float64) {
	size := len(values)
	sums := make([][]float64, size+1) // sums[i][j]: of the first i with the first j
	sums[0] = make([]float64, size+1)
	for i := range values {
		sums[i+1] = make([]float64, size+1)
		row := 0.0
		for j := range values {
			row += math.Abs(values[i] - values[j])
			sums[i+1][j+1] = sums[i][j+1] + row
		}
	}
	between := func(a, b, c, d int) float64 { return sums[b][d] - sums[a][d] - sums[b][c] + sums[a][c] }
	q = -1
	for split := 1; split < size; split++ {
		for end := split + 1; end <= size; end++ {
			n, m := float64(split), float64(end-split)
			e := 2 * between(0, split, split, end) / (n * m)
			if split > 1 {
				e -= between(0, split, 0, split) / (n * (n - 1))
			}
			if end-split > 1 {
				e -= between(split, end, split, end) / (m * (m - 1))
			}
			if here := n * m / (n + m) * e; here > q+1e-12*math.Abs(q) {
				at, q = split, here
			}
		}
	}
	return at, q
}

func referenceP(a, b []float64, f faults) float64 {
	n, m := float64(len(a)), float64(len(b))
	variance := func(values []float64) float64 {
		mean, squares := referenceMean(values), 0.0
		for _, v := range values {
			squares += (v - mean) * (v - mean)
		}
		if f.dividedByN {
			return squares / float64(len(values))
		}
		return squares / max(1, float64(len(values)-1))
	}
	freedom := n + m - 2
	pooled := ((n-1)*variance(a) + (m-1)*variance(b)) / freedom
	d := referenceMean(a) - referenceMean(b)
	if freedom == 0 || d == 0 {
		return 1
	}
	return stat.StudentTails(d*d/(pooled*(1/n+1/m)), freedom)
}

func referenceMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
