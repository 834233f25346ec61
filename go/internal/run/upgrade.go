package run

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// upgrade gives a side's files the other versions of its dependencies. Another JDK or
// release of Go changes no file: see plan.Side.On and goOutput.
func (o Options) upgrade(ctx context.Context, side plan.Side, source string) error {
	b := &builder{Options: o, side: side, source: source}
	for _, u := range side.Upgrades {
		if !u.OfGo() && !u.OfJVM() || u.OfJVM() && o.Plan.Project.Gradle != "" { // Gradle is told when it builds
			continue
		}
		o.Report(Event{Kind: Step, What: "upgrading " + side.Name + ": " + u.String()})
		var err error
		if u.OfGo() {
			err = b.upgradeModule(ctx, u)
		} else {
			err = upgradePoms(b.half("kotlin"), u)
		}
		if err != nil {
			return fmt.Errorf("-upgrade %v: %w", u, err)
		}
	}
	return nil
}

// half is the folder of a side's Go or Kotlin: of a suite's half, or the project's own.
func (b *builder) half(name string) string {
	switch {
	case !b.Plan.Project.Finds():
		return filepath.Join(b.source, name)
	case name == "go":
		return b.projectFolder()
	}
	return b.source // the build may begin above the project's folder
}

// upgradeModule is go get, as bots that update dependencies use it.
func (b *builder) upgradeModule(ctx context.Context, u plan.Upgrade) error {
	module := b.half("go")
	// With the module's packages: a new version may need others, and go.sum their sums.
	if _, err := b.goOutput(ctx, "upgrade", module, "get", "-t", u.What+"@"+moduleVersion(u.Version), "./..."); err != nil {
		return err
	}
	vendors, command := module, "mod"
	if workspace := above(module, b.source, "go.work"); workspace != "" {
		vendors, command = filepath.Join(module, filepath.Dir(workspace)), "work"
	}
	if !isFile(filepath.Join(vendors, "vendor"), "modules.txt") {
		return nil
	}
	_, err := b.goOutput(ctx, "vendor", vendors, command, "vendor") // it has the old version
	return err
}

// upgradeScript gives the dependencies that the properties cobench.upgrade name, with commas
// between, another version, in each project of a Gradle build, and notes in the file of the
// property cobench.upgraded those that it found.
//
//go:embed upgrade.gradle
var upgradeScript string

// gradleUpgrades are the words that have Gradle upgrade dependencies; found checks,
// after the build, that it has met each of them.
func (b *builder) gradleUpgrades() (words []string, found func() error, err error) {
	var upgrades []string
	for _, u := range b.side.Upgrades {
		if u.OfJVM() {
			upgrades = append(upgrades, u.String())
		}
	}
	if len(upgrades) == 0 {
		return nil, func() error { return nil }, nil
	}
	script, list := b.abs(filepath.Join(b.folder(), "upgrade.gradle")), b.abs(filepath.Join(b.folder(), "upgraded.txt"))
	found = func() error {
		text, err := os.ReadFile(list)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		for _, u := range upgrades {
			if what, _, _ := strings.Cut(u, "="); !strings.Contains("\n"+string(text), "\n"+what+"\n") {
				return fmt.Errorf("-upgrade %s: the build has no dependency of that name: want one such as kotlinx-coroutines-core, or GROUP:NAME", u)
			}
		}
		return nil
	}
	words = []string{"--init-script", script, "-Pcobench.upgrade=" + strings.Join(upgrades, ","), "-Pcobench.upgraded=" + list}
	return words, found, os.WriteFile(script, []byte(upgradeScript), 0o666)
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
		return u, inputErrorf("go is not on the PATH: cobench doctor says how to get it")
	}
	list := func(args ...string) (string, error) {
		var stdout, stderr bytes.Buffer
		_, err := start(ctx, process.Command{
			Args: append([]string{path, "list", "-m"}, args...), Dir: module, Environ: append(slices.Clone(environ), "GOWORK=off", "GOFLAGS=-mod=mod"),
			Stdout: &stdout, Stderr: &stderr,
		})
		if err != nil {
			return "", errors.New(shorten(cmp.Or(strings.TrimPrefix(strings.TrimSpace(stderr.String()), "go: "), err.Error())))
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
