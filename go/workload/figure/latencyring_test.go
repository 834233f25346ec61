package figure

import (
	"slices"
	"testing"
	"time"
)

func TestLatencyRingKeepsTheNewest(t *testing.T) {
	r := NewLatencyRing()
	for _, test := range []struct {
		from, to int // what is added
		want     []Figure
	}{
		{0, 0, nil},
		{1, 3, []Figure{{1, "p50-ns"}, {2, "max-ns"}}},
		{7, 8, []Figure{{7, "p50-ns"}, {7, "max-ns"}}}, // what was there before is forgotten
		{0, 1<<16 + 2, []Figure{{1<<15 + 1, "p50-ns"}, {1<<16 + 1, "max-ns"}}},
	} {
		for d := test.from; d < test.to; d++ {
			r.Add(time.Duration(d))
		}
		if got := r.Percentiles(50, 100); !slices.Equal(got, test.want) {
			t.Errorf("from %d to %d: %v, want %v", test.from, test.to, got, test.want)
		}
	}
	if n := testing.AllocsPerRun(10, func() { r.Add(1) }); n != 0 {
		t.Errorf("adding one allocates %v times, want 0", n)
	}
}
