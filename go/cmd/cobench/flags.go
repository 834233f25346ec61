package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
)

// parse reads a stage's flags. A flag that is wrong is one line, not the
// whole usage, which -h shows. least is how many arguments must follow.
func (c command) parse(flags *flag.FlagSet, args []string, least int, arguments string) error {
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		c.usage(flags)
		return errUsage{help: true}
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", flags.Name(), err)
	case flags.NArg() < least:
		return fmt.Errorf("%s: want %s", flags.Name(), arguments)
	case arguments == "" && flags.NArg() > 0:
		return fmt.Errorf("%s: unexpected argument %q", flags.Name(), flags.Arg(0))
	}
	return nil
}

// usage is the help of one command.
func (c command) usage(flags *flag.FlagSet) {
	v, _, err := verbOf(strings.Fields(flags.Name()))
	if err != nil {
		return // it is none of a user's
	}
	line := "usage: cobench " + v.name
	flags.VisitAll(func(f *flag.Flag) { line = "usage: cobench " + v.name + " [flags]" })
	fmt.Fprintf(c.stdout, "%s\n\n%s\n\n  %s\n\n", strings.TrimSpace(line+" "+v.arguments), v.says, v.example)
	flags.SetOutput(c.stdout)
	flags.PrintDefaults()
}

// settings is a flag that may be repeated: -set key=value.
type settings []plan.Setting

func (s *settings) String() string { return "" }

func (s *settings) Set(value string) error {
	if key, ok := strings.CutSuffix(value, "="); ok && slices.Contains(projectSettings, key) { // a workflow's input that nobody has set
		return nil
	}
	setting, err := plan.ParseSetting(value)
	if err == nil {
		*s = append(*s, setting)
	}
	return err
}

// list reads a comma-separated flag.
func list(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

// root is the checkout that the command was started in.
func root() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "bench-config", config.ProfilesFile)); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("%s: no bench-config here or above: run cobench in a checkout of its repository", start)
		}
	}
}

// benchConfig reads the checkout's configuration.
func benchConfig(root string) (config.Config, error) {
	return config.Load(os.DirFS(filepath.Join(root, "bench-config")), "bench-config")
}

// checkout is where the command was started, with its configuration.
func checkout() (string, config.Config, error) {
	root, err := root()
	if err != nil {
		return "", config.Config{}, err
	}
	conf, err := benchConfig(root)
	return root, conf, err
}

// output writes what write makes to a file, whole or not at all.
func (c command) output(file string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	return maybe.WriteFile(file, text.Bytes(), 0o644)
}
