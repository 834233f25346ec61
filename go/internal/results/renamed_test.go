package results_test

import (
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
