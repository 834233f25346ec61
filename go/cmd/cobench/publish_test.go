package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// What the site is told is what the report says.
func TestVerdictsOfAFile(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/script/report.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		path := filepath.Join(t.TempDir(), f.Name)
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := verdicts(path)
		if f.Name == "head.txt" {
			if err == nil {
				t.Error("no base: want an error")
			}
			continue
		}
		if err != nil || len(got) != 1 {
			t.Fatalf("%+v, %v, want one", got, err)
		}
		v := got[0]
		if v.Verdict != "slower" || v.Runtime != "go" || v.N != 10 || !(v.Low <= v.Ratio && v.Ratio <= v.High) || v.Ratio < 1.39 || v.Ratio > 1.41 {
			t.Errorf("got %+v", v)
		}
	}
}
