package main

import (
	"context"
	"flag"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline/archive"
	"github.com/cobench/cobench/go/internal/pipeline/event"
)

func (c command) append(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("ci append", flag.ContinueOnError)
	file := flags.String("event", "", "`file` with GitHub's event: a run of the benchmarks that has ended")
	remote := flags.String("remote", "origin", "`URL` of the repository that holds the history")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	e, err := event.Read(*file)
	if err != nil {
		return err
	}
	root, err := root()
	if err != nil {
		return err
	}
	hub, err := c.server().Hub()
	if err != nil {
		return err
	}
	data, err := c.server().Data(ctx, forge.Repository(root), *remote)
	if err != nil {
		return err
	}
	return archive.Archive{Hub: hub, Data: data, Log: c.jobLog()}.Append(ctx, e)
}
