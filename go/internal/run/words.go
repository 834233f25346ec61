package run

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"github.com/cobench/cobench/go/internal/raw"
)

// lastWords is the line that tells best why a process ended: the first that a
// panic, an exception or an error begins, else the last one. What JMH says of
// a workload's exception comes first, and tells nothing; the exception itself
// is among what it suppressed.
func lastWords(folder string) string {
	var last string
	for _, name := range []string{raw.StderrFile, raw.StdoutFile} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			continue
		}
		for line := range bytes.Lines(text) {
			line = bytes.TrimPrefix(bytes.TrimSpace(line), []byte("Suppressed: "))
			if telling.Match(line) && !bytes.Equal(line, jmhWords) {
				return shorten(string(line))
			}
			if len(line) > 0 && last == "" {
				last = string(line)
			}
		}
	}
	return shorten(last)
}

var telling = regexp.MustCompile(`^(panic:|fatal error:|\w+\.go:[0-9]+: |Exception in|ERROR:|[\w.$]*(Exception|Error)\b)`)

var jmhWords = []byte("ERROR: org.openjdk.jmh.runner.RunnerException: Benchmark caught the exception")

// shorten keeps a line fit for a row of a table.
func shorten(line string) string {
	const most = 200
	line = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(line, "�"))
	if r := []rune(line); len(r) > most {
		return string(r[:most]) + "…"
	}
	return line
}
