package publish

import (
	"testing"

	"github.com/cobench/cobench/go/internal/publish/shard"
)

func TestBlame(t *testing.T) {
	change := func(series, from, at int, ratio float64) ChangeAt {
		return ChangeAt{Series: series, Unit: "sec/op", Place: at, Change: shard.Change{From: from, At: at, Ratio: ratio}}
	}
	for _, test := range []struct {
		name  string
		other ChangeAt
		want  int
	}{
		{"another machine shows it earlier", change(0, 8, 10, 1.2), 10},
		{"before the last run that this machine has without it", change(0, 6, 9, 1.2), 12},
		{"the other way", change(0, 8, 10, 0.8), 12},
		{"another benchmark", change(1, 8, 10, 1.2), 12},
	} {
		changes := []ChangeAt{change(0, 9, 12, 1.2), test.other}
		blame(changes)
		if changes[0].Cause != test.want || changes[1].Cause != test.other.At {
			t.Errorf("%s: put down to %d and %d, want %d and its own", test.name, changes[0].Cause, changes[1].Cause, test.want)
		}
	}
}
