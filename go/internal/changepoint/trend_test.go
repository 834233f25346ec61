package changepoint

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// changing is noise whose level changes every so often by up to a fifth.
func changing(seed uint64, n int, spread float64) []float64 {
	random := rand.New(rand.NewPCG(seed, 1))
	values := noise(seed, n, spread)
	level := 1.0
	for i := range values {
		if random.IntN(60) == 0 {
			level *= 0.8 + 0.4*random.Float64()
		}
		values[i] *= level
	}
	return values
}

func appendTo(t testing.TB, trend *Trend, values ...float64) {
	t.Helper()
	for _, v := range values {
		if err := trend.Append(v); err != nil {
			t.Fatal(err)
		}
	}
}

func newTrend(t testing.TB, o Options, values []float64) *Trend {
	t.Helper()
	trend, err := NewTrend(o)
	if err != nil {
		t.Fatal(err)
	}
	appendTo(t, trend, values...)
	return trend
}

// TestAppend judges a trend after each of its values. The points must be
// those of Find, and those of the papers' method, which computes all anew.
func TestAppend(t *testing.T) {
	for _, o := range []Options{
		{Window: 50, MaxP: 0.001},
		Defaults,
		{Window: 30, MaxP: 0.01, Steps: true},
		{Window: 30, MaxP: 0.01, Settled: 4},
		{Window: 21, MaxP: 0.01, MinEffect: 0.02},
		{Window: 7, MaxP: 0.02},
		{Window: 3, MaxP: 0.04},
		{Window: 1000, MaxP: 0.001},
	} {
		for seed := range uint64(3) {
			t.Run(fmt.Sprintf("%+v, %d", o, seed), func(t *testing.T) {
				values := changing(seed, 160, 0.03)
				trend := newTrend(t, o, nil)
				for i, v := range values {
					appendTo(t, trend, v)
					got := trend.Points()
					if want := find(t, values[:i+1], o); !cmp.Equal(got, want) {
						t.Fatalf("after %d values %v, want Find's %v", i+1, got, want)
					}
					if want := referencePoints(values[:i+1], o, faults{}); !slices.Equal(indexes(got), want) {
						t.Fatalf("after %d values %v, want %v", i+1, indexes(got), want)
					}
				}
			})
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	values := changing(1, 130, 0.03)
	trend := newTrend(t, Defaults, values)
	for _, bad := range []float64{math.NaN(), -1, math.Inf(1), 1e-300} {
		if err := trend.Append(bad); err == nil {
			t.Errorf("Append(%v): no error", bad)
		}
	}
	if trend.Len() != len(values) || !cmp.Equal(trend.Points(), find(t, values, Defaults)) {
		t.Error("a value that was refused changed the trend")
	}
}

// A drift is no stair, a step on top of one is a step, and a value that was left
// out takes part in nothing but the count.
func TestSteps(t *testing.T) {
	drift := func(level float64) []float64 {
		values := noise(5, 120, 0.01)
		for i := range values {
			values[i] *= 1 + 0.002*float64(i)
			if i >= 100 {
				values[i] *= level
			}
		}
		return values
	}
	if got := indexes(find(t, drift(1), otava)); len(got) < 2 {
		t.Errorf("points %v, want a stair", got)
	}
	if got := indexes(find(t, drift(1), Defaults)); len(got) > 0 {
		t.Errorf("a drift: points %v", got)
	}
	for from := 103; from <= 120; from++ {
		if got := indexes(find(t, drift(1.2)[:from], Defaults)); !slices.Equal(got, []int{100}) {
			t.Errorf("a step on a drift, %d values after it: points %v, want 100", from-100, got)
		}
	}
}

func TestLeaveOut(t *testing.T) {
	values := append(noise(6, 30, 0.01), noise(7, 40, 0.01)...)
	for i := range 40 {
		values[30+i] *= 1.2
	}
	trend, plain := newTrend(t, Defaults, nil), newTrend(t, Defaults, values)
	at := map[int]bool{0: true, 17: true, 29: true, 30: true, 31: true, 69: true} // left out before these
	for i, v := range values {
		if at[i] {
			trend.LeaveOut()
		}
		appendTo(t, trend, v)
	}
	trend, err := ReadTrend(trend.AppendBinary(nil), Defaults)
	if err != nil {
		t.Fatal(err)
	}
	got, want := trend.Points(), plain.Points()
	if len(got) != 1 || len(want) != 1 || got[0].Index != 34 || got[0].Last != 32 {
		t.Fatalf("%+v, want one at 34 after 32", got)
	}
	if trend.Len() != len(values)+len(at) {
		t.Errorf("%d values, want %d", trend.Len(), len(values)+len(at))
	}
	got[0].Index, got[0].Last = want[0].Index, want[0].Last
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-without +left out):\n%s", diff)
	}
}

// TestMemory shows that a trend keeps a window of values at most.
func TestMemory(t *testing.T) {
	trend := newTrend(t, Defaults, changing(1, 5000, 0.03))
	if n := cap(trend.newest); n > 2*Defaults.Window {
		t.Errorf("room for %d values, want %d at most", n, 2*Defaults.Window)
	}
	if n := len(trend.settled.points); n == 0 || n > 250 {
		t.Errorf("%d weak points in 5000 values, want some, and 250 at most", n)
	}
}

// Of changes of size and unit nothing may depend: not where the points lie,
// nor how sure they are.
func TestScaleInvariance(t *testing.T) {
	values := changing(2, 400, 0.03)
	want := find(t, values, Defaults)
	if len(want) < 3 {
		t.Fatalf("%d points, want some to compare", len(want))
	}
	for _, factor := range []float64{1e-9, 0.1, 0.25, 3, 1e6, 1e90} {
		got := find(t, transform(values, func(x float64) float64 { return x * factor }), Defaults)
		for i := range got {
			for _, s := range []*Segment{&got[i].Before, &got[i].After} {
				s.Mean /= factor
				s.Std /= factor
			}
		}
		if diff := cmp.Diff(want, got, nearly); diff != "" {
			t.Errorf("times %v (-want +got):\n%s", factor, diff)
		}
	}
}

// A shift changes ratios, and so what clears a minimum effect, but no p.
func TestShiftInvariance(t *testing.T) {
	o := Options{Window: 50, MaxP: 0.001}
	values := changing(3, 400, 0.03)
	want := find(t, values, o)
	if len(want) < 3 {
		t.Fatalf("%d points, want some to compare", len(want))
	}
	for _, shift := range []float64{0.5, 1, 10, 1000} {
		got := find(t, transform(values, func(x float64) float64 { return x + shift }), o)
		if len(got) != len(want) {
			t.Fatalf("plus %v: points %v, want %v", shift, indexes(got), indexes(want))
		}
		for i, p := range got {
			w := want[i]
			if p.Index != w.Index || math.Abs(p.P-w.P) > 1e-6*w.P || math.Abs(p.After.Mean-p.Before.Mean-(w.After.Mean-w.Before.Mean)) > 1e-9 {
				t.Errorf("plus %v: %+v, want the shifted %+v", shift, p, w)
			}
		}
	}
}

// A trend upside down is as sure of its points: slower and faster are judged
// alike.
func TestReflectionInvariance(t *testing.T) {
	o := Options{Window: 50, MaxP: 0.001}
	values := changing(4, 400, 0.03)
	top := 2 * slices.Max(values)
	got := find(t, transform(values, func(x float64) float64 { return top - x }), o)
	if want := find(t, values, o); !slices.Equal(indexes(got), indexes(want)) || len(want) < 3 {
		t.Errorf("points %v, want %v", indexes(got), indexes(want))
	}
}

func transform(values []float64, f func(float64) float64) []float64 {
	out := make([]float64, len(values))
	for i, x := range values {
		out[i] = f(x)
	}
	return out
}

// An even rise can be divided in many places equally well; which is taken may
// not hang on rounding.
func TestTies(t *testing.T) {
	o := Options{Window: 50, MaxP: 0.001}
	rise := make([]float64, 200)
	for i := range rise {
		rise[i] = float64(100 + i)
	}
	want := indexes(find(t, rise, o))
	if len(want) < 10 {
		t.Fatalf("points %v, want a stair", want)
	}
	for _, factor := range []float64{0.01, 0.1, 1.0 / 3, 0.7, 3, 1e7} {
		if got := indexes(find(t, transform(rise, func(x float64) float64 { return x * factor }), o)); !slices.Equal(got, want) {
			t.Errorf("times %v: points %v, want %v", factor, got, want)
		}
	}
}

// FuzzFind takes values of two bytes each, four bits of which are an exponent,
// so that most pass and are very unlike each other.
func FuzzFind(f *testing.F) {
	var growing, level []byte
	for i := range uint16(120) {
		growing = binary.LittleEndian.AppendUint16(growing, i<<7+i%3)
		level = binary.LittleEndian.AppendUint16(level, 100+i*i%11+i/60*20)
	}
	f.Add(growing, 1.0, 20, 0.001, 0.0)
	f.Add(level, 1e-3, 50, 0.001, 0.05)
	f.Add(level, 1e98, 7, 0.049, 0.01)
	f.Add(level, 1e-100, 3, 0.049, 0.0)
	f.Add([]byte{1, 0, 1, 0, 1, 0, 1, 255, 0, 0, 0, 0}, 1e70, 4, 0.04, 0.5)
	f.Add([]byte{1, 0}, math.NaN(), 50, 0.001, 0.05)
	f.Fuzz(func(t *testing.T, packed []byte, scale float64, window int, maxP, minEffect float64) {
		var values []float64
		for ; len(packed) >= 2 && len(values) < 400; packed = packed[2:] {
			bits := binary.LittleEndian.Uint16(packed)
			values = append(values, math.Ldexp(float64(bits&0xfff), 4*int(bits>>12))*scale)
		}
		o := Options{Window: window, MaxP: maxP, MinEffect: minEffect}
		points, err := Find(values, o)
		if err != nil {
			if points != nil {
				t.Fatalf("points %v beside the error %v", points, err)
			}
			return
		}
		last, n := 0, len(values)
		for i, p := range points {
			next := n
			if i+1 < len(points) {
				next = points[i+1].Index
			}
			switch {
			case p.Index <= last || p.Index >= next:
				t.Fatalf("point %d after %d and before %d, want it between", p.Index, last, next)
			case p.Before.N != p.Index-last || p.After.N != next-p.Index:
				t.Fatalf("point %d between %d and %d: %+v", p.Index, last, next, p)
			case !(p.P >= 0 && p.P < o.MaxP):
				t.Fatalf("point %d has p %v, want less than %v", p.Index, p.P, o.MaxP)
			case !(p.Ratio >= 0 && max(p.Ratio, 1/p.Ratio) > 1):
				t.Fatalf("point %d has ratio %v", p.Index, p.Ratio)
			}
			for _, s := range []Segment{p.Before, p.After} {
				if !(s.Mean >= 0 && s.Mean <= mostValue*1.001 && s.Std >= 0 && s.Std <= mostValue) {
					t.Fatalf("point %d: segment %+v", p.Index, s)
				}
			}
			last = p.Index
		}
	})
}
