package changepoint

import (
	"fmt"
	"math"
	"testing"
)

func TestStudentP(t *testing.T) {
	for _, test := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1}, []float64{2}, 1}, // no degree of freedom
		{[]float64{1, 1}, []float64{2}, 0},
		{[]float64{1, 1}, []float64{1}, 1},
		{[]float64{1, 3}, []float64{2}, 1},
		{[]float64{1, 2}, []float64{4}, 2 / math.Pi * math.Atan2(1, 2.5/math.Sqrt(0.75))}, // one degree, t = 2.5/sqrt(0.5 (1/2 + 1))
	} {
		a, b := momentsOf(test.a), momentsOf(test.b)
		for _, got := range []float64{studentP(a, b), studentP(b, a)} {
			if math.Abs(got-test.want) > 1e-12 {
				t.Errorf("%v and %v: p %v, want %v", test.a, test.b, got, test.want)
			}
		}
	}
}

func TestJoin(t *testing.T) {
	values := noise(1, 40, 0.1)
	for n := range values {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			got, want := momentsOf(values[:n]).join(momentsOf(values[n:])), momentsOf(values)
			if got.n != want.n || math.Abs(got.mean-want.mean) > 1e-14 || math.Abs(got.squares-want.squares) > 1e-14 {
				t.Errorf("joined %+v, want %+v", got, want)
			}
		})
	}
}
