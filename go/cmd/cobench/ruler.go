package main

import (
	"context"
	"encoding/json"
	"flag"

	"github.com/cobench/cobench/go/internal/ruler"
)

// ruler reads the ruler once. cobench ci run starts it: a reading needs a process
// of its own.
func (c command) ruler(_ context.Context, args []string) error {
	if err := c.parse(flag.NewFlagSet("ci ruler", flag.ContinueOnError), args, 0, ""); err != nil {
		return err
	}
	return json.NewEncoder(c.stdout).Encode(ruler.Measure(c.now))
}

// rulerCommand is how run starts it.
func (c command) rulerCommand() []string {
	if c.program == "" {
		return nil
	}
	return []string{c.program, "ci", "ruler"}
}
