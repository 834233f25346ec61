package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/raw"
)

// What runs have built goes by age and by size, the oldest first; what they have
// measured stays, and so does what is being measured.
func TestPrune(t *testing.T) {
	const mega = 1 << 20
	now := time.Now()
	for _, test := range []struct {
		name string
		runs []oldRun // the oldest first
		want string   // those that keep their builds
	}{
		{"a few young ones", []oldRun{{"a", 3, 100 * mega, false}, {"b", 2, 100 * mega, false}}, "a b"},
		{"too old", []oldRun{{"a", 50, mega, false}, {"b", 25, mega, false}, {"c", 23, mega, false}}, "c"},
		{"too much", []oldRun{{"a", 4, 200 * mega, false}, {"b", 3, 200 * mega, false}, {"c", 2, 200 * mega, false}, {"d", 1, 300 * mega, false}}, "c d"},
		{"one alone is too much", []oldRun{{"a", 1, 965 * mega, false}}, ""},
		{"under way", []oldRun{{"a", 90, 400 * mega, true}, {"b", 3, 400 * mega, false}, {"c", 2, 100 * mega, false}}, "a c"},
	} {
		t.Run(test.name, func(t *testing.T) {
			runs := t.TempDir()
			for _, r := range test.runs {
				r.make(t, runs, now)
			}
			var stderr bytes.Buffer
			command{stderr: &stderr, now: func() time.Time { return now }}.prune(filepath.Join(runs, "*"))
			var left []string
			for _, r := range test.runs {
				if _, err := os.Stat(filepath.Join(runs, r.name, "build")); err == nil {
					left = append(left, r.name)
				}
				if _, err := os.Stat(filepath.Join(runs, r.name, "samples", "0001", "stdout")); err != nil {
					t.Errorf("what %s has measured: %v", r.name, err)
				}
			}
			if got := strings.Join(left, " "); got != test.want || stderr.Len() > 0 {
				t.Errorf("%q keep their builds, want %q; it said %q", got, test.want, stderr.String())
			}
		})
	}
}

type oldRun struct {
	name   string
	hours  int // since it was last written to
	size   int64
	locked bool
}

func (r oldRun) make(t *testing.T, runs string, now time.Time) {
	t.Helper()
	dir := filepath.Join(runs, r.name)
	for _, file := range []string{"build/head/x.test", "source/head/x.go", "samples/0001/stdout"} {
		path := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(dir, "build/head/x.test"), r.size); err != nil { // takes no room
		t.Fatal(err)
	}
	if r.locked {
		unlock, err := raw.Dir(dir).Lock()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(unlock)
	}
	at := now.Add(-time.Duration(r.hours) * time.Hour)
	for _, folder := range []string{"source", "build", "samples", ""} {
		if err := os.Chtimes(filepath.Join(dir, folder), at, at); err != nil {
			t.Fatal(err)
		}
	}
}
