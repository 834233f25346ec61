package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
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
		fmt.Fprintf(c.stderr, "usage: cobench %s [flags] %s\n", flags.Name(), arguments)
		flags.SetOutput(c.stderr)
		flags.PrintDefaults()
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

// settings is a flag that may be given several times: -set key=value.
type settings []plan.Setting

func (s *settings) String() string { return "" }

func (s *settings) Set(value string) error {
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
			return "", fmt.Errorf("%s: no bench-config here or above: start cobench in its checkout", start)
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

// output writes what write makes to a file, whole or not at all; - or none is
// stdout. What is no regular file, such as /dev/null or a pipe, is written to
// and stays what it is: a file put in its place would be missed by everybody.
func (c command) output(file string, write func(io.Writer) error) error {
	if file == "" || file == "-" {
		return write(c.stdout)
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	switch info, err := os.Stat(file); {
	case err == nil && info.IsDir():
		return fmt.Errorf("-o %s: this is a folder, want a file", file)
	case err == nil && !info.Mode().IsRegular():
		return writeTo(file, text.Bytes())
	case err == nil: // a link stays one
		if file, err = filepath.EvalSymlinks(file); err != nil {
			return err
		}
	}
	return maybe.WriteFile(file, text.Bytes(), 0o644)
}

func writeTo(file string, text []byte) error {
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
