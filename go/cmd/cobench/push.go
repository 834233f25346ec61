package main

import (
	"context"
	"flag"

	"github.com/cobench/cobench/go/internal/forge"
)

// push sends the commits of the history's branch that another action made here.
func (c command) push(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("push", flag.ContinueOnError)
	remote := flags.String("remote", "origin", "`URL` of the repository that holds the history")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	root, err := root()
	if err != nil {
		return err
	}
	to, err := c.remote(ctx, forge.Repository(root), *remote)
	if err != nil {
		return err
	}
	return to.Push(ctx, forge.Repository(root), dataBranch)
}
