package results_test

import (
	"slices"
	"testing"

	"github.com/cobench/cobench/go/internal/results"
)

func TestRenames(t *testing.T) {
	renames := results.Renames{{From: "Encode", To: "Marshal"}, {From: "Get/hit", To: "Get/cached"}, {From: "Old", To: "New", Package: "example.com/a"}}
	for _, test := range []struct{ pkg, name, want string }{
		{"", "Encode", "Marshal"},
		{"", "Encode-8", "Marshal-8"},
		{"", "Encode/size=1-2", "Marshal/size=1-2"},
		{"", "Encoder-2", "Encoder-2"},
		{"", "Encode-fast-2", "Encode-fast-2"},
		{"", "Get/hit/x-2", "Get/cached/x-2"},
		{"", "Get/hits-2", "Get/hits-2"},
		{"example.com/a", "Old-2", "New-2"},
		{"example.com/b", "Old-2", "Old-2"},
	} {
		id := results.ID{Runtime: "go", Pkg: test.pkg, Name: test.name}
		if got := renames.Of(id); got != (results.ID{Runtime: "go", Pkg: test.pkg, Name: test.want}) {
			t.Errorf("%v: %v, want %s", id, got, test.want)
		}
	}
}

func TestNamesBefore(t *testing.T) {
	renames := results.Renames{{From: "Encode", To: "Marshal"}, {From: "Write", To: "Marshal"}, {From: "Get/hit", To: "Get/cached"}, {From: "Get/hit/x", To: "Lost"}, {From: "Old", To: "New", Package: "example.com/a"}}
	for _, test := range []struct {
		pkg, name string
		want      []string
	}{
		{"", "Marshal", []string{"Encode", "Write"}},
		{"", "Marshal/size=1-2", []string{"Encode/size=1-2", "Write/size=1-2"}},
		{"", "Marshaler", nil},
		{"", "Get/cached/x", []string{"Get/hit/x"}},
		{"", "Lost", nil}, // the line before it holds for what it was
		{"", "Encode", nil},
		{"example.com/a", "New/b", []string{"Old/b"}},
		{"example.com/b", "New/b", nil},
	} {
		if got := renames.Before(results.ID{Runtime: "go", Pkg: test.pkg, Name: test.name}); !slices.Equal(got, test.want) {
			t.Errorf("%s of %q: %q, want %q", test.name, test.pkg, got, test.want)
		}
	}
}
