// Package reach tells which benchmarks execute what a change has touched.
//
// It compares the Go packages of two sides function by function (Compare), reads
// what an instrumented test binary has executed (ReadProfile), and holds one
// against the other (Change.Of). It starts no process and measures nothing.
//
// A function is changed if its tokens are, or the packages that it names: comments,
// white space, the line and the file don't count, nor does a new name of a function
// with the same body. Whatever can't be attributed to a function (types, constants,
// variables, assembly, C, embedded files, new methods of old types) counts as
// touching its package, and whoever imports that: a benchmark that executes anything
// there may be reached. A benchmark is called not reached only if all of that is
// known not to run in it.
//
// Two things it can't see. A slower path that needs more operations than the
// instrumented run makes; and an instruction that is the same, but placed or inlined
// otherwise. So what is not reached is not called unchanged.
package reach
