package main

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// A verb is one command.
type verb struct {
	name      string // one word, or two of which the first is ci
	arguments string // that follow its flags
	says      string // in one line
	example   string // a whole command line
	foreign   bool   // it reads what others have made, with rights that they lack
	main      func(c command, ctx context.Context, args []string) error
}

// A group is commands that serve one purpose.
type group struct {
	name  string
	verbs []verb
}

// groups is all of the command line; what users read of it elsewhere is held to it
// by a test. It is a function, as the commands look themselves up for their help.
func groups() []group {
	return []group{
		{"measure", []verb{
			{"bench", "", "measure your own project, or the suite in a checkout of cobench, and compare with a base", "cobench bench -base main -filter '.name:/Encode/'", false, command.bench},
			{"bisect", "RUNTIME BENCHMARK", "find the commit that made one benchmark slower", "cobench bisect -good v1.2.0 go PingPong/hops=10000/exec=goroutine", false, command.bisect},
			{"calibrate", "[FILE... | DIR...]", "count false alarms and missed slowdowns on this machine: record rounds, or read recorded FILEs or run folders", "cobench calibrate -filter '.name:/Encode/' -rounds 100", false, command.calibrate},
			{"mcp", "", "serve bench, report and bisect to an assistant, by the Model Context Protocol over stdin and stdout", "cobench mcp", false, command.mcp},
			{"doctor", "", "list what is missing here, or in a repository on GitHub, and how to get it", "cobench doctor -github origin", false, command.doctor},
			{"init", "", "write a cobench.yaml for your own project", "cobench init -set 'build=mvn -q package'", false, command.initialise},
		}},
		{"read", []verb{
			{"compare", "FILE...", "print tables of results: centre, interval, change, p, n", "cobench compare -col runtime results.txt", false, command.compare},
			{"report", "FILE...", "print what got slower or faster, in a run's results or between two files of go test -bench or JMH", "cobench report -fail-on-slower old.txt new.txt", false, command.report},
			{"import", "FILE...", "add the results of other tools to a history", "cobench import -history ../bench-history data.js jmh.json", true, command.importResults},
		}},
		{"keep and show", []verb{
			{"publish", "", "turn a history into the site's data", "cobench publish -history ../bench-history -o site/dist/data", true, command.publish},
			{"version", "", "print what this program was built from", "cobench version", false, command.version},
		}},
		{ciGroup, []verb{
			{"ci plan", "", "decide what to measure, as an event or the flags ask", `cobench ci plan -event "$GITHUB_EVENT_PATH" -o report/plans -output "$GITHUB_OUTPUT"`, false, command.plan},
			{"ci run", "", "build and measure a job of a plan", "cobench ci run -plan plans/pr.json -job ubuntu-24.04-hotspot -o runs/one", false, command.run},
			{"ci ruler", "", "read how fast this machine is just now; run does it beside the samples", "cobench ci ruler", false, command.ruler},
			{"ci bench", "", "measure what an event asks of somebody's own project", `cobench ci bench -event "$GITHUB_EVENT_PATH" -job linux -o runs/linux`, false, command.ciBench},
			{"ci jdks", "", "name the JDKs that an upgrade of somebody's own project needs", `cobench ci jdks -upgrade jdk=26 -output "$GITHUB_OUTPUT"`, false, command.ciJDKs},
			{"ci collect", "DIR...", "print the results of run folders in the Go benchmark format", "cobench ci collect runs/one >results.txt", false, command.collect},
			{"ci summary", "", "make the artifact of a run and its page", `cobench ci summary -runs runs -o report -summary "$GITHUB_STEP_SUMMARY"`, false, command.summary},
			{"ci comment", "", "tell a pull request what its benchmarks have shown", `cobench ci comment -event "$GITHUB_EVENT_PATH"`, true, command.comment},
			{"ci append", "", "add the results of a run to the history", `cobench ci append -event "$GITHUB_EVENT_PATH"`, true, command.append},
			{"ci classic", "", "write the input of github-action-benchmark", "cobench ci classic -history data/history -page data/classic/data.js -o suites", true, command.classic},
			{"ci watch", "", "open an issue where trends of the default branch have risen", "cobench ci watch -history data/history", true, command.watch},
			{"ci push", "", "send what another action has added to the history's branch", "cobench ci push", true, command.push},
		}},
	}
}

const ciGroup = "what the workflows on GitHub call"

// verbOf returns the command that the first words name, and the words after it.
func verbOf(args []string) (verb, []string, error) {
	words := 1
	if args[0] == "ci" {
		words = min(2, len(args))
	}
	name := strings.Join(args[:words], " ")
	var names []string
	for _, g := range groups() {
		for _, v := range g.verbs {
			if v.name == name {
				return v, args[words:], nil
			}
			if strings.HasPrefix(v.name, "ci ") == (args[0] == "ci") {
				names = append(names, v.name)
			}
		}
	}
	if args[0] != "ci" {
		names = append(names, "ci")
	}
	return verb{}, nil, fmt.Errorf("unknown command %q, want one of %s", name, strings.Join(names, ", "))
}

// help shows the commands, those of ci, or one.
func (c command) help(ctx context.Context, args []string) error {
	switch {
	case len(args) == 0:
		writeHelp(c.stdout)
		return errUsage{help: true}
	case len(args) == 1 && args[0] == "ci":
		fmt.Fprintln(c.stdout, "usage: cobench ci COMMAND [flags]")
		for _, g := range groups() {
			if g.name == ciGroup {
				writeGroup(c.stdout, g)
			}
		}
		return errUsage{help: true}
	}
	v, _, err := verbOf(args)
	if err != nil {
		return err
	}
	return v.main(c, ctx, []string{"-h"})
}

func writeHelp(w io.Writer) {
	fmt.Fprintln(w, "usage: cobench COMMAND [flags]")
	for _, g := range groups() {
		if g.name != ciGroup {
			writeGroup(w, g)
		}
	}
	fmt.Fprintf(w, "\ncobench help COMMAND shows its flags and an example; cobench help ci lists %s.\n", ciGroup)
}

func writeGroup(w io.Writer, g group) {
	fmt.Fprintf(w, "\n%s\n", g.name)
	for _, v := range g.verbs {
		fmt.Fprintf(w, "  %-11s %s\n", v.name, v.says)
	}
}
