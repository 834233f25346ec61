package results_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/results"
)

func TestQualifiers(t *testing.T) {
	for _, test := range []struct{ packages, separator, want string }{
		{"", "/", "map[:]"},
		{"example.com/x", "/", "map[example.com/x:]"},
		{"example.com/x example.com/x", "/", "map[example.com/x:]"},
		{"example.com/x example.com/x/y/z", "/", "map[example.com/x: example.com/x/y/z:y/z]"},
		{"example.com/x/ya example.com/x/yb", "/", "map[example.com/x/ya:ya example.com/x/yb:yb]"},
		{"a b/c", "/", "map[a:a b/c:b/c]"},
		{"org.example.a org.example.b.c", ".", "map[org.example.a:a org.example.b.c:b.c]"},
	} {
		if got := fmt.Sprint(results.Qualifiers(strings.Split(test.packages, " "), test.separator)); got != test.want {
			t.Errorf("%s: %s, want %s", test.packages, got, test.want)
		}
	}
}
