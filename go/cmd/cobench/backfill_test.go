package main

import (
	"slices"
	"strings"
	"testing"
)

func TestSpread(t *testing.T) {
	for _, test := range []struct{ commits, want string }{
		{"", ""}, {"a", "a"}, {"a b", "a b"}, {"a b c", "a c b"}, {"a b c d e", "a e c b d"}, {"a b c d", "a d b c"},
	} {
		got := spread(strings.Fields(test.commits))
		if !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("%s: %v, want %s", test.commits, got, test.want)
		}
	}
	many := strings.Fields(strings.Repeat("x ", 500))
	if n := len(spread(many)); n != 500 {
		t.Errorf("%d of 500", n)
	}
}
