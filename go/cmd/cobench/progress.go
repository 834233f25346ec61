package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/cobench/cobench/go/internal/run/progress"
)

// A display tells how a run goes on: on a terminal by one line that is
// written over, elsewhere by plain lines.
type display struct {
	w     io.Writer
	width func() int // of the terminal; 0 is none
	open  bool       // a line is there to be written over
}

func newDisplay(w io.Writer) *display {
	p := &display{w: w, width: func() int { return 0 }}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.width = func() int {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil {
				return width
			}
			return 80
		}
	}
	return p
}

func (p *display) report(e progress.Event) {
	terminal := p.width() > 0
	switch e.Kind {
	case progress.Building:
		p.line("building " + e.What)
	case progress.BuildFailed:
		p.line(fmt.Sprintf("not built: %s: %s", e.What, e.Failure))
	case progress.Step:
		p.line(e.What)
	case progress.Ruling:
		p.line("the ruler could not be read: " + e.Failure)
	case progress.Begun:
		if terminal {
			p.over(fmt.Sprintf("%d/%d  %s%s  %s  %s  round %d", e.Done, e.Total, bar(e.Done, e.Total), left(e.Left), e.Sample.Benchmark.Runtime, e.Sample.Benchmark.Name, e.Sample.Round))
		} else {
			fmt.Fprintf(p.w, "%d/%d  %s  %s  round %d  %s%s\n", e.Done+1, e.Total, e.Sample.Benchmark.Runtime, e.Sample.Benchmark.Name, e.Sample.Round, e.Sample.Side, left(e.Left))
		}
	case progress.Ended:
		if e.Failure != "" {
			p.line(fmt.Sprintf("failed: %s %s: %s", e.Sample.Benchmark.Runtime, e.Sample.Benchmark.Name, e.Failure))
		}
	}
}

func left(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return fmt.Sprintf("  %v left", d.Round(time.Second))
}

func bar(done, total int) string {
	const width = 20
	n := width * done / total
	return strings.Repeat("━", n) + strings.Repeat("─", width-n)
}

// over writes over the last line, cut to the terminal's width.
func (p *display) over(s string) {
	if r := []rune(s); len(r) >= p.width() {
		s = string(r[:p.width()-1])
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", s)
	p.open = true
}

// line writes a line that stays.
func (p *display) line(s string) {
	p.end()
	fmt.Fprintln(p.w, s)
}

// end leaves the terminal with an empty line to write on.
func (p *display) end() {
	if p.open {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.open = false
	}
}
