package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"text/tabwriter"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/run/build"
	"github.com/cobench/cobench/go/internal/run/find"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

func (c command) doctor(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("doctor", flag.ContinueOnError)
	repository := flags.String("github", "", "check this GitHub repository, `owner/name`, instead of this machine; origin means this clone's")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if *repository != "" {
		return c.doctorGitHub(ctx, *repository)
	}
	is, err := isProject(flags, "")
	if err != nil {
		return err
	}
	w := &checkup{Writer: tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)}
	if is {
		err = c.doctorProject(ctx, w)
	} else {
		err = c.doctorSuite(ctx, w)
	}
	if err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if w.problems > 0 {
		return fmt.Errorf("%s found", markdown.Count(w.problems, "problem"))
	}
	return nil
}

// A checkup is a table of what is ready, and counts what is not.
type checkup struct {
	*tabwriter.Writer
	problems int
}

func (w *checkup) line(mark, name, what string) { fmt.Fprintf(w, "  %s\t%s\t%s\n", mark, name, what) }

func (w *checkup) runtime(here runtimesHere, r config.Runtime) {
	switch reason, err := here.missing(r); {
	case err != nil:
		w.problems++
		w.line("✗", r.Name, err.Error())
	case reason != "":
		w.line("–", r.Name, reason)
	default:
		w.line("✓", r.Name, here.version(r))
	}
}

func (w *checkup) tools(tools []toolchain.Tool) {
	fmt.Fprintln(w, "tools")
	for _, t := range tools {
		if p := t.Problem(); p != "" {
			w.problems++
			w.line("✗", t.Name, p)
		} else {
			w.line("✓", t.Name, t.Version+"\t"+t.Path)
		}
	}
}

func (w *checkup) ignored(here runtimesHere) {
	if len(here.ignored) > 0 {
		fmt.Fprintln(w, "\nignored")
	}
	for _, i := range here.ignored {
		w.line("–", i.Variable, i.Home+": "+i.Reason)
	}
}

// doctorSuite looks for all runtimes of the bench-config.
func (c command) doctorSuite(ctx context.Context, w *checkup) error {
	root, conf, err := checkout()
	if err != nil {
		return err
	}
	here := c.findRuntimes()
	w.problems += c.checkTools(ctx, c.stdout, root)
	fmt.Fprintln(w, "\nruntimes")
	for _, r := range conf.Runtimes {
		w.runtime(here, r)
	}
	w.ignored(here)
	return nil
}

// doctorProject looks for what a module or a build needs, and says what of it will
// be measured.
func (c command) doctorProject(ctx context.Context, w *checkup) error {
	var q projectRequest
	found, err := c.findProject(ctx, &q)
	if err != nil {
		return err
	}
	folder := filepath.Join(found.top, filepath.FromSlash(found.folder))
	tools := toolchain.ForModule()
	if q.jvm() {
		tools = toolchain.ForBuild(cmp.Or(q.build, q.gradle))
	}
	w.tools(toolchain.Ask(ctx, c.environ, folder, tools))
	fmt.Fprintln(w, "\nproject")
	w.line("✓", "folder", folder)
	repository := forge.Repository(found.top)
	if q.jvm() {
		w.line("✓", "build", cmp.Or(q.build, q.gradle))
		w.line("✓", "jar", cmp.Or(q.jar, "every one with benchmarks in it"))
	} else {
		c.doctorPackages(ctx, w, q, found)
	}
	if repository.Shallow(ctx) {
		w.line("–", "history", "this clone is shallow: git fetch --unshallow, or the commits to compare with may be missing")
	}
	if branch := repository.DefaultBranch(ctx); q.base != "" || branch != "" {
		w.line("✓", "base", cmp.Or(q.base, branch))
	} else {
		w.line("–", "base", "no branch main or master: name what to compare with by -base")
	}
	fmt.Fprintln(w, "\nruntimes")
	here := c.findRuntimes()
	r, err := c.runtimeOf(q)
	if err != nil {
		w.problems++
		w.line("✗", "jvm", err.Error())
	} else {
		w.runtime(here, r)
	}
	if q.jvm() {
		w.ignored(here)
	}
	return nil
}

// doctorPackages says how many packages of a module would be measured.
func (c command) doctorPackages(ctx context.Context, w *checkup, q projectRequest, found project) {
	packages := cmp.Or(q.packages, "./...")
	list, err := find.Packages(ctx, build.Options{
		Plan:    plan.Plan{Project: plan.Project{Folder: found.folder, Packages: list(q.packages)}},
		Environ: c.environ, Source: forge.Repository(found.top), Start: c.start,
	}, found.top)
	if err != nil {
		w.problems++
		w.line("✗", "packages", packages+": "+err.Error())
		return
	}
	w.line("✓", "packages", fmt.Sprintf("%s, %d with benchmarks", packages, len(list)))
}

// checkTools prints what building needs, and returns how much of it is missing.
func (c command) checkTools(ctx context.Context, out io.Writer, root string) (problems int) {
	w := &checkup{Writer: tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)}
	w.tools(toolchain.Ask(ctx, c.environ, filepath.Join(root, "go"), toolchain.ForSuite()))
	_ = w.Flush() // a terminal that can't be written to
	return w.problems
}

// runtimesHere knows what this machine has of the runtimes.
type runtimesHere struct {
	jdks    []toolchain.JDK
	ignored []toolchain.Ignored
	environ []string
}

func (c command) findRuntimes() runtimesHere {
	jdks, ignored := toolchain.JDKs(c.environ, toolchain.Folders(c.environ))
	return runtimesHere{jdks, ignored, c.environ}
}

func (h runtimesHere) jdk(feature int, graal bool) (toolchain.JDK, bool) {
	return toolchain.Find(h.jdks, feature, graal)
}

// missing tells why a runtime can't be measured here, or "". The error is of
// a variable that names its toolchain and points elsewhere.
func (h runtimesHere) missing(r config.Runtime) (string, error) {
	_, stock := h.jdk(r.JDK, false)
	switch r.Kind {
	case config.JVM, config.JVMHarness, config.JVMAOT, config.JMHJar:
		if !stock {
			return fmt.Sprintf("no JDK %d found: apt-get install openjdk-%d-jdk, or brew install openjdk@%d, or set JAVA_HOME_%d_X64", r.JDK, r.JDK, r.JDK, r.JDK) + h.misled(r.JDK), nil
		}
	case config.GraalJIT:
		if _, graal := h.jdk(r.JDK, true); !stock && !graal {
			return fmt.Sprintf("neither a GraalVM %d nor a JDK %d found: sdk install java %d-graalce, or set GRAALVM_HOME", r.JDK, r.JDK, r.JDK), nil
		}
	case config.NativeImage:
		home, err := toolchain.NativeImage(h.environ)
		if home == "" && err == nil {
			return fmt.Sprintf("no native-image found: sdk install java %d-graalce, or set GRAALVM_HOME", r.JDK), nil
		}
		return "", err
	case config.KotlinNative:
		_, err := toolchain.LLVM(h.environ)
		return "", err
	}
	return "", nil
}

// misled names the variables that should have named a JDK of that version.
func (h runtimesHere) misled(feature int) (text string) {
	named := regexp.MustCompile(`^JAVA_HOME(_` + strconv.Itoa(feature) + `(_.*)?)?$`)
	for _, i := range h.ignored {
		if named.MatchString(i.Variable) {
			text += "; ignored: " + i.String()
		}
	}
	return text
}

// version says what a runtime that is ready would run on.
func (h runtimesHere) version(r config.Runtime) string {
	jdk, _ := h.jdk(r.JDK, false)
	switch r.Kind {
	case config.JVM, config.JVMHarness, config.JVMAOT, config.JMHJar:
		return fmt.Sprintf("%s, %s (%s)", jdk.Name, jdk.Home, jdk.Source)
	case config.GraalJIT:
		if graal, ok := h.jdk(r.JDK, true); ok {
			return fmt.Sprintf("%s, %s (%s)", graal.Name, graal.Home, graal.Source)
		}
		return fmt.Sprintf("%s with Graal's compiler as bytecode, which Maven downloads", jdk.Name)
	case config.NativeImage:
		home, _ := toolchain.NativeImage(h.environ) // missing has told of its error
		return home
	case config.KotlinNative:
		if llvm, _ := toolchain.LLVM(h.environ); llvm != "" {
			return "konanc, which Maven fetches, with " + llvm
		}
		return "konanc, which Maven downloads, with an LLVM that konanc downloads; to avoid that, apt-get install clang-22 lld-22"
	case config.GoModule:
		return "test binaries of the go above"
	}
	return r.Doc
}
