package reach

import (
	"cmp"
	"slices"
)

// Busy are the functions of some packages that one profile executes and another does
// not, those with the most executed statements first. What a program has written is
// left out, and what can't be parsed.
func Busy(packages []Package, tests, benchmarks Profile) []Function {
	ran := map[Function]float64{}
	var busy []Function
	for _, p := range packages {
		for _, name := range p.Go {
			s, err := parse(p, []string{name})
			if err != nil {
				continue
			}
			for _, f := range s.functions {
				n, _ := tests.of(f.Function)
				if m, known := benchmarks.of(f.Function); n > 0 && known && m == 0 && !f.Generated {
					ran[f.Function] = n
					busy = append(busy, f.Function)
				}
			}
		}
	}
	slices.SortFunc(busy, func(a, b Function) int {
		return cmp.Or(cmp.Compare(ran[b], ran[a]), cmp.Compare(a.String(), b.String()))
	})
	return busy
}
