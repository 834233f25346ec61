package run

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// command is the command line of one sample. It names artifacts by their
// whole path, so that it can be pasted into a shell to look at one sample.
func (o Options) command(r config.Runtime, b raw.Build, s plan.Sample, folder string) ([]string, error) {
	artifact, err := filepath.Abs(o.Dir.Path(b.Artifacts[s.Benchmark.Workload]))
	if err != nil {
		return nil, err
	}
	switch r.Kind {
	case config.Go:
		return o.goCommand(r, artifact, s), nil
	case config.JVM:
		return o.jmhCommand(r, b, artifact, s), nil
	}
	return nil, fmt.Errorf("runtime %s: kind %s can't be started", r.Name, r.Kind)
}

func (o Options) goCommand(r config.Runtime, artifact string, s plan.Sample) []string {
	var params []string
	for _, p := range s.Benchmark.Parameters {
		params = append(params, p.Key+"="+string(p.Value))
	}
	_, name, _ := strings.Cut(s.Benchmark.Name, "/")
	command := []string{artifact,
		"-test.run=^$",
		"-test.bench=^Benchmark" + s.Benchmark.Workload + "$",
		"-test.benchtime=" + o.Plan.Iteration.String(),
		// The testing package knows no warm-up: its first iterations are one.
		"-test.count=" + strconv.Itoa(o.Plan.WarmupIterations(r.Kind)+o.Plan.Iterations),
		"-test.timeout=0",
		"-name=" + name,
		"-params=" + strings.Join(params, "/"),
	}
	return append(command, r.Flags...)
}

func (o Options) jmhCommand(r config.Runtime, b raw.Build, artifact string, s plan.Sample) []string {
	iteration := strconv.FormatInt(time.Duration(o.Plan.Iteration).Milliseconds(), 10) + "ms"
	command := append([]string{filepath.Join(b.Home, "bin", "java")}, r.Flags...)
	command = append(command,
		// One user's stale lock file would stop everybody else's runs.
		"-Djmh.ignoreLock=true",
		"-jar", artifact,
		"^"+regexp.QuoteMeta(JMHBenchmark(s.Benchmark.Workload))+"$",
		"-f", "1", "-t", "1", "-bm", "avgt", "-tu", "ns",
		"-wi", strconv.Itoa(o.Plan.WarmupIterations(r.Kind)), "-w", iteration,
		"-i", strconv.Itoa(o.Plan.Iterations), "-r", iteration,
		"-foe", "true", "-prof", "gc", "-rf", "json", "-rff", raw.JMHFile,
	)
	for _, p := range s.Benchmark.Parameters {
		command = append(command, "-p", p.Key+"="+string(p.Value))
	}
	return command
}

// JMHBenchmark is the full name of a workload's benchmark method.
func JMHBenchmark(workload string) string { return "cobench.benchmarks." + workload + ".run" }

// cleanEnviron keeps what a program needs to run at all. Whatever tunes a
// runtime from outside (GOGC, JAVA_TOOL_OPTIONS, …) would be measured unseen.
func cleanEnviron(environ []string) []string {
	var kept []string
	for _, v := range environ {
		switch name, _, _ := strings.Cut(v, "="); name {
		case "PATH", "HOME", "USER", "TMPDIR", "LANG", "LC_ALL", "TZ":
			kept = append(kept, v)
		}
	}
	return kept
}

// lastWords is the line that tells best why a process ended: the first that a
// panic, an exception or an error begins, else the last one.
func lastWords(folder string) string {
	var last string
	for _, name := range []string{raw.StderrFile, raw.StdoutFile} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			continue
		}
		for line := range bytes.Lines(text) {
			line = bytes.TrimSpace(line)
			if telling.Match(line) {
				return shorten(string(line))
			}
			if len(line) > 0 && last == "" {
				last = string(line)
			}
		}
	}
	return shorten(last)
}

var telling = regexp.MustCompile(`^(panic:|fatal error:|\w+\.go:[0-9]+: |Exception in|ERROR:|[\w.$]*(Exception|Error)\b)`)

// shorten keeps a line fit for a row of a table.
func shorten(line string) string {
	const most = 200
	line = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(line, "�"))
	if r := []rune(line); len(r) > most {
		return string(r[:most]) + "…"
	}
	return line
}
