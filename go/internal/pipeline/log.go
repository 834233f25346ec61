package pipeline

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/cobench/cobench/go/internal/markdown"
)

// A Log is the log of a job that has rights which others lack. Its text may come
// from a stranger's artifact, so every line is made plain, whoever writes it: a
// runner takes commands from a log, a terminal takes escape sequences.
type Log struct {
	To     io.Writer
	Runner bool // one of GitHub's reads the log
}

// MostLine is the most bytes of a line in such a log.
const MostLine = 1000

func (l Log) Write(text []byte) (int, error) {
	var out strings.Builder
	for line := range bytes.Lines(text) {
		whole, ended := bytes.CutSuffix(line, []byte("\n"))
		out.WriteString(markdown.Plain(string(whole), MostLine))
		if ended {
			out.WriteByte('\n')
		}
	}
	if _, err := io.WriteString(l.To, out.String()); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Warn writes a warning; GitHub shows it on the page of the run.
func (l Log) Warn(text string) {
	mark := ""
	if l.Runner {
		mark = "::warning title=cobench::"
	}
	fmt.Fprintf(l.To, "%s%s\n", mark, markdown.Plain(text, MostLine))
}

// Lacks warns that the job has no such permission, and says what is missing
// without it.
func (l Log) Lacks(permission, without string) {
	l.Warn(fmt.Sprintf("the job lacks the permission %s: %s", permission, without))
}
