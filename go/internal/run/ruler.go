package run

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/cobench/cobench/go/internal/ruler"
	"github.com/cobench/cobench/go/internal/run/commandline"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// rulerLimit is many times what a reading takes.
const rulerLimit = 30 * time.Second

// A ruling is how far the readings of one start of a run are: the first is
// taken before its first sample, one in its midst, and one after its last.
type ruling int

const (
	unread ruling = iota
	begun
	halfway
)

// ruleBefore reads the ruler if it is time to, before the sample that follows done others.
func (m *measurement) ruleBefore(ctx context.Context, done int) error {
	switch {
	case m.ruling == unread:
		m.ruling = begun
	case m.ruling == begun && 2*done >= m.planned:
		m.ruling = halfway
	default:
		return nil
	}
	return m.rule(ctx)
}

// ruleAfter reads it once more, if anything was measured.
func (m *measurement) ruleAfter(ctx context.Context) error {
	if m.ruling == unread {
		return nil
	}
	return m.rule(ctx)
}

// rule reads the ruler and keeps the reading. One that can't be read blocks
// nothing: the samples have their worth without it.
func (m *measurement) rule(ctx context.Context) error {
	if len(m.Ruler) == 0 {
		return nil
	}
	var stdout, stderr bytes.Buffer
	_, err := m.Start(ctx, process.Command{Args: m.Ruler, Dir: string(m.Dir), Environ: commandline.Environ(m.Environ, nil), Stdout: &stdout, Stderr: &stderr, Limit: rulerLimit})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var reading ruler.Reading
	if err == nil {
		err = json.Unmarshal(stdout.Bytes(), &reading)
	}
	if err == nil {
		err = reading.Check()
	}
	if err != nil {
		m.Report(progress.Event{Kind: progress.Ruling, Failure: fmt.Sprintf("%v: %s", err, failure.Shorten(stderr.String()))})
		return nil
	}
	return m.Dir.AddReading(reading)
}
