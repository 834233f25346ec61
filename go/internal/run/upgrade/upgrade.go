// Package upgrade gives a side's files other versions of its dependencies: in go.mod, in
// the pom.xml of a Maven build, and by a script in a Gradle build.
package upgrade

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/files"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// Module is go get in a module of a side, as bots that update dependencies use it. goTool
// runs the go command in a folder, with a name for its log.
func Module(ctx context.Context, goTool func(ctx context.Context, what, dir string, args ...string) (string, error), module, source string, u plan.Upgrade) error {
	// With the module's packages: a new version may need others, and go.sum their sums.
	if _, err := goTool(ctx, "upgrade", module, "get", "-t", u.What+"@"+moduleVersion(u.Version), "./..."); err != nil {
		return err
	}
	vendors, command := module, "mod"
	if workspace := files.Above(module, source, "go.work"); workspace != "" {
		vendors, command = filepath.Join(module, filepath.Dir(workspace)), "work"
	}
	if !files.Has(filepath.Join(vendors, "vendor"), "modules.txt") {
		return nil
	}
	_, err := goTool(ctx, "vendor", vendors, command, "vendor") // it has the old version
	return err
}

// Exactly is an upgrade with the exact version that the user's names, as Go's module proxy
// lists them: 1.27.1 where that is the newest of 1.27, and of a module what latest is. A
// JVM's dependency has to be named exactly. module is the folder that is upgraded.
func Exactly(ctx context.Context, environ []string, start process.Starter, module string, u plan.Upgrade) (plan.Upgrade, error) {
	path := toolchain.LookPath(environ, "go")
	switch {
	case u.What == plan.Go && strings.Count(u.Version, ".") == 1 && !strings.ContainsAny(u.Version, "rb"): // not 1.27.1, 1.27rc1
	case u.OfGo():
	default:
		return u, nil
	}
	if path == "" {
		return u, failure.Inputf("go is not on the PATH: cobench doctor says how to get it")
	}
	list := func(args ...string) (string, error) {
		var stdout, stderr bytes.Buffer
		_, err := start(ctx, process.Command{
			Args: append([]string{path, "list", "-m"}, args...), Dir: module, Environ: append(slices.Clone(environ), "GOWORK=off", "GOFLAGS=-mod=mod"),
			Stdout: &stdout, Stderr: &stderr,
		})
		if err != nil {
			return "", errors.New(failure.Shorten(cmp.Or(strings.TrimPrefix(strings.TrimSpace(stderr.String()), "go: "), err.Error())))
		}
		return strings.TrimSpace(stdout.String()), nil
	}
	if u.OfGo() {
		version, err := list("-f", "{{.Version}}", u.What+"@"+moduleVersion(u.Version))
		return plan.Upgrade{What: u.What, Version: strings.TrimPrefix(cmp.Or(version, u.Version), "v")}, err
	}
	versions, err := list("-versions", "go")
	if err != nil {
		return u, fmt.Errorf("which release is the newest can't be told, so name one such as %s.1: %w", u.Version, err)
	}
	for _, v := range slices.Backward(strings.Fields(versions)) { // in their order, the newest last
		if strings.HasPrefix(v, u.Version+".") {
			u.Version = v
			return u, nil
		}
	}
	return u, errors.New("there is no such release: want one of go list -m -versions go")
}

// moduleVersion is a version as Go names it.
func moduleVersion(version string) string {
	if version[0] >= '0' && version[0] <= '9' {
		return "v" + version
	}
	return version
}
