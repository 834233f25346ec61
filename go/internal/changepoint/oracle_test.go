package changepoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// A trendCase is a line of testdata/trends.json, which its README describes.
type trendCase struct {
	Name   string
	Values []float64
	Otava  []struct {
		Options
		Weak      []int
		Points    []otavaPoint
		StockWeak []int
		Stock     []int
	}
}

// An otavaPoint has standard deviations as Otava prints them, divided by n.
type otavaPoint struct {
	Index                                 int
	Before, After, StdBefore, StdAfter, P float64
}

func readTrends(t testing.TB) []trendCase {
	t.Helper()
	f, err := os.Open("testdata/trends.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := json.NewDecoder(f)
	d.DisallowUnknownFields()
	var cases []trendCase
	for {
		var c trendCase
		switch err := d.Decode(&c); {
		case errors.Is(err, io.EOF):
			return cases
		case err != nil:
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
}

// TestPointsAreOtavas holds weak points, change points and all their numbers
// to those of Otava without its two faults.
func TestPointsAreOtavas(t *testing.T) {
	for _, c := range readTrends(t) {
		for _, want := range c.Otava {
			t.Run(fmt.Sprintf("%s, %+v", c.Name, want.Options), func(t *testing.T) {
				trend := newTrend(t, want.Options, c.Values)
				if diff := cmp.Diff(want.Weak, trend.history().points, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("weak points (-otava +ours):\n%s", diff)
				}
				got := trend.Points()
				if len(got) != len(want.Points) {
					t.Fatalf("points %v, otava has %v", got, want.Points)
				}
				for i, p := range got {
					compareWithOtava(t, p, want.Points[i])
				}
			})
		}
	}
}

func compareWithOtava(t *testing.T, got Point, want otavaPoint) {
	t.Helper()
	if got.Index != want.Index {
		t.Errorf("point %d, otava has it at %d", got.Index, want.Index)
	}
	divided := func(s Segment) float64 { return s.Std * math.Sqrt(float64(s.N-1)/float64(s.N)) }
	// Otava's standard deviation of equal values is not always quite 0.
	rounding := 1e-15 * (want.Before + want.After)
	for _, n := range []struct {
		name               string
		got, want, nothing float64
	}{
		{"mean before", got.Before.Mean, want.Before, 0},
		{"mean after", got.After.Mean, want.After, 0},
		{"std before", divided(got.Before), want.StdBefore, rounding},
		{"std after", divided(got.After), want.StdAfter, rounding},
		{"p", got.P, want.P, 0},
		{"ratio", got.Ratio, want.After / want.Before, 0},
	} {
		if n.got != n.want && !(math.Abs(n.got-n.want) <= 1e-8*math.Abs(n.want)+n.nothing) {
			t.Errorf("point %d: %s %v, otava has %v", got.Index, n.name, n.got, n.want)
		}
	}
}

// TestStockOtava shows that stock Otava differs by its two faults and nothing
// else: the papers' method has our points, and with both faults Otava's.
func TestStockOtava(t *testing.T) {
	answers, differ, byDeviation, byMerging := 0, 0, 0, 0
	for _, c := range readTrends(t) {
		for _, otava := range c.Otava {
			trend := newTrend(t, otava.Options, c.Values)
			ours, weak := indexes(trend.Points()), trend.history().points
			stock, stockWeak := ours, weak
			answers++
			if otava.StockWeak != nil {
				stockWeak = otava.StockWeak
			}
			if otava.Stock != nil {
				stock = otava.Stock
				differ++
			}
			for _, reference := range []struct {
				faults
				weak, want []int
			}{{faults{}, weak, ours}, {faults{dividedByN: true, staleBefore: true}, stockWeak, stock}} {
				if got := referenceWeak(c.Values, otava.Options, reference.faults); !slices.Equal(got, reference.weak) {
					t.Errorf("%s, %+v: with %+v, weak points %v, want %v", c.Name, otava.Options, reference.faults, got, reference.weak)
				}
				if got := referencePoints(c.Values, otava.Options, reference.faults); !slices.Equal(got, reference.want) {
					t.Errorf("%s, %+v: with %+v, %v, want %v", c.Name, otava.Options, reference.faults, got, reference.want)
				}
			}
			if !slices.Equal(referencePoints(c.Values, otava.Options, faults{dividedByN: true}), ours) {
				byDeviation++
			}
			if !slices.Equal(referencePoints(c.Values, otava.Options, faults{staleBefore: true}), ours) {
				byMerging++
			}
		}
	}
	got := fmt.Sprintf("%d answers, %d differ; %d by the deviation alone, %d by the merging alone", answers, differ, byDeviation, byMerging)
	if want := "276 answers, 51 differ; 22 by the deviation alone, 36 by the merging alone"; got != want {
		t.Errorf("%s; the README says %s", got, want)
	}
}
