package judge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Which test finds most at the same rate of false alarms? At one look each, with
// a change that a t test finds in 4 of 5 reports if nothing but lognormal noise
// is there. With -full -v it prints the table by which Either was chosen.
func TestChoice(t *testing.T) {
	const p, alpha = 0.001, 0.01
	all := []Test{SignedRank, MannWhitney, Either, winsorisedT}
	repeats := 100
	if *full {
		repeats = 4000
	}
	for _, n := range []int{12, 20, 40} {
		// The change grows with the spread, so one lognormal stands for all.
		for _, noise := range noises[5:] {
			found, alarms := map[Test]int{}, map[Test]int{}
			rnd := rand.New(rand.NewPCG(11, uint64(n)))
			for range repeats {
				next := noise.draw(rnd)
				base, head := make([]float64, n), make([]float64, n)
				for i := range base {
					base[i], head[i] = next()
				}
				for _, test := range all {
					if test.Compare(base, head).P() <= alpha {
						alarms[test]++
					}
				}
				for i := range head {
					head[i] += 4.4 * noise.spread * math.Sqrt(2/float64(n))
				}
				for _, test := range all {
					if test.Compare(base, head).P() <= p {
						found[test]++
					}
				}
			}
			var line strings.Builder
			for _, test := range all {
				fmt.Fprintf(&line, "  %s %5.1f (%.1f)", test.Name(), rate(found[test], repeats), rate(alarms[test], repeats))
			}
			t.Logf("n=%d %-42s%s", n, noise.name, line.String())
			// Five standard deviations of a rate of 1 %, and the trimmed t is
			// no candidate where it can't hold it.
			for _, test := range all[:3] {
				if most := alpha*float64(repeats) + 5*math.Sqrt(alpha*float64(repeats)); float64(alarms[test]) > most {
					t.Errorf("n=%d %s: %s rejects in %d of %d without a change, want %.0f at most", n, noise.name, test.Name(), alarms[test], repeats, most)
				}
			}
			best := max(found[SignedRank], found[MannWhitney])
			if rate(best-found[Either], repeats) > 25 {
				t.Errorf("n=%d %s: either finds %d of %d, another test %d", n, noise.name, found[Either], repeats, best)
			}
		}
	}
}
