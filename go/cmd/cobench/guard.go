package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// A guarded writer is the log of a job that has rights which others lack. What is
// told there may come from a stranger's artifact, so every line is made plain,
// whoever writes it: a runner takes commands from a log, a terminal takes escape
// sequences.
type guarded struct{ io.Writer }

// mostLine is the most bytes of a line of such a log.
const mostLine = 1000

func (g guarded) Write(text []byte) (int, error) {
	var out strings.Builder
	for line := range bytes.Lines(text) {
		whole, ended := bytes.CutSuffix(line, []byte("\n"))
		out.WriteString(markdown.Plain(string(whole), mostLine))
		if ended {
			out.WriteByte('\n')
		}
	}
	if _, err := io.WriteString(g.Writer, out.String()); err != nil {
		return 0, err
	}
	return len(text), nil
}

// warn tells what somebody should look after; on GitHub it stands on the page of
// the run.
func (c command) warn(text string) {
	to, mark := c.stderr, ""
	if g, ok := to.(guarded); ok {
		to = g.Writer
	}
	if toolchain.Getenv(c.environ, "GITHUB_ACTIONS") == "true" {
		mark = "::warning title=cobench::"
	}
	fmt.Fprintf(to, "%s%s\n", mark, markdown.Plain(text, mostLine))
}
