package why_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/planttest"
	"github.com/cobench/cobench/go/internal/why"
)

var real = flag.Bool("real", false, "plant slowdowns in modules from the Go proxy, and look for them: takes minutes")

// first is among how many functions a planted one has to stand, and missed how many of
// ten need not.
const (
	first  = 3
	missed = 1
)

// What somebody slows down in a function of a module that is not ours is found by
// name. Each file of testdata/planted is such a function.
func TestPlantedInForeignModules(t *testing.T) {
	if !*real {
		t.Skip("-real is not given: needs the Go proxy, and takes minutes")
	}
	files, err := filepath.Glob("testdata/planted/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var lost []string
	for _, file := range files {
		p := planttest.Read(t, file)
		t.Run(p.Name, func(t *testing.T) {
			if at, all := find(t, p); at < 0 || at >= first {
				lost = append(lost, fmt.Sprintf("%s: %s among %v", file, p.Function, all))
			} else if f := all[at]; !f.InDiff || f.File != p.File || f.Line == 0 {
				t.Errorf("%+v is not marked, or elsewhere", f)
			}
		})
	}
	if len(lost) > missed {
		t.Errorf("not among the first %d:\n%s", first, strings.Join(lost, "\n"))
	}
}

// find slows the function down, and returns where it stands among those that moved.
func find(t *testing.T, p planttest.Plant) (at int, moved []why.Function) {
	dir := p.Fetch(t)
	base := p.Build(t, dir)
	before, after := p.Put(t, dir, p.Code)
	head := p.Build(t, dir)

	// A run of three seconds or so, of as many operations on both sides.
	n := 1 + int(3*float64(time.Second)/p.Run(t, dir, base, "-test.benchtime=300ms").CPUOp)
	places := why.Places{filepath.ToSlash(dir) + "/": ""}
	sides := map[string]why.Side{}
	for name, program := range map[string]string{"base": base, "head": head} {
		sides[name] = profiled(t, p, dir, program, n, places)
	}
	moved = why.Compare(sides["base"], sides["head"])
	line := 1 + strings.Count(before[:strings.Index(before, p.Signature+"\n")+len(p.Signature)+1], "\n")
	patch := fmt.Sprintf("diff --git %[1]s %[1]s\n--- %[1]s\n+++ %[1]s\n@@ -%[2]d,0 +%[3]d,%[4]d @@\n", p.File, line-1, line, strings.Count(p.Code, "\n"))
	why.ReadDiff(patch, nil).Mark(moved, sides["base"].Profile, sides["head"].Profile, func(side, _ string) []byte {
		if side == "head" {
			return []byte(after)
		}
		return []byte(before)
	})
	at = slices.IndexFunc(moved, func(f why.Function) bool { return p.Is(f.Name) })
	t.Logf("%s: %+.1f %%, %s is at %d of %v", p.Name, 100*(sides["head"].PerOp/sides["base"].PerOp-1), p.Function, at+1, moved)
	return at, moved
}

// profiled is two processes of so many operations each.
func profiled(t *testing.T, p planttest.Plant, dir, program string, n int, places why.Places) why.Side {
	var side why.Side
	var all []why.Profile
	for range 2 {
		file := filepath.Join(t.TempDir(), "profile.pprof")
		sample := p.Run(t, dir, program, "-test.benchtime="+strconv.Itoa(n)+"x", "-test.cpuprofile="+file)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		profile, err := why.ReadGo(data, why.Time, places)
		if err != nil {
			t.Fatal(err)
		}
		all, side.PerOp = append(all, profile), side.PerOp+sample.CPUOp/2
	}
	side.Profile = why.Merge(all...)
	return side
}
