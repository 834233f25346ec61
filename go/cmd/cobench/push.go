package main

import (
	"context"
	"flag"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline"
)

// push sends what another action has committed to the history's branch, in the
// checkout of it that this is.
func (c command) push(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("ci push", flag.ContinueOnError)
	remote := flags.String("remote", "origin", "`URL` of the repository that holds the history")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	top, err := forge.Top(ctx, ".")
	if err != nil {
		return err
	}
	to, err := c.server().Data(ctx, forge.Repository(top), *remote)
	if err != nil {
		return err
	}
	return to.Push(ctx, forge.Repository(top), pipeline.DataBranch)
}
