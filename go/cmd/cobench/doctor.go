package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"text/tabwriter"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

func (c command) doctor(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("doctor", flag.ContinueOnError)
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	root, conf, err := checkout()
	if err != nil {
		return err
	}
	here := c.findRuntimes()
	problems := c.checkTools(ctx, c.stdout, root)
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nruntimes")
	for _, r := range conf.Runtimes {
		switch reason, err := here.missing(r); {
		case err != nil:
			problems++
			fmt.Fprintf(w, "  ✗\t%s\t%v\n", r.Name, err)
		case reason != "":
			fmt.Fprintf(w, "  –\t%s\t%s\n", r.Name, reason)
		default:
			fmt.Fprintf(w, "  ✓\t%s\t%s\n", r.Name, here.version(r))
		}
	}
	if len(here.ignored) > 0 {
		fmt.Fprintln(w, "\nignored")
	}
	for _, i := range here.ignored {
		fmt.Fprintf(w, "  –\t%s\t%s: %s\n", i.Variable, i.Home, i.Reason)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if problems > 0 {
		return fmt.Errorf("%d of these need a look", problems)
	}
	return nil
}

// checkTools prints what building needs, and returns how much of it is missing.
func (c command) checkTools(ctx context.Context, out io.Writer, root string) (problems int) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "tools")
	for _, t := range toolchain.Tools(ctx, c.environ, filepath.Join(root, "go")) {
		if p := t.Problem(); p != "" {
			problems++
			fmt.Fprintf(w, "  ✗\t%s\t%s\n", t.Name, p)
		} else {
			fmt.Fprintf(w, "  ✓\t%s\t%s\t%s\n", t.Name, t.Version, t.Path)
		}
	}
	_ = w.Flush() // a terminal that can't be written to
	return problems
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
	case config.JVM, config.JVMHarness, config.JVMAOT:
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
	case config.JVM, config.JVMHarness, config.JVMAOT:
		return fmt.Sprintf("%s, %s (%s)", jdk.Name, jdk.Home, jdk.Source)
	case config.GraalJIT:
		if graal, ok := h.jdk(r.JDK, true); ok {
			return fmt.Sprintf("%s, %s (%s)", graal.Name, graal.Home, graal.Source)
		}
		return fmt.Sprintf("%s with Graal's compiler as bytecode, which Maven fetches", jdk.Name)
	case config.NativeImage:
		home, _ := toolchain.NativeImage(h.environ) // missing has told of its error
		return home
	case config.KotlinNative:
		if llvm, _ := toolchain.LLVM(h.environ); llvm != "" {
			return "konanc, which Maven fetches, with " + llvm
		}
		return "konanc, which Maven fetches, and the LLVM that it fetches itself; apt-get install clang-22 lld-22 spares that"
	}
	return r.Doc
}
