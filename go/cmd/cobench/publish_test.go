package main

import (
	"bytes"
	"context"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/cobench/cobench/go/internal/forge"
)

// A shallow clone knows when its newest commits were made and nothing of the
// others, so that there is no order of all.
func TestOrder(t *testing.T) {
	whole, shallow := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "shallow")
	for _, args := range [][]string{
		{"init", "--quiet", whole}, {"-C", whole, "commit", "--quiet", "--allow-empty", "--message", "one"}, {"-C", whole, "commit", "--quiet", "--allow-empty", "--message", "two"},
		{"clone", "--quiet", "--depth=1", "file://" + whole, shallow},
	} {
		if out, err := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@y"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for _, test := range []struct {
		dir           string
		known, placed int
		said          string
	}{
		{whole, 2, 2, ""},
		{shallow, 1, 0, "this clone is shallow"},
		{t.TempDir(), 0, 0, "git log has no commits here"},
	} {
		var stderr bytes.Buffer
		commits := command{stderr: &stderr}.log(context.Background(), forge.Repository(test.dir))
		if len(commits) != test.known || len(order(commits)) != test.placed || !strings.Contains(stderr.String(), test.said) || (test.said == "") != (stderr.Len() == 0) {
			t.Errorf("%+v: %+v, %s", test, commits, &stderr)
		}
	}
}

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
		got, err := judged(path)
		if f.Name == "head.txt" {
			if err == nil {
				t.Error("no base: want an error")
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		v := got.Rows[0]
		if v.Verdict != "slower" || v.Runtime != "go" || v.N != 16 || !(*v.Low <= *v.Ratio && *v.Ratio <= *v.High) || *v.Ratio < 1.39 || *v.Ratio > 1.41 {
			t.Errorf("got %+v", v)
		}
		// Both values differ by the ratio, as in the terminal.
		if by := *v.Head / *v.Base; math.Abs(by / *v.Ratio - 1) > 1e-9 || got.Headline == "" || got.Command == "" {
			t.Errorf("got %g, %+v", by, got)
		}
	}
}
