package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var flagLine = regexp.MustCompile(`(?m)^  -([a-z-]+)`)

// flagsOf are the flags of a command, as its help shows them.
func flagsOf(t *testing.T, v verb) []string {
	t.Helper()
	var said bytes.Buffer
	c := command{stdout: &said, stderr: &said}
	if status := c.main(t.Context(), append(strings.Fields(v.name), "-h")); status != done {
		t.Fatalf("%s: %d, %s", v.name, status, &said)
	}
	names := []string{"h"}
	for _, found := range flagLine.FindAllStringSubmatch(said.String(), -1) {
		names = append(names, found[1])
	}
	return names
}

// Command lines in documents: a span of code, or a line of a block.
var (
	codeSpan  = regexp.MustCompile("`(?:bin/)?cobench ([^`]+)`")
	codeBlock = regexp.MustCompile(`(?m)^(?:    |\t)(?:\S*/)?cobench (.+)$`)
	fence     = regexp.MustCompile("(?s)```.*?```")
	inQuotes  = regexp.MustCompile(`'[^']*'|"[^"]*"`)
)

// checkLine holds what stands behind the word cobench to the commands and flags
// that there are.
func checkLine(t *testing.T, where, line string) {
	t.Helper()
	line, _, _ = strings.Cut(line, " #")
	words := strings.Fields(inQuotes.ReplaceAllString(line, "x"))
	if len(words) == 0 || isHelp(words[0]) || len(words) == 1 && words[0] == "ci" {
		return
	}
	v, rest, err := verbOf(words)
	if err != nil {
		t.Errorf("%s: cobench %s: %v", where, line, err)
		return
	}
	flags := flagsOf(t, v)
	for _, word := range rest {
		name, _, _ := strings.Cut(strings.Trim(word, "[]…."), "=")
		if name, ok := strings.CutPrefix(name, "-"); ok && name != "" && !slices.Contains(flags, name) {
			t.Errorf("%s: cobench %s: %s has no flag -%s", where, line, v.name, name)
		}
	}
}

// What is said of the command elsewhere is so: its names, its flags, and the line
// that each command has in README's list.
func TestDocumentsKnowTheCommand(t *testing.T) {
	documents, err := filepath.Glob("../../../site/content/*.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, file := range append(documents, "../../../README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text = fence.ReplaceAllFunc(text, func(block []byte) []byte { return bytes.ReplaceAll(block, []byte("\n"), []byte("\n    ")) })
		for _, form := range []*regexp.Regexp{codeSpan, codeBlock} {
			for _, found := range form.FindAllStringSubmatch(string(text), -1) {
				lines++
				name, says, listed := strings.Cut(found[1], "  ")
				if v, _, err := verbOf(strings.Fields(name)); listed && err == nil && v.name == name && !strings.HasPrefix(strings.TrimSpace(says), "#") {
					if strings.TrimSpace(says) != v.says {
						t.Errorf("%s: cobench %s is said to %q, want %q", filepath.Base(file), name, strings.TrimSpace(says), v.says)
					}
					continue
				}
				checkLine(t, filepath.Base(file), found[1])
			}
		}
	}
	if lines < 10 {
		t.Errorf("only %d command lines were found", lines)
	}
}

// Every command has an example that is one of its own, and few enough flags.
func TestExamples(t *testing.T) {
	for _, g := range groups() {
		for _, v := range g.verbs {
			line, ok := strings.CutPrefix(v.example, "cobench ")
			if found, _, err := verbOf(strings.Fields(line)); !ok || err != nil || found.name != v.name {
				t.Errorf("%s: its example is %q", v.name, v.example)
			}
			checkLine(t, v.name, line)
			if n := len(flagsOf(t, v)) - 1; n > 12 {
				t.Errorf("%s has %d flags, want a dozen at most", v.name, n)
			}
		}
	}
}
