package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	span         = regexp.MustCompile("`[^`\n]+`")
	testFunction = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
)

// testsBelow are the tests of the internal packages, by name; full tells of each whether
// its package's tests take -full.
func testsBelow(t *testing.T) (folder map[string]string, full map[string]bool) {
	folder, full = map[string]string{}, map[string]bool{}
	files, err := filepath.Glob("../../internal/*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in := filepath.Base(filepath.Dir(file))
		full[in] = full[in] || strings.Contains(string(source), `flag.Bool("full"`)
		for _, found := range testFunction.FindAllStringSubmatch(string(source), -1) {
			folder[found[1]] = in
		}
	}
	return folder, full
}

// The method page names tests of cobench for its figures. Each is in the package that
// the page says, and takes -full if the page says so.
func TestMethodNamesTests(t *testing.T) {
	text, err := os.ReadFile("../../../site/content/method.md")
	if err != nil {
		t.Fatal(err)
	}
	folder, full := testsBelow(t)
	said := map[string]string{} // by test; all others are in judge
	named := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		var before []string // tests, whose package follows
		for _, code := range span.FindAllString(line, -1) {
			code = strings.Trim(code, "`")
			in, isPackage := strings.CutPrefix(code, "./internal/")
			switch {
			case strings.HasPrefix(code, "Test"):
				named[code] = true
				before = append(before, code)
			case isPackage:
				for _, name := range before {
					said[name] = in
				}
				before = nil
			case strings.HasPrefix(code, "go test ./internal/"):
				words := strings.Fields(code)
				if in := strings.TrimPrefix(words[2], "./internal/"); words[3] != "-run" || folder[words[4]] != in || !full[in] {
					t.Errorf("%s: %s is in %q", code, words[4], folder[words[4]])
				}
			}
		}
	}
	if len(named) < 8 || len(said) < 4 {
		t.Errorf("%d tests are named, and the packages of %d: want more", len(named), len(said))
	}
	for name := range named {
		in := said[name]
		if in == "" {
			in = "judge"
		}
		if folder[name] != in || full[in] == (name == "TestAllocations") {
			t.Errorf("%s is said to be in %s, and is in %q, whose tests take -full: %v", name, in, folder[name], full[folder[name]])
		}
	}
}
