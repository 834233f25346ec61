package publish

import (
	"testing"

	"github.com/cobench/cobench/go/internal/results"
)

// follow makes trends of runs of one benchmark on one machine.
func followed(t *testing.T, points []measured) *series {
	t.Helper()
	all := newTrends()
	for i, p := range points {
		p.ID, p.Unit, p.N, p.Low, p.High = results.ID{Runtime: "go", Name: "A-2"}, results.SecPerOp, 6, p.Center, p.Center
		if err := all.add(string(rune('a'+i)), &digest{Date: "2026-01-02T03:04:05Z", Commit: string(rune('a' + i)), Points: []measured{p}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := all.encode(namingOf(nil)); err != nil {
		t.Fatal(err)
	}
	return all.series[0]
}

func repeated(n int, center float64, code string, unsteady int) []measured {
	all := make([]measured, n)
	for i := range all {
		all[i] = measured{Center: center * (1 + 0.001*float64(i%3)), Code: code, Unsteady: unsteady}
	}
	return all
}

func joined(parts ...[]measured) (all []measured) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// A change is put down to commits only where the code has changed, is provisional
// while few values are later, and is not found in what did not come to rest.
func TestChanges(t *testing.T) {
	for _, test := range []struct {
		name              string
		points            []measured
		changes           int
		from, at          int
		same, provisional bool
	}{
		{"another code", joined(repeated(20, 1, "x", 0), repeated(10, 2, "y", 0)), 1, 19, 20, false, false},
		{"the same code", joined(repeated(20, 1, "x", 0), repeated(10, 2, "x", 0)), 1, 19, 20, true, false},
		{"another code one run before", joined(repeated(19, 1, "x", 0), repeated(1, 1, "y", 0), repeated(10, 2, "y", 0)), 1, 19, 20, false, false},
		{"no keys", joined(repeated(20, 1, "", 0), repeated(10, 2, "", 0)), 1, 19, 20, false, false},
		{"two later values", joined(repeated(20, 1, "x", 0), repeated(2, 2, "x", 0)), 0, 0, 0, false, false},
		{"three later values", joined(repeated(20, 1, "x", 0), repeated(3, 2, "x", 0)), 1, 19, 20, true, true},
		{"five later values", joined(repeated(20, 1, "x", 0), repeated(5, 2, "x", 0)), 1, 19, 20, true, false},
		{"unsteady values", joined(repeated(20, 1, "x", 0), repeated(10, 2, "x", 3)), 0, 0, 0, false, false},
		{"few unsteady samples", joined(repeated(20, 1, "x", 2), repeated(10, 2, "x", 2)), 1, 19, 20, true, false},
		{"unsteady values between", joined(repeated(10, 1, "x", 0), repeated(3, 5, "x", 6), repeated(10, 1, "x", 0), repeated(2, 9, "y", 6), repeated(10, 2, "y", 0)), 1, 22, 25, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := followed(t, test.points)
			changes := s.shard.Columns[0].Changes
			if len(changes) != test.changes {
				t.Fatalf("changes %+v, want %d", changes, test.changes)
			}
			if test.changes == 0 {
				return
			}
			if c := changes[0]; c.From != test.from || c.At != test.at || c.Index != test.at || c.Same != test.same || c.Provisional != test.provisional {
				t.Errorf("got %+v, want it between %d and %d, same %t, provisional %t", c, test.from, test.at, test.same, test.provisional)
			}
		})
	}
}
