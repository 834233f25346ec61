package changepoint

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cobench/cobench/go/internal/stat"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var nearly = cmpopts.EquateApprox(1e-9, 0)

// repeat writes out levels: the first for so many values, then the next.
func repeat(counted ...float64) []float64 {
	var values []float64
	for i := 0; i < len(counted); i += 2 {
		values = append(values, slices.Repeat(counted[i:i+1], int(counted[i+1]))...)
	}
	return values
}

func noise(seed uint64, n int, spread float64) []float64 {
	random := rand.New(rand.NewPCG(seed, 0))
	values := make([]float64, n)
	for i := range values {
		values[i] = max(0.1, 1+spread*random.NormFloat64())
	}
	return values
}

func find(t testing.TB, values []float64, o Options) []Point {
	t.Helper()
	points, err := Find(values, o)
	if err != nil {
		t.Fatal(err)
	}
	return points
}

func indexes(points []Point) []int {
	var at []int
	for _, p := range points {
		at = append(at, p.Index)
	}
	return at
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		name   string
		values []float64
		want   []Point
	}{
		{"nothing", nil, nil},
		{"one value", []float64{3}, nil},
		{"two values show nothing", []float64{3, 9}, nil},
		{"constant", repeat(0.1, 300), nil},
		{"all zero", repeat(0, 60), nil},
		{"exact values, one up", repeat(4, 20, 5, 10), []Point{
			{Index: 20, Last: 19, Before: Segment{N: 20, Mean: 4}, After: Segment{N: 10, Mean: 5}, Ratio: 1.25},
		}},
		{"the newest two up", repeat(4, 20, 5, 2), nil},
		{"the newest three up", repeat(4, 20, 5, 3), []Point{
			{Index: 20, Last: 19, Before: Segment{N: 20, Mean: 4}, After: Segment{N: 3, Mean: 5}, Ratio: 1.25},
		}},
		{"two up and back", repeat(4, 20, 5, 2, 4, 20), nil},
		{"up and back", repeat(4, 60, 5, 60, 4, 60), []Point{
			{Index: 60, Last: 59, Before: Segment{N: 60, Mean: 4}, After: Segment{N: 60, Mean: 5}, Ratio: 1.25},
			{Index: 120, Last: 119, Before: Segment{N: 60, Mean: 5}, After: Segment{N: 60, Mean: 4}, Ratio: 0.8},
		}},
		{"less than the minimum effect", repeat(4, 60, 4.1, 60), nil},
		{"from zero", repeat(0, 20, 2, 20), []Point{
			{Index: 20, Last: 19, Before: Segment{N: 20}, After: Segment{N: 20, Mean: 2}, Ratio: math.Inf(1)},
		}},
		{"to zero", repeat(2, 20, 0, 20), []Point{
			{Index: 20, Last: 19, Before: Segment{N: 20, Mean: 2}, After: Segment{N: 20}, Ratio: 0},
		}},
		{"one outlier", repeat(4, 30, 8, 1, 4, 30), nil},
		{"values that vary", []float64{1, 2, 1, 2, 1, 2, 11, 12, 11, 12}, []Point{{
			Index:  6,
			Last:   5,
			Before: Segment{N: 6, Mean: 1.5, Std: math.Sqrt(1.5 / 5)},
			After:  Segment{N: 4, Mean: 11.5, Std: math.Sqrt(1.0 / 3)},
			// t² is 100/(2.5/8 (1/6 + 1/4)) = 768, with 8 degrees of freedom.
			P:     stat.StudentTails(768, 8),
			Ratio: 11.5 / 1.5,
		}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, find(t, test.values, Defaults), nearly); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	values := repeat(1, 40, 1.02, 40, 1.03, 40)
	for i, x := range noise(1, len(values), 0.003) {
		values[i] *= x
	}
	exact := repeat(4, 40, 5, 40)
	for _, test := range []struct {
		name   string
		values []float64
		o      Options
		want   []int
	}{
		{"no minimum effect", values, Options{Window: 50, MaxP: 0.001}, []int{40, 80}},
		{"the smaller change dropped", values, Options{Window: 50, MaxP: 0.001, MinEffect: 0.015}, []int{40}},
		{"both dropped", values, Options{Window: 50, MaxP: 0.001, MinEffect: 0.05}, nil},
		{"too strict", values, Options{Window: 50, MaxP: 1e-40}, nil},
		{"all in one window", values, Options{Window: 1000, MaxP: 0.001}, []int{40, 80}},
		{"two values show nothing", values, Options{Window: 2, MaxP: 0.001}, nil},
		{"just the minimum effect", exact, Options{Window: 50, MaxP: 0.001, MinEffect: 0.25}, nil},
		{"more than the minimum effect", exact, Options{Window: 50, MaxP: 0.001, MinEffect: 0.249}, []int{40}},
	} {
		if got := indexes(find(t, test.values, test.o)); !slices.Equal(got, test.want) {
			t.Errorf("%s: points %v, want %v", test.name, got, test.want)
		}
	}
}

func TestErrors(t *testing.T) {
	with := func(change func(*Options)) Options {
		o := Defaults
		change(&o)
		return o
	}
	const values = ": want 0, or 1e-100 to 1e+100; leave out what was not measured"
	for _, test := range []struct {
		values []float64
		o      Options
		want   string
	}{
		{nil, Options{}, "window 0: want 2 or more"},
		{nil, with(func(o *Options) { o.Window = 1 }), "window 1: want 2 or more"},
		{nil, with(func(o *Options) { o.MaxP = 0 }), "max p 0: want above 0 and below 0.05"},
		{nil, with(func(o *Options) { o.MaxP = 0.05 }), "max p 0.05: want above 0 and below 0.05"},
		{nil, with(func(o *Options) { o.MaxP = math.NaN() }), "max p NaN: want above 0 and below 0.05"},
		{nil, with(func(o *Options) { o.MinEffect = -0.1 }), "minimum effect -0.1: want 0 or more"},
		{nil, with(func(o *Options) { o.MinEffect = math.NaN() }), "minimum effect NaN: want 0 or more"},
		{nil, with(func(o *Options) { o.Settled = 26 }), "settled after 26 values: want 0 to half of the window of 50"},
		{nil, with(func(o *Options) { o.Settled = -1 }), "settled after -1 values: want 0 to half of the window of 50"},
		{nil, with(func(o *Options) { o.MinEffect = math.Inf(1) }), "minimum effect +Inf: want 0 or more"},
		{[]float64{1, math.NaN(), 1}, Defaults, "value 1 is NaN" + values},
		{[]float64{1, 2, math.Inf(1)}, Defaults, "value 2 is +Inf" + values},
		{[]float64{-1}, Defaults, "value 0 is -1" + values},
		{append(repeat(1, 200), 1e-101), Defaults, "value 200 is 1e-101" + values},
		{[]float64{1e101}, Defaults, "value 0 is 1e+101" + values},
	} {
		points, err := Find(test.values, test.o)
		if err == nil || err.Error() != test.want || points != nil {
			t.Errorf("%v, %+v: got %v, %v, want the error %q", test.values, test.o, points, err, test.want)
		}
	}
}
