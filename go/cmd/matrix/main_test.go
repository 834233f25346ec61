package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var harness = flag.String("harness", "", "the Kotlin harness, built: a jar or a program; without it the twins are not run together")

// The test binary runs as the command itself where a test needs processes.
func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"matrix": main}) }

func run(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = command{&out, &err, time.Now}.main(args)
	return status, out.String(), err.String()
}

// rows are the file's lines but for the header, field by field.
func rows(t *testing.T, name string) [][]string {
	t.Helper()
	text, ok := strings.CutPrefix(read(t, name), header+"\n")
	if !ok {
		t.Fatalf("%s: %q, want the header first", name, text)
	}
	var rows [][]string
	for line := range strings.Lines(text) {
		if !regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12},\d+,\d+,[a-z_]+,\d+\n$`).MatchString(line) {
			t.Errorf("line %q, want workspaceId,size,coroutine,mode,timeMillis", line)
		}
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), ","))
	}
	return rows
}

func TestEachMode(t *testing.T) {
	for _, mode := range []string{"COORDINATOR", "FAN", "PURE"} {
		name := filepath.Join(t.TempDir(), "new.csv")
		if status, out, err := run("-s=11", "-c=8", "-r=3", "-m", mode, "-f", name); status != done || out+err != "" {
			t.Errorf("%s: status %d, output %q, want 0 and none", mode, status, out+err)
		}
		got := rows(t, name)
		if len(got) != 3 {
			t.Fatalf("%s: %d rows, want 3", mode, len(got))
		}
		for _, row := range got {
			if want := []string{got[0][0], "11", "8", "go_" + strings.ToLower(mode)}; !slices.Equal(row[:4], want) {
				t.Errorf("%s: row %q, want %q", mode, row, want)
			}
		}
	}
}

// The same product stands in the Kotlin twin's tests.
func TestOutputAndLog(t *testing.T) {
	status, out, err := run("-r", "2", "-o", "-l", "-f", newFile(t, ""))
	if want := "101 113 136\n66 78 96\n95 75 92\n"; status != done || out != want {
		t.Errorf("status %d, output %q, want 0 and %q, once", status, out, want)
	}
	if !regexp.MustCompile(`^1 of 2: [0-9.]+[nµm]?s\n2 of 2: [0-9.]+[nµm]?s\nmean: [0-9.]+[nµm]?s\n$`).MatchString(err) {
		t.Errorf("log %q, want the time of each and their mean", err)
	}
}

func TestFileIsNamedAfterTheTime(t *testing.T) {
	t.Chdir(t.TempDir())
	if status := (command{os.Stdout, os.Stderr, func() time.Time { return time.Unix(1741036213, 5) }}).main(nil); status != done {
		t.Errorf("status %d, want 0", status)
	}
	if got := len(rows(t, "matrix_results_1741036213.csv")); got != 1 {
		t.Errorf("%d rows, want 1", got)
	}
}

func TestRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	for want, args := range map[string][]string{
		`matrix: invalid value "0" for flag -size: want a whole number from 1 to 4096`: {"--size=0"},
		"matrix: --file=.: is a directory: want a file that can be read and written":   {"-f", "."},
	} {
		if status, out, err := run(args...); status != wrong || out != "" || err != want+"\n" {
			t.Errorf("%q: status %d, output %q, error %q, want 2, none and %q", args, status, out, err, want)
		}
	}
	if files, _ := os.ReadDir("."); len(files) > 0 {
		t.Errorf("%v was left behind", files)
	}
	if status, out, err := run("--help"); status != done || out != usage || err != "" {
		t.Errorf("help: status %d, output %q, error %q", status, out, err)
	}
}

func TestMillis(t *testing.T) {
	for d, want := range map[time.Duration]int64{0: 0, 499_999: 0, 500_000: 1, 1_499_999: 1, 1_500_000: 2, 12_070_400_000: 12_070} {
		if got := millis(d); got != want {
			t.Errorf("%v is %d ms, want %d", d, got, want)
		}
	}
}

// Processes that append to one file at once, to a line that has no end, of both languages where there is a harness.
func TestTogether(t *testing.T) {
	const each, repeat = 4, 50
	old := "a91e724c-113b-4f45-bd3d-6a450e871cb9,10,8,kt_coordinator,17"
	for before, extra := range map[string]int{"": 0, header + "\n" + old: 1} {
		name := newFile(t, before)
		programs := [][]string{{"matrix"}}
		switch {
		case strings.HasSuffix(*harness, ".jar"):
			programs = append(programs, []string{"java", "-jar", *harness, "matrix"})
		case *harness != "":
			programs = append(programs, []string{*harness, "matrix"})
		}
		var commands []*exec.Cmd
		for _, program := range programs {
			for range each {
				args := append(program[1:len(program):len(program)], "-f", name, "-r", fmt.Sprint(repeat), "-m", "FAN")
				commands = append(commands, exec.Command(program[0], args...))
			}
		}
		outputs := make([]bytes.Buffer, len(commands))
		for i, c := range commands {
			c.Stdout, c.Stderr = &outputs[i], &outputs[i]
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
		}
		for i, c := range commands {
			if err := c.Wait(); err != nil {
				t.Errorf("%v: %v\n%s", c, err, outputs[i].String())
			}
		}
		workspaces := map[string]int{}
		for _, row := range rows(t, name) {
			workspaces[row[0]]++
		}
		if want := len(commands) + extra; len(workspaces) != want {
			t.Errorf("%d workspaces, want %d", len(workspaces), want)
		}
		for id, lines := range workspaces {
			if lines != repeat && !strings.HasPrefix(old, id) {
				t.Errorf("%s has %d rows, want %d", id, lines, repeat)
			}
		}
	}
}
