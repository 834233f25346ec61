package find

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/results"
)

// A renamed benchmark is one of both sides, by whatever name each has it.
func TestRenamedArePaired(t *testing.T) {
	of := func(names ...string) (list []listing) {
		for _, name := range names {
			list = append(list, listing{match: name, operation: 1})
		}
		return list
	}
	renamed := results.Renames{{From: "Encode", To: "Marshal"}}
	for _, test := range []struct {
		name       string
		base, head []listing
		choose     Choice
		want       string
	}{
		{"renamed", of("Encode"), of("Marshal"), Choice{Renamed: renamed}, "Marshal"},
		{"and nobody says so", of("Encode"), of("Marshal"), Choice{}, "Marshal new; Encode skipped: head does not have it head"},
		{"in this package", of("Encode"), of("Marshal"), Choice{Renamed: results.Renames{{From: "Encode", To: "Marshal", Package: "p"}}}, "Marshal"},
		{"in another package", of("Encode"), of("Marshal"), Choice{Renamed: results.Renames{{From: "Encode", To: "Marshal", Package: "q"}}},
			"Marshal new; Encode skipped: head does not have it head"},
		{"with those below", of("Encode/a", "Encode/b"), of("Marshal/a", "Marshal/c"), Choice{Renamed: renamed},
			"Marshal/a; Marshal/c new; Encode/b skipped: head does not have it head"},
		{"one below", of("Get/hit", "Get/miss"), of("Get/cached", "Get/miss"), Choice{Renamed: results.Renames{{From: "Get/hit", To: "Get/cached"}}}, "Get/cached; Get/miss"},
		{"head has both", of("Encode"), of("Encode", "Marshal"), Choice{Renamed: renamed}, "Encode; Marshal new"},
		{"base has both", of("Encode", "Marshal"), of("Marshal"), Choice{Renamed: renamed}, "Marshal; Encode skipped: head does not have it head"},
		{"not renamed yet", of("Encode"), of("Encode"), Choice{Renamed: renamed}, "Encode"},
		{"renamed long ago", of("Marshal"), of("Marshal"), Choice{Renamed: renamed}, "Marshal"},
		{"base skips it", []listing{{match: "Encode", problem: "it skips itself"}}, of("Marshal"), Choice{Renamed: renamed}, "Marshal skipped: on base: it skips itself"},
		{"the filter asks for head's name", of("Encode", "Other"), of("Marshal", "Other"), Choice{Renamed: renamed, Filter: ".name:Marshal"}, "Marshal"},
		{"chosen by its name", of("Encode", "Other"), of("Marshal", "Other"), Choice{Renamed: renamed, Name: "Marshal"}, "Marshal"},
		{"chosen before it was renamed", of("Encode", "Other"), of("Encode", "Other"), Choice{Renamed: renamed, Name: "Marshal"}, "Encode"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := &fakeLister{on: map[string][]listing{plan.Head: test.head, plan.Base: test.base}}
			before := slices.Clone(test.base)
			got, err := foundBy(t, l, test.choose, func(_, _ *raw.Build, _ *plan.Plan) {})
			if err != nil {
				t.Fatal(err)
			}
			if text := strings.Join(got, "; "); text != test.want {
				t.Errorf("found %s, want %s", text, test.want)
			}
			if fmt.Sprint(before) != fmt.Sprint(l.on[plan.Base]) {
				t.Errorf("what base has was changed: %v", l.on[plan.Base])
			}
		})
	}
}

// What base runs for a renamed benchmark: a function's own benchmarks by head's names,
// where base's are not known, and of a jar another method.
func TestRenamedOnBase(t *testing.T) {
	size := func(method, value string) listing {
		return listing{match: method, parameters: []plan.Param{{Key: "size", Value: config.Value(value)}}}
	}
	for _, test := range []struct {
		name    string
		lister  lister
		renamed results.Renames
		lists   []lists
		want    string
	}{
		{"functions by name alone", &fakeLister{}, results.Renames{{From: "Encode", To: "Marshal"}},
			[]lists{{workload: "p", named: true, onBase: []listing{{match: "Encode"}}, onHead: []listing{{match: "Marshal/a"}, {match: "Marshal/b"}}}},
			"p: Marshal/a is {Encode/a p Encode/a}, Marshal/b is {Encode/b p Encode/b}"},
		{"functions that were run", &fakeLister{}, results.Renames{{From: "Encode", To: "Marshal"}},
			[]lists{{workload: "p", onBase: []listing{{match: "Encode"}}, onHead: []listing{{match: "Marshal/a"}}}},
			"p: Encode"},
		{"methods of a jar", jarList{}, results.Renames{{From: "Codec.encode", To: "Codec.marshal"}},
			[]lists{
				{workload: "a.Codec.encode", onBase: []listing{size("a.Codec.encode", "1"), size("a.Codec.encode", "2")}},
				{workload: "a.Codec.marshal", onHead: []listing{size("a.Codec.marshal", "1"), size("a.Codec.marshal", "4")}},
			},
			"a.Codec.encode: a.Codec.encode; a.Codec.marshal: a.Codec.marshal is {Codec.encode/size=1 a.Codec.encode a.Codec.encode}"},
		{"a parameter is new", jarList{}, results.Renames{{From: "Codec.encode", To: "Codec.marshal"}},
			[]lists{
				{workload: "a.Codec.encode", named: true, onBase: []listing{{match: "a.Codec.encode"}}},
				{workload: "a.Codec.marshal", named: true, onHead: []listing{size("a.Codec.marshal", "1")}},
			},
			"a.Codec.encode: a.Codec.encode; a.Codec.marshal: "},
	} {
		f := &finder{lister: test.lister, chosen: choice{Choice: Choice{Renamed: test.renamed}}}
		for _, l := range test.lists {
			f.all = append(f.all, l.workload)
		}
		f.naming = f.namings()
		f.pairRenamed(test.lists)
		var got []string
		for _, l := range test.lists {
			var names []string
			for _, x := range l.onBase {
				name := x.match
				if x.was != nil {
					name += fmt.Sprint(" is ", *x.was)
				}
				names = append(names, name)
			}
			got = append(got, l.workload+": "+strings.Join(names, ", "))
		}
		if text := strings.Join(got, "; "); text != test.want {
			t.Errorf("%s: %s, want %s", test.name, text, test.want)
		}
	}
}
