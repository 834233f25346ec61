package closure

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
)

// Differing are the classes of a jar that another has not, or has otherwise, by their
// names with slashes. all is the reason why whoever runs any of the jar may notice, or
// "": a resource differs, or an interface, of which nothing is executed.
func (j *Jar) Differing(base *Jar) (classes []string, all string) {
	digests := func(list []class) []string {
		var all []string
		for _, c := range list {
			all = append(all, fmt.Sprintf("%x", sha256.Sum256(c.code)))
		}
		return all
	}
	for _, name := range slices.Sorted(maps.Keys(j.classes)) {
		now := j.classes[name]
		if slices.Equal(digests(now), digests(base.classes[name])) {
			continue
		}
		classes = append(classes, name)
		if slices.ContainsFunc(slices.Concat(now, base.classes[name]), func(c class) bool { return c.shape }) && all == "" {
			all = "the interface " + name + " differs"
		}
	}
	resources := func(j *Jar) map[string]string {
		found := map[string]string{}
		for _, r := range j.resources {
			if r.name != benchmarkList {
				found[r.name] = fmt.Sprintf("%x", r.digest)
			}
		}
		return found
	}
	was, is := resources(base), resources(j)
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if was[name] != is[name] && all == "" {
			all = name + " in the jar differs"
		}
		delete(was, name)
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if all == "" {
			all = name + " in the jar is gone"
		}
	}
	return classes, all
}
