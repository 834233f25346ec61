package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/mcp"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/report"
)

// mcp serves an assistant until its client closes stdin. Stdout is the protocol's; what
// else would be printed there is in the answers.
func (c command) mcp(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("mcp", flag.ContinueOnError)
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if _, err := root(); err == nil {
		return errors.New("mcp: this is a checkout with a bench-config: start it in a Go module, or in a build of Maven or Gradle")
	}
	session := mcp.NewSession(config.Found().Alpha)
	c.part = session.Next
	server := mcp.New(cmp.Or(release, "devel"), session, mcp.Tools{Bench: c.benchTool, Report: c.reportTool, Bisect: c.bisectTool})
	// A client that closes its end first has simply gone.
	err := server.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(c.stdin), Writer: kept{c.stdout}})
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// kept is a stream that is not closed: its owner does that.
type kept struct{ io.Writer }

func (kept) Close() error { return nil }

// benchTool is cobench bench for an assistant, which most often asks about what it has
// just edited.
func (c command) benchTool(ctx context.Context, in mcp.Bench, progress io.Writer) (mcp.Measured, error) {
	var out bytes.Buffer
	c.stdout, c.stderr = &out, progress
	q := projectRequest{base: in.Base, head: in.Head, filter: in.Filter}
	if in.Budget != "" {
		var err error
		if q.budget, err = time.ParseDuration(in.Budget); err != nil {
			return mcp.Measured{}, fmt.Errorf("budget %q: want a time such as 5m", in.Budget)
		}
	}
	looked := q
	if _, err := c.findProject(ctx, &looked); err != nil {
		return mcp.Measured{}, err
	}
	q.base = cmp.Or(looked.base, "HEAD")
	begun := c.now()
	dir, p, err := c.planProject(ctx, &q)
	if err != nil {
		return mcp.Measured{Run: dir}, err
	}
	measured := c.measure(ctx, dir, p, measuring{dir: dir, resume: true, budget: c.left(q, begun)})
	if measured != nil && !errors.As(measured, new(errMeasured)) || ctx.Err() != nil {
		return mcp.Measured{Run: dir}, measured
	}
	_, r, err := c.finish(dir, q.history, p)
	if err != nil {
		return mcp.Measured{Run: dir}, errors.Join(measured, err)
	}
	return mcp.Measured{Run: dir, Report: r, Text: strings.TrimLeft(out.String(), "\n")}, nil
}

// reportTool reads a run's results once more, which takes nothing of alpha, or judges two
// files, which does.
func (c command) reportTool(_ context.Context, in mcp.Report) (mcp.Measured, error) {
	var r *report.Report
	var err error
	switch {
	case in.Run != "" && in.Old == "" && in.New == "":
		r, err = report.Read(compare.Files([]string{"run=" + filepath.Join(in.Run, raw.ResultsFile)}, nil))
	case in.Run == "" && in.Old != "" && in.New != "":
		r, err = c.readReport([]string{"old=" + in.Old, "new=" + in.New})
	default:
		err = errors.New("want either run, or old and new")
	}
	if err != nil {
		return mcp.Measured{}, err
	}
	var out bytes.Buffer
	err = report.WriteText(&out, r)
	return mcp.Measured{Run: in.Run, Report: r, Text: out.String()}, err
}

// bisectTool is cobench bisect: each of its steps is a comparison.
func (c command) bisectTool(ctx context.Context, in mcp.Bisect, progress io.Writer) (string, error) {
	var out bytes.Buffer
	c.stdout, c.stderr = &out, progress
	err := c.bisect(ctx, []string{"-good=" + in.Good, "-bad=" + cmp.Or(in.Bad, "HEAD"), "--", in.Runtime, in.Benchmark})
	return out.String(), err
}
