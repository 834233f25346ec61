package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/reach"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/commandline"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/identity"
	"github.com/cobench/cobench/go/internal/run/progress"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// jacoco is the version of the agent that says which classes a JVM executes. It knows
// class files up to those of JDK 25.
const jacoco = "0.8.14"

// A jarReach is which classes differ between the sides' jars, and which benchmark
// executes one of them.
type jarReach struct {
	Request
	agent   string
	classes []string // that differ, with slashes
	unseen  int
}

// JMH finds by JaCoCo which benchmarks execute a class that differs between the sides'
// jars. It asks by classes, where a Go module is asked by functions: a class that differs
// in one method is reached by whoever executes any of it, its constructor too.
func JMH(ctx context.Context, q Request) (*raw.Reach, error) {
	j := &jarReach{Request: q}
	why, err := j.compareJars()
	if err != nil {
		return nil, err
	}
	if why == "" {
		why, err = j.agentFile(ctx)
	}
	if err == nil && why == "" {
		err = os.CopyFS(build.SourceOf(j.Dir, reachFolder), os.DirFS(build.SourceOf(j.Dir, plan.Head)))
	}
	if err != nil {
		return nil, err
	}
	if why != "" {
		j.Note("all benchmarks count as reached by the change: %s", why)
		return nil, nil
	}
	byClass := map[string][]string{}
	var order []string
	for _, m := range j.Workloads {
		if j.waits(m) {
			class := m[:strings.LastIndexByte(m, '.')]
			if byClass[class] == nil {
				order = append(order, class)
			}
			byClass[class] = append(byClass[class], m)
		}
	}
	for i, class := range order {
		j.Report(progress.Event{Kind: progress.Step, What: "recording what the benchmarks execute: " + progress.Place(class, plan.Head, i, len(order))})
		if err := j.class(ctx, byClass[class]); err != nil {
			return nil, err
		}
	}
	if j.unseen > 0 {
		j.Note("%d benchmarks count as reached by the change: nobody knows what they execute (they fail when instrumented, or a sixth of the budget is too short)", j.unseen)
	}
	return nil, os.RemoveAll(build.SourceOf(j.Dir, reachFolder))
}

// class runs the methods of a class together, and if they execute anything of the
// change, each by itself.
func (j *jarReach) class(ctx context.Context, methods []string) error {
	how, err := j.run(ctx, methods)
	if err != nil {
		return err
	}
	for _, m := range methods {
		one := how
		if len(methods) > 1 && how != reach.Not {
			if one, err = j.run(ctx, []string{m}); err != nil {
				return err
			}
		}
		for i, c := range j.Candidates {
			if c.Benchmark.Workload != m || c.Identical {
				continue
			}
			j.Candidates[i].Reach = plan.Reach{Order: int(one), Not: one == reach.Not}
			j.Candidates[i].Benchmark.Found.Unreached = one == reach.Not
			if one == reach.Unknown {
				j.unseen++
			}
		}
	}
	return nil
}

// compareJars finds the classes that differ, or the reason why all benchmarks count as
// reached.
func (j *jarReach) compareJars() (why string, err error) {
	var jars [2]*closure.Jar
	for i, name := range []string{plan.Base, plan.Head} {
		b := j.Of(name)
		file := ""
		for _, artifact := range b.Artifacts {
			file = j.Dir.Path(artifact)
		}
		if file == "" {
			return name + " has no jar", nil
		}
		if jars[i], err = closure.ReadJar(file); err != nil {
			return "", err
		}
	}
	if was, is := j.Of(plan.Base).Toolchain, j.Of(plan.Head).Toolchain; was != is {
		return fmt.Sprintf("the toolchain is %s in place of %s", is, was), nil
	}
	base, head := j.Files[plan.Base], j.Files[plan.Head]
	if data := slices.DeleteFunc(base.Differing(head), func(name string) bool { return !identity.IsData(base, head)(name) }); len(data) > 0 {
		return data[0] + " differs, which any of them may read", nil
	}
	j.classes, why = jars[1].Differing(jars[0])
	return why, nil
}

// agentFile is JaCoCo's agent, which Maven keeps below the home folder, and fetches.
func (j *jarReach) agentFile(ctx context.Context) (why string, err error) {
	j.agent = filepath.Join(toolchain.Getenv(j.Environ, "HOME"), ".m2/repository/org/jacoco/org.jacoco.agent", jacoco, "org.jacoco.agent-"+jacoco+"-runtime.jar")
	if _, err := os.Stat(j.agent); err == nil {
		return "", nil
	}
	const lacks = "JaCoCo's agent is not in Maven's repository, "
	mvn := toolchain.LookPath(j.Environ, "mvn")
	left := j.Until.Sub(j.Now())
	if mvn == "" || left < time.Second {
		return lacks + "and there is no Maven to fetch it", nil
	}
	b := build.New(j.Options, plan.Side{Name: plan.Head}, "")
	fetching, cancel := context.WithTimeout(ctx, left)
	defer cancel()
	_, err = b.Output(fetching, "jacoco", string(j.Dir), mvn, "-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get", "-Dtransitive=false",
		"-Dartifact=org.jacoco:org.jacoco.agent:"+jacoco+":jar:runtime")
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if _, missing := os.Stat(j.agent); err != nil || missing != nil {
		return lacks + "and could not be fetched: " + failure.Shorten(cmp.Or(err, missing).Error()), nil
	}
	return "", nil
}

// mostIncluded is how many classes the agent is told by name; else it instruments all.
const mostIncluded = 500

// run runs methods for a moment in a JVM with the agent.
func (j *jarReach) run(ctx context.Context, methods []string) (reach.Reach, error) {
	left := j.Until.Sub(j.Now())
	if left < 2*time.Second {
		return reach.Unknown, nil
	}
	head := j.Of(plan.Head)
	file := j.Dir.Path("jacoco.exec")
	if err := os.RemoveAll(file); err != nil {
		return reach.Unknown, err
	}
	agent := "-javaagent:" + j.agent + "=destfile=" + file
	if len(j.classes) <= mostIncluded {
		agent += ",includes=" + strings.ReplaceAll(strings.Join(j.classes, ":"), "/", ".")
	}
	// Not single shots: a path that the first operations do not take is taken later.
	command := []string{commandline.Java(*head), agent, "-Djmh.ignoreLock=true", "-jar", j.Dir.Path(head.Artifacts[methods[0]]), "-f", "0", "-wi", "0", "-i", "1", "-r", "50ms", "-bm", "avgt", "-foe", "true"}
	for _, m := range methods {
		command = append(command, "^"+regexp.QuoteMeta(m)+"$")
	}
	files := slices.DeleteFunc(identity.Differing(j.Files[plan.Base], j.Files[plan.Head]), func(name string) bool { return j.Files[plan.Head][name] == "" })
	opened, seen, stderr, failed, err := j.look(ctx, methods[0], files, left, command)
	if !seen {
		opened = build.Near(j.Dir, head, methods, files)
	}
	if len(opened) > 0 {
		return reach.Touches, err
	}
	if err != nil || failed != nil || strings.Contains(stderr, "instrument") { // of a class that it can't instrument, it says nothing more
		return reach.Unknown, errors.Join(err, os.RemoveAll(file))
	}
	data, err := os.Open(file)
	if err != nil {
		return reach.Unknown, nil
	}
	defer os.RemoveAll(file)
	defer data.Close()
	executed, err := reach.ReadJaCoCo(data)
	switch {
	case err != nil:
		return reach.Unknown, nil
	case slices.ContainsFunc(j.classes, func(c string) bool { return executed[c] }):
		return reach.Executes, nil
	}
	return reach.Not, nil
}
