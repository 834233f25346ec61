package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/cobench/cobench/go/internal/publish"
)

func (c command) publish(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("publish", flag.ContinueOnError)
	history := flags.String("history", "", "`folder` with the history of results")
	out := flags.String("o", "", "`folder` to write: the site's data")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if *history == "" || *out == "" {
		return errors.New("publish: want -history and -o")
	}
	index, err := publish.Publish(*history, *out, publish.Options{})
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "published %d runs\n", len(index.Runs))
	return nil
}
