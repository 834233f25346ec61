package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/publish"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run"
)

func (c command) bench(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	var settings settings
	request := planRequest{}
	flags.StringVar(&request.profile, "profile", "smoke", "`name` of the profile of bench-config/profiles.yaml")
	flags.StringVar(&request.runtimes, "runtimes", "", "`names` with commas, instead of the profile's; all is every one")
	flags.Var(&settings, "set", "`key=value`, as of cobench plan")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	request.settings = settings
	root, err := root()
	if err != nil {
		return err
	}
	// The plan comes first: a name misspelt is told before anything is looked up or built.
	p, err := c.makePlan(ctx, root, request)
	if err != nil {
		return err
	}
	if problems := c.checkTools(ctx, c.stderr); problems > 0 {
		return fmt.Errorf("%d of the tools that building needs are not ready", problems)
	}
	id := c.now().UTC().Format("20060102T150405Z")
	dir := filepath.Join(root, ".cobench", "runs", id)
	measured := c.measure(ctx, root, p, "", dir, false)
	if measured != nil && !errors.As(measured, new(errMeasured)) || ctx.Err() != nil {
		return measured
	}
	if err := c.show(ctx, root, dir, id, p); err != nil {
		return errors.Join(measured, err)
	}
	return measured
}

// headline are the units that a first look is at; the site has them all.
const headline = ".unit:(sec/op OR B/op OR start-sec OR first-sec/op OR tenth-sec/op)"

// show prints the comparison of a run and builds the site with it.
func (c command) show(ctx context.Context, root, dir, id string, p plan.Plan) error {
	results := filepath.Join(dir, "results.txt")
	if err := c.collectInto(results, []raw.Dir{raw.Dir(dir)}); err != nil {
		return err
	}
	history := filepath.Join(root, ".cobench", "history")
	if err := keep(history, results, id, p); err != nil {
		return err
	}
	report, err := compare.Read(compare.Options{Col: "runtime", Alpha: p.Alpha, Filter: headline}, compare.Files([]string{results}, c.stdin))
	if err != nil {
		return err
	}
	fmt.Fprintln(c.stdout)
	if err := compare.WriteText(c.stdout, report, width(c.stdout)); err != nil {
		return err
	}
	fmt.Fprintln(c.stderr, "\nbuilding the site")
	log, err := os.Create(filepath.Join(dir, "site.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	if err := run.Site(ctx, root, c.environ, c.start, log); err != nil {
		return errMeasured{err}
	}
	dist := filepath.Join(root, "site", "dist")
	if _, err := publish.Publish(history, filepath.Join(dist, "data")); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "\nresults  %s\nsite     %s\n         make serve shows it\n", results, filepath.Join(dist, "index.html"))
	return nil
}

// keep puts results into the history of this checkout, which has the shape
// of the published one.
func keep(history, results, id string, p plan.Plan) error {
	text, err := os.ReadFile(results)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := io.Copy(z, bytes.NewReader(text)); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	commit := p.Sides[len(p.Sides)-1].Commit
	if hash, mark, ok := strings.Cut(commit, "-"); ok || len(hash) > 12 {
		commit = hash[:min(12, len(hash))]
		if ok {
			commit += "-" + mark
		}
	}
	file := filepath.Join(history, "manual", id[:4], id[4:6], commit+"-"+id+"-local.txt.gz")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return renameio.WriteFile(file, packed.Bytes(), 0o644)
}
