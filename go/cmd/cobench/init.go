package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/renameio/v2/maybe"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/plan"
)

// initialise writes a cobench.yaml from what it finds in the folder: the choices
// that it makes by itself stand in comments.
func (c command) initialise(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("init", flag.ContinueOnError)
	var q projectRequest
	q.flags(flags)
	var settings settings
	flags.Var(&settings, "set", settingsHelp)
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if is, err := isProject(flags, ""); err != nil {
		return err
	} else if !is {
		return errors.New("init: this folder has a bench-config; cobench.yaml is for projects without one")
	}
	if err := q.set(settings); err != nil {
		return err
	}
	found, err := c.findProject(ctx, &q)
	if err != nil {
		return err
	}
	file := filepath.Join(found.top, filepath.FromSlash(found.folder), config.ProjectFile)
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: exists already: remove it first", file)
	}
	q.base, q.recording = "", 0
	q.budget = time.Duration(config.Found().Budget)
	text, err := c.projectFile(ctx, q, found)
	if err != nil {
		return err
	}
	if err := maybe.WriteFile(file, []byte(text), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "wrote %s\n", file)
	if q.jar == "" {
		c.tellBlind(ctx, q, found)
	}
	return nil
}

// projectFile is the text of a cobench.yaml for what was found.
func (c command) projectFile(ctx context.Context, q projectRequest, found project) (string, error) {
	base := forge.Repository(found.top).DefaultBranch(ctx)
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line("# What cobench bench and cobench calibrate would else be told by flags or -set, which go before this.")
	if base == "" {
		base = "main"
		line("# The ref to compare with.")
		line("# base: %s", base)
	} else {
		line("# The ref to compare with: the default branch, as it was found.")
		line("base: %s", quoted(base))
	}
	line("\n# What all may take: building, listing and measuring. A longer one finds smaller changes, and more benchmarks have their turn.")
	line("budget: %s", plan.Minutes(q.budget))
	line("\n# Which benchmarks, in benchstat's syntax.")
	if q.filter != "" {
		line("filter: %s", quoted(q.filter))
	} else {
		line("# filter: \".name:/Encode/ AND pkg:/codec/\"")
	}
	if q.jvm() {
		line("\n# The command that makes the jar with JMH in it, and the pattern of the jar's path; both from the folder of this file.")
		line("%s\n%s", orExample("build", q.build, "./gradlew jmhJar"), orExample("jar", q.jar, "target/*benchmarks.jar"))
		runtime, err := c.jvm(q.jdk)
		if err != nil {
			return "", err
		}
		line("\n# The feature version of the JDK to measure on.")
		line("jdk: %d", runtime.JDK)
	} else {
		line("\n# The packages to look for benchmarks in.")
		packages := list(q.packages)
		if len(packages) == 0 {
			packages = []string{"./..."}
		}
		line("packages:")
		for _, p := range packages {
			line("  - %s", quoted(p))
		}
	}
	line("\n# Variables that the benchmarks are given; they have no others but PATH, HOME and the like.")
	line("# env: [DATABASE_URL]")
	line("\n# What is judged besides time; names are those in the output of a benchmark.")
	line("# units: [{unit: p99-ns, better: lower, minimum-effect: 0.05}]")
	line("\n# The folder to keep results in, for cobench publish.")
	line("# history: ../bench-history")
	line("\n# Slowdowns that are known and make nothing fail, up to a ceiling and until a day.")
	line("# accepted:\n#   - {benchmark: Encode/.*, ceiling: 0.15, reason: checksums, until: 2027-03-31}")
	line("\n# The least change of some benchmarks that is worth an alarm: a part, or learned from their own noise.")
	line("# thresholds:\n#   - {benchmark: Dial/.*, minimum-effect: 0.1}")
	line("\n# Benchmarks that had another name: they are compared with it, and their trends go on.")
	line("# renamed:\n#   - {from: Encode, to: Marshal}")
	return out.String(), nil
}

// orExample is a line with a value, or with an example where cobench finds one by itself.
func orExample(key, value, example string) string {
	if value == "" {
		return "# " + key + ": " + quoted(example)
	}
	return key + ": " + quoted(value)
}

// quoted is a word as YAML reads it whatever is in it.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// fromFile fills in what no flag has said.
func (q *projectRequest) fromFile(folder string) error {
	p, ok, err := config.LoadProject(folder)
	if err != nil || !ok {
		return err
	}
	for _, f := range []struct {
		to   *string
		from string
	}{
		{&q.base, p.Base}, {&q.filter, p.Filter}, {&q.build, p.Build}, {&q.jar, p.Jar}, {&q.packages, strings.Join(p.Packages, ",")},
	} {
		if *f.to == "" {
			*f.to = f.from
		}
	}
	if q.history == "" && p.History != "" {
		q.history = p.History
		if !filepath.IsAbs(q.history) {
			q.history = filepath.Join(folder, filepath.FromSlash(p.History))
		}
	}
	q.units, q.renamed = p.Units, renames(p)
	for _, name := range p.Env {
		if !slices.Contains(q.env, name) {
			q.env = append(q.env, name)
		}
	}
	if a := p.Accept(); len(a.Accepted)+len(a.Thresholds) > 0 {
		q.accept = &a
	}
	if q.jdk == 0 {
		q.jdk = p.JDK
	}
	if q.budget == 0 {
		q.budget = time.Duration(p.Budget)
	}
	return nil
}
