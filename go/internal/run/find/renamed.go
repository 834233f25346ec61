package find

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/results"
)

// pairRenamed makes one benchmark of two that a project says are one: what base has
// under its old name is taken for base's side of what head has under the new one.
// Where head still has the old name too, or base has the new one already, both stay
// what they are.
func (f *finder) pairRenamed(all []lists) {
	if len(f.chosen.Renamed) == 0 || f.sameCommit() {
		return
	}
	var pairs []string
	for i := range all {
		for _, l := range all[i].onBase {
			old := f.id(all[i].workload, l)
			now := f.chosen.Renamed.Of(old)
			if now == old || f.onHead(all, old) || !f.pair(all, all[i], l, now) {
				continue
			}
			all[i].onBase = slices.DeleteFunc(slices.Clone(all[i].onBase), func(x listing) bool { return x.key() == l.key() })
			pairs = append(pairs, fmt.Sprintf("%s of base with %s of head", old.Name, now.Name))
		}
	}
	if len(pairs) > 0 {
		f.finds.note("as cobench.yaml says, this compares %s", firstOf(pairs))
	}
}

// pair gives a benchmark of base to each that head has of it under its present name. It
// is one, but where base's functions are known by name alone: there one runs all that
// head's does.
func (f *finder) pair(all []lists, from lists, l listing, now results.ID) (found bool) {
	for j, to := range all {
		for _, h := range to.onHead {
			id := f.id(to.workload, h)
			below, ok := strings.CutPrefix(id.Name, now.Name)
			whole := below == "" || below[0] == '/' && from.named && len(h.parameters) == 0
			if !ok || !whole || id.Pkg != now.Pkg || slices.ContainsFunc(to.onBase, func(x listing) bool { return x.key() == h.key() }) {
				continue
			}
			x := l
			x.match, x.parameters = h.match, h.parameters
			x.was = &plan.Was{Name: f.id(from.workload, l).Name + below, Workload: from.workload, Match: l.match + below}
			all[j].onBase = append(slices.Clip(all[j].onBase), x)
			found = true
		}
	}
	return found
}

// id is what results call a listing, without the number of processors.
func (f *finder) id(workload string, l listing) results.ID {
	return results.ID{Pkg: f.naming(workload).pack, Name: f.lister.name(l)}
}

// onHead tells whether head has a benchmark of that name, or some that it runs.
func (f *finder) onHead(all []lists, id results.ID) bool {
	return slices.ContainsFunc(all, func(l lists) bool {
		return slices.ContainsFunc(l.onHead, func(h listing) bool {
			x := f.id(l.workload, h)
			return x.Pkg == id.Pkg && (x.Name == id.Name || strings.HasPrefix(x.Name, id.Name+"/"))
		})
	})
}
