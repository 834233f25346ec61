package changepoint

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInterval(t *testing.T) {
	for _, test := range []struct {
		name      string
		point     Point
		low, high float64
	}{
		{"nothing varies", Point{Before: Segment{20, 4, 0}, After: Segment{10, 5, 0}, Ratio: 1.25}, 1.25, 1.25},
		{"two values", Point{Before: Segment{1, 4, 0}, After: Segment{1, 5, 0}, Ratio: 1.25}, 0, math.Inf(1)},
		{"from zero", Point{Before: Segment{20, 0, 0}, After: Segment{20, 2, 0}, Ratio: math.Inf(1)}, 0, math.Inf(1)},
		// The deviation is 0.1 sqrt(1/(8 1²) + 1/(8 2²)) = 0.03953, t of 14 degrees of freedom 2.1448.
		{"both vary", Point{Before: Segment{8, 1, 0.1}, After: Segment{8, 2, 0.1}, Ratio: 2}, 2 / math.Exp(2.1447867*0.0395285), 2 * math.Exp(2.1447867*0.0395285)},
	} {
		low, high := test.point.Interval(0.95)
		if math.Abs(low-test.low) > 1e-5 || high != test.high && math.Abs(high-test.high) > 1e-5 {
			t.Errorf("%s: got %v to %v, want %v to %v", test.name, low, high, test.low, test.high)
		}
	}
}

// A trend that was put aside and taken up again goes on as if it hadn't been.
func TestAppendBinary(t *testing.T) {
	values := append(noise(3, 170, 0.03), noise(4, 90, 0.02)...)
	for i := range 90 {
		values[170+i] *= 1.2
	}
	whole := newTrend(t, Defaults, values)
	trend := newTrend(t, Defaults, nil)
	for i, v := range values {
		if i%7 == 0 {
			again, err := ReadTrend(trend.AppendBinary(nil), Defaults)
			if err != nil {
				t.Fatal(err)
			}
			trend = again
		}
		appendTo(t, trend, v)
	}
	if diff := cmp.Diff(whole.Points(), trend.Points()); diff != "" {
		t.Errorf("(-whole +taken up):\n%s", diff)
	}
	if trend.Len() != len(values) {
		t.Errorf("%d values, want %d", trend.Len(), len(values))
	}
	for _, cut := range []int{0, 1, 9, 60} {
		if _, err := ReadTrend(trend.AppendBinary(nil)[:cut], Defaults); err == nil {
			t.Errorf("cut to %d bytes: want an error", cut)
		}
	}
}

func FuzzReadTrend(f *testing.F) {
	f.Add(newTrend(f, Defaults, noise(1, 130, 0.03)).AppendBinary(nil))
	f.Fuzz(func(t *testing.T, state []byte) {
		trend, err := ReadTrend(state, Defaults)
		if err != nil {
			return
		}
		if again := trend.AppendBinary(nil); len(again) > len(state) {
			t.Errorf("%d bytes became %d", len(state), len(again))
		}
	})
}
