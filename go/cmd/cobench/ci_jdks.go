package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/plan"
)

// ciJDKs names the JDKs that the upgrade of a project's JDK needs on a job's machine: the
// new one, and last, where setup-java makes it JAVA_HOME, the one that it is compared with.
func (c command) ciJDKs(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("ci jdks", flag.ContinueOnError)
	var q projectRequest
	var settings settings
	var step pipeline.Step
	flags.Var((*upgrades)(&q.upgrades), "upgrade", upgradeHelp)
	flags.Var(&settings, "set", settingsHelp)
	flags.StringVar(&step.Output, "output", "", "`file` to add the output jdks to, GitHub's outputs of a step: a JSON string with a feature version in each line")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if err := q.set(settings); err != nil {
		return err
	}
	i := slices.IndexFunc(q.upgrades, func(u plan.Upgrade) bool { return u.What == plan.JDK })
	if i < 0 {
		return nil
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	if err := q.fromFile(here); err != nil {
		return err
	}
	runtime, err := c.jvm(q.jdk)
	if err != nil {
		return err
	}
	lines := q.upgrades[i].Version + "\n" + strconv.Itoa(runtime.JDK)
	fmt.Fprintln(c.stdout, lines)
	text, err := json.Marshal(lines)
	if err != nil {
		return err
	}
	return step.Set("jdks", string(text))
}
