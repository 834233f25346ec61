package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

func (c command) doctor(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("doctor", flag.ContinueOnError)
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	root, err := root()
	if err != nil {
		return err
	}
	conf, err := benchConfig(root)
	if err != nil {
		return err
	}
	here, err := c.findRuntimes()
	if err != nil {
		return err
	}
	problems := c.checkTools(ctx, c.stdout)
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nruntimes")
	for _, r := range conf.Runtimes {
		if reason := here.missing(r); reason != "" {
			fmt.Fprintf(w, "  –\t%s\t%s\n", r.Name, reason)
		} else {
			fmt.Fprintf(w, "  ✓\t%s\t%s\n", r.Name, here.version(r))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if problems > 0 {
		return fmt.Errorf("%d of the tools that building needs are not ready", problems)
	}
	return nil
}

// checkTools prints what building needs, and returns how much of it is missing.
func (c command) checkTools(ctx context.Context, out io.Writer) (problems int) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "tools")
	for _, t := range toolchain.Tools(ctx, c.environ) {
		if p := t.Problem(); p != "" {
			problems++
			fmt.Fprintf(w, "  ✗\t%s\t%s\n", t.Name, p)
		} else {
			fmt.Fprintf(w, "  ✓\t%s\t%s\t%s\n", t.Name, t.Version, t.Path)
		}
	}
	_ = w.Flush() // a terminal that can't be written to
	return problems
}

// runtimesHere knows what this machine has of the runtimes.
type runtimesHere struct{ jdks []toolchain.JDK }

func (c command) findRuntimes() (runtimesHere, error) {
	jdks, err := toolchain.JDKs(c.environ, toolchain.Folders(c.environ))
	return runtimesHere{jdks}, err
}

func (h runtimesHere) jdk(feature int) (toolchain.JDK, bool) {
	for _, j := range h.jdks {
		if j.Feature == feature && !j.Graal {
			return j, true
		}
	}
	return toolchain.JDK{}, false
}

// missing tells why a runtime can't be measured here, or "".
func (h runtimesHere) missing(r config.Runtime) string {
	if r.Kind != config.JVM {
		return ""
	}
	if _, ok := h.jdk(r.JDK); !ok {
		return fmt.Sprintf("no JDK %d found: install one, or set JAVA_HOME_%d_X64", r.JDK, r.JDK)
	}
	return ""
}

func (h runtimesHere) version(r config.Runtime) string {
	if j, ok := h.jdk(r.JDK); ok && r.Kind == config.JVM {
		return fmt.Sprintf("%s, %s (%s)", j.Name, j.Home, j.Source)
	}
	return r.Doc
}
