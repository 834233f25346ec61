package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/pipeline/planning"
	"github.com/cobench/cobench/go/internal/raw"
)

// How far a median may lie from that of a long warm-up.
const warmEnough = 0.1

// warmups is the table of both warm-ups: base has the profile's.
var warmups = compare.Options{
	Table:  "goos,goarch,cpu,cores,runtime",
	Col:    "side@(head base)",
	Row:    ".fullname",
	Filter: ".unit:(sec/op OR warmup-sec)",
	Ignore: "warmup,round,reason,unsteady,note,unranked,curve,judging,job,key,ruler,ruler-times,alpha,minimum-effect",
}

// calibrateWarmup measures one commit by the profile's warm-ups and by long ones,
// interleaved, and tells of which benchmarks the medians agree.
func (c command) calibrateWarmup(ctx context.Context, root string, request planRequest, budget time.Duration) error {
	request.head = request.base
	p, err := c.makePlan(ctx, root, request)
	if err != nil {
		return err
	}
	for _, j := range p.Jobs {
		fmt.Fprintln(c.stderr, planning.Foretell(p, j))
	}
	dir := filepath.Join(root, ".cobench", "runs", c.now().UTC().Format(moment))
	if err := c.measure(ctx, root, p, measuring{dir: dir, budget: budget}); err != nil && !errors.As(err, new(errMeasured)) || ctx.Err() != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "measured in %s\n", dir)
	results := filepath.Join(dir, raw.ResultsFile)
	if err := c.collectInto(results, []raw.Dir{raw.Dir(dir)}); err != nil {
		return err
	}
	return c.warmups(results, request.warmup)
}

// warmups prints the table of a file of results, and fails where a warm-up was
// too short, or too little was measured to tell.
func (c command) warmups(results string, long time.Duration) error {
	report, err := compare.Read(warmups, compare.Files([]string{results}, c.stdin))
	if err != nil {
		return err
	}
	if err := compare.WriteText(c.stdout, report, width(c.stdout)); err != nil {
		return err
	}
	var all, agree int
	for _, t := range report.Tables {
		if t.Unit != "sec/op" {
			continue
		}
		for _, row := range t.Rows {
			all++
			if cell := row.Cells[len(row.Cells)-1]; cell.Compared && math.Abs(math.Log(cell.Summary.Center/row.Cells[0].Summary.Center)) <= math.Log1p(warmEnough) {
				agree++
			}
		}
	}
	line := fmt.Sprintf("base: the profile's warm-up, head: %[1]v: %[2]d of %[3]d medians within %[4]g %%", long, agree, all, 100*warmEnough)
	fmt.Fprintln(c.stdout, line)
	if agree < all {
		return errMeasured{fmt.Errorf("%d of %d benchmarks were not warm after the profile's warm-up, or were not measured", all-agree, all)}
	}
	return nil
}
