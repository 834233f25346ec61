package main

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/cobench/cobench/go/internal/collect"
	"github.com/cobench/cobench/go/internal/raw"
)

func (c command) collect(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("ci collect", flag.ContinueOnError)
	if err := c.parse(flags, args, 1, "DIR..."); err != nil {
		return err
	}
	var dirs []raw.Dir
	for _, dir := range flags.Args() {
		dirs = append(dirs, raw.Dir(dir))
	}
	return c.collectTo(c.stdout, dirs)
}

func (c command) collectInto(file string, dirs []raw.Dir) error {
	return c.output(file, func(w io.Writer) error { return c.collectTo(w, dirs) })
}

func (c command) collectTo(w io.Writer, dirs []raw.Dir) error {
	counts, err := collect.Folders(w, dirs)
	if err != nil {
		return err
	}
	ended := counts.Measured + counts.Failed
	none := counts.Planned == 0 && counts.Skipped > 0 // and each says why
	if ended+counts.Identical == 0 && !none {
		return fmt.Errorf("%s: no sample in it: measure with cobench ci run -resume -o %s", dirs[0], dirs[0])
	} else if ended < counts.Planned {
		fmt.Fprintf(c.stderr, "%d of %d samples were measured\n", ended, counts.Planned)
	}
	return nil
}
