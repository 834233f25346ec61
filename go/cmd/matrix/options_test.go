package main

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/workload/matmul"
)

func TestParse(t *testing.T) {
	all := options{size: 250, coroutines: 8, repeat: 10, mode: matmul.Pure, output: true, log: true, file: "x.csv"}
	for line, want := range map[string]options{
		"": {size: 3, coroutines: 4, repeat: 1, mode: matmul.Coordinator},
		"--size 250 --coroutines 8 --mode PURE --repeat 10 --output --file x.csv --log": all,
		"--size=250 --coroutines=8 --mode=pure --repeat=10 --output --file=x.csv --log": all,
		"-l -o -s 250 -c 8 -m Pure -r 10 -f x.csv":                                      all,
		"-f=x.csv -l -m=pure -o -r=10 -c=8 -s=250":                                      all,
	} {
		if got, err := parse(strings.Fields(line)); err != nil || got != want {
			t.Errorf("%s: %+v, error %v, want %+v", line, got, err, want)
		}
	}
	for _, mode := range []matmul.Pattern{matmul.Coordinator, matmul.Fan, matmul.Pure} {
		for _, text := range []string{string(mode), strings.ToUpper(string(mode))} {
			if o, err := parse([]string{"-m", text}); err != nil || o.mode != mode {
				t.Errorf("-m %s: %s, error %v, want %s", text, o.mode, err, mode)
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	const names = "--size --coroutines --mode --repeat --output --file --log"
	for line, want := range map[string]string{
		"-s 0":                 `invalid value "0" for flag -s: want a whole number from 1 to 4096`,
		"--size -1":            `invalid value "-1" for flag -size: want a whole number from 1 to 4096`,
		"-s=abc":               `invalid value "abc" for flag -s: want a whole number from 1 to 4096`,
		"--size=1000000000":    `invalid value "1000000000" for flag -size: want a whole number from 1 to 4096`,
		"--size=1000000000000": `invalid value "1000000000000" for flag -size: want a whole number from 1 to 4096`,
		"--size=":              `invalid value "" for flag -size: want a whole number from 1 to 4096`,
		"--size":               `flag needs an argument: -size`,
		"-s 3 --size 4":        `invalid value "4" for flag -size: want --size once`,
		"-c 0":                 `invalid value "0" for flag -c: want a whole number from 1 to 4096`,
		"-r 0":                 `invalid value "0" for flag -r: want a whole number from 1 to 2147483647`,
		"-m sequential":        `invalid value "sequential" for flag -m: want one of COORDINATOR, FAN, PURE`,
		"-f=":                  `invalid value "" for flag -f: want a file's name`,
		"--output=yes":         `invalid boolean value "yes" for -output: want no value`,
		"-x":                   `flag provided but not defined: -x: want ` + names,
		"250":                  `unknown argument 250: want ` + names,
	} {
		if _, err := parse(strings.Fields(line)); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", line, err, want)
		}
	}
	for _, line := range []string{"-h", "--help", "-s 3 --help"} {
		if _, err := parse(strings.Fields(line)); !errors.Is(err, flag.ErrHelp) {
			t.Errorf("%s: error %v, want help", line, err)
		}
	}
}

// What can't be a benchmark's parameter must not be an option's value.
func TestMostIsThatOfTheWorkload(t *testing.T) {
	c, err := config.Load(os.DirFS(filepath.FromSlash("../../../bench-config")), "bench-config")
	if err != nil {
		t.Fatal(err)
	}
	w, err := c.Workload("MatMul")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"n", "workers"} {
		i := slices.IndexFunc(w.Parameters, func(p config.Parameter) bool { return p.Name == name })
		if got := *w.Parameters[i].Max; got != most {
			t.Errorf("%s: at most %d in workloads.yaml, %d here", name, got, most)
		}
	}
}
