// Package stat holds the statistics that several stages need, each once: the
// median, the Mann-Whitney U test, and the incomplete beta function with Student's
// t made of it.
//
// What golang.org/x/perf/benchmath and github.com/aclements/go-moremath give in
// the time that a reader waits is theirs; here is what they don't, and the tests
// hold it to them.
package stat
