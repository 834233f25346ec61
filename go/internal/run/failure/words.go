package failure

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"github.com/cobench/cobench/go/internal/raw"
)

// LastWords is the line that tells best why a process ended, from what it left
// in a folder.
func LastWords(folder string) string {
	var texts [][]byte
	for _, name := range []string{raw.StderrFile, raw.StdoutFile} {
		if text, err := os.ReadFile(filepath.Join(folder, name)); err == nil {
			texts = append(texts, text)
		}
	}
	return LastWordsOf(texts...)
}

// LastWordsOf is the first line that a panic, an exception or an error begins,
// else the first one, but for JMH's remarks. What JMH says of a workload's
// exception comes first, and tells nothing; the exception itself is among what
// it suppressed.
func LastWordsOf(texts ...[]byte) string {
	var first string
	for _, text := range texts {
		for line := range bytes.Lines(text) {
			line = bytes.TrimPrefix(bytes.TrimSpace(line), []byte("Suppressed: "))
			if telling.Match(line) && !bytes.Equal(line, jmhWords) {
				return Shorten(string(line))
			}
			if len(line) > 0 && first == "" && !bytes.HasPrefix(line, []byte("# ")) {
				first = string(line)
			}
		}
	}
	return Shorten(first)
}

var telling = regexp.MustCompile(`^(panic:|fatal error:|\w+\.go:[0-9]+: |Exception in|ERROR:|[\w.$]*(Exception|Error)\b)`)

var jmhWords = []byte("ERROR: org.openjdk.jmh.runner.RunnerException: Benchmark caught the exception")

// Telling is a line of a text that begins a panic, an exception or an error, "" where
// there is none.
func Telling(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); telling.MatchString(line) {
			return line
		}
	}
	return ""
}

// longestReason is what a row of a table has room for.
const longestReason = 200

// Shorten keeps a line fit for a row of a table.
func Shorten(line string) string {
	line = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(line, "�"))
	if r := []rune(line); len(r) > longestReason {
		return string(r[:longestReason]) + "…"
	}
	return line
}
