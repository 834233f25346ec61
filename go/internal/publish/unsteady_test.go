package publish

import (
	"fmt"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/history"
)

// Values of processes that had not come to rest are points of the trend and part of no
// level: what they hide is found between the steady ones.
func TestUnsteadyValuesAreNoLevel(t *testing.T) {
	root, n := t.TempDir(), 0
	add := func(runs int, ns float64, unsteady int) {
		for range runs {
			commit, began := fmt.Sprintf("%040x", n), time.Date(2026, 11, 1, n, 0, 0, 0, time.UTC)
			text := fmt.Sprintf("cpu: A\ncores: 1\nruntime: jvm-25\nside: head\ncommit: %s\ndate: %s\n", commit, began.Format(time.RFC3339))
			for sample := range 3 {
				why := ""
				if sample < unsteady {
					why = "still speeding up"
				}
				text += fmt.Sprintf("unsteady: %s\nBenchmarkPingPong/exec=default 1 %g ns/op\n", why, ns*(1+0.002*float64(n%3)))
			}
			if _, err := history.Add(root, history.New(history.Main, began, commit, "1", "hotspot"), []byte(text)); err != nil {
				t.Fatal(err)
			}
			n++
		}
	}
	read := func() Trend {
		t.Helper()
		all, skipped, err := ReadTrends(root, []string{"PingPong"}, nil)
		if err != nil || len(all) != 1 || len(skipped) > 0 {
			t.Fatalf("%d trends, %v, %v", len(all), skipped, err)
		}
		return all[0]
	}
	add(20, 100, 1) // one of three says nothing against the median
	add(10, 300, 2)
	if trend := read(); len(trend.Changes) > 0 || len(trend.Points) != 30 {
		t.Errorf("%d points, changes %+v, want none by unsteady values", len(trend.Points), trend.Changes)
	}
	add(2, 120, 0)
	if trend := read(); len(trend.Changes) > 0 {
		t.Errorf("%+v, want no change before the third value", trend.Changes)
	}
	add(1, 120, 0)
	trend := read()
	if len(trend.Changes) != 1 {
		t.Fatalf("%+v, want one change", trend.Changes)
	}
	if c := trend.Changes[0]; c.Index != 30 || c.From != 19 || c.At != 30 || c.Before != 20 || c.After != 3 || !(c.Noise > 0 && c.Noise < 0.01) {
		t.Errorf("%+v, want it at 30 after 19", c)
	}
}
