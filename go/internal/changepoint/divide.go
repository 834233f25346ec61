package changepoint

import (
	"math"
	"slices"
)

// A divider divides windows. It keeps its memory from one to the next.
type divider struct {
	parts               []part
	left, right, across []float64
}

// A part of a window is values[from:to], best divided before index at.
type part struct {
	from, at, to int
	q            float64
}

// divide returns where E-divisive means divides values, by index: the best
// division of all parts is made as long as its p is at most maxP.
func (d *divider) divide(values []float64, maxP float64) []int {
	d.parts = append(d.parts[:0], d.part(values, 0, len(values)))
	for {
		best := 0
		for i, p := range d.parts {
			if exceeds(p.q, d.parts[best].q) {
				best = i
			}
		}
		p := d.parts[best]
		if p.at == p.from || studentP(momentsOf(values[p.from:p.at]), momentsOf(values[p.at:p.to])) > maxP {
			break
		}
		d.parts = slices.Replace(d.parts, best, best+1, d.part(values, p.from, p.at), d.part(values, p.at, p.to))
	}
	var points []int
	for _, p := range d.parts[1:] {
		points = append(points, p.from)
	}
	return points
}

func (d *divider) part(values []float64, from, to int) part {
	at, q := d.best(values[from:to])
	return part{from: from, at: from + at, to: to, q: q}
}

// best returns the division of values that differs most, and by how much; 0
// and -1 if there are too few values to divide.
//
// A division compares n values with the m after them, not necessarily up to
// the last. They differ by mn/(m+n) times twice the mean distance across less
// the mean distances within either (Q of Matteson and James, section 2, with
// alpha 1), and the first division that differs most is taken. All sums of
// distances are carried along as the end moves on by a value, so that the time
// is that of the pairs, and no sum is had by subtraction.
func (d *divider) best(values []float64) (at int, q float64) {
	d.left = zeros(d.left, len(values)+1)     // left[n]: within the first n values
	d.right = zeros(d.right, len(values)+1)   // right[n]: within those from n to the end
	d.across = zeros(d.across, len(values)+1) // across[n]: between the two
	q = -1
	for end := 1; end < len(values); end++ {
		newest := values[end]
		sum := 0.0
		for n := 1; n <= end; n++ {
			sum += math.Abs(values[n-1] - newest)
			d.across[n] += sum
		}
		d.left[end+1] = d.left[end] + sum
		sum = 0
		for n := end; n >= 1; n-- {
			sum += math.Abs(values[n] - newest)
			d.right[n] += sum
			before, after := float64(n), float64(end+1-n)
			differ := d.across[n]
			if n > 1 {
				differ -= d.left[n] * after / (before - 1)
			}
			if n < end {
				differ -= d.right[n] * before / (after - 1)
			}
			differ *= 2 / (before + after)
			switch {
			case exceeds(differ, q):
				at, q = n, differ
			case n < at && !exceeds(q, differ):
				at = n
			}
		}
	}
	return at, q
}

// exceeds tells whether a is more than b, and not by rounding alone: else
// that would choose among divisions that are equally good.
func exceeds(a, b float64) bool { return a-b > 1e-12*math.Abs(a) }

func zeros(s []float64, n int) []float64 {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}
