package plan

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
)

// An Upgrade is another version of what a side's code is built with or run by. The code
// itself stays as it is.
type Upgrade struct {
	What    string `json:"what"` // jdk, go, a Go module's path, or the name of a JVM's dependency
	Version string `json:"version"`
}

// What is no dependency.
const (
	JDK = "jdk"
	Go  = "go"
)

var (
	upgraded       = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._~/-]*(:[A-Za-z0-9][A-Za-z0-9._-]*)?$`)
	upgradeVersion = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`)
	goRelease      = regexp.MustCompile(`^1\.[0-9]+(\.[0-9]+|rc[0-9]+|beta[0-9]+)?$`)
)

// mostUpgrade is of an upgrade, in bytes.
const mostUpgrade = 200

// ParseUpgrade reads jdk=26, go=1.27.0 or DEPENDENCY=VERSION.
func ParseUpgrade(s string) (Upgrade, error) {
	what, version, ok := strings.Cut(s, "=")
	u := Upgrade{what, version}
	if !ok {
		return u, fmt.Errorf("%.60q: want jdk=26, go=1.27.0 or DEPENDENCY=VERSION", s)
	}
	if what == Go {
		u.Version = strings.TrimPrefix(version, "go")
	}
	return u, u.check()
}

func (u Upgrade) check() error {
	if len(u.What)+len(u.Version) > mostUpgrade || !upgraded.MatchString(u.What) || !upgradeVersion.MatchString(u.Version) {
		return fmt.Errorf("%.60q: want jdk=26, go=1.27.0 or DEPENDENCY=VERSION", u)
	}
	switch u.What {
	case JDK:
		if feature, err := strconv.Atoi(u.Version); err != nil || feature < 8 {
			return fmt.Errorf("%v: want a feature version such as jdk=25", u)
		}
	case Go:
		if !goRelease.MatchString(u.Version) {
			return fmt.Errorf("%v: want a release such as go=1.27.0", u)
		}
	}
	return nil
}

// String is the upgrade as ParseUpgrade reads it.
func (u Upgrade) String() string { return u.What + "=" + u.Version }

// OfGo tells whether it is of a dependency of Go code, whose name has a host in it.
func (u Upgrade) OfGo() bool {
	host, _, ok := strings.Cut(u.What, "/")
	return ok && strings.Contains(host, ".")
}

// OfJVM tells whether it is of a dependency of a JVM's code.
func (u Upgrade) OfJVM() bool { return u.What != JDK && u.What != Go && !u.OfGo() }

// On is a runtime as the side runs it: with the side's JDK.
func (s Side) On(r config.Runtime) config.Runtime {
	for _, u := range s.Upgrades {
		if feature, err := strconv.Atoi(u.Version); err == nil && u.What == JDK && r.JDK != 0 {
			r.JDK = feature
		}
	}
	return r
}

// Go is the release of Go that the side is built with, "" where that is left to the
// code and the machine.
func (s Side) Go() string {
	for _, u := range s.Upgrades {
		if u.What == Go {
			return u.Version
		}
	}
	return ""
}

// Upgraded are the sides of a comparison of the same code before and after upgrades. A
// base that the user has named stays as it is.
func Upgraded(sides []Side, upgrades []Upgrade) []Side {
	if len(upgrades) == 0 {
		return sides
	}
	sides = slices.Clone(sides)
	if len(sides) == 1 {
		base := sides[0]
		base.Name = Base
		sides = []Side{base, sides[0]}
	}
	sides[1].Upgrades = upgrades
	return sides
}

// Upgrades tells whether the plan judges an upgrade.
func (p Plan) Upgrades() bool {
	return slices.ContainsFunc(p.Sides, func(s Side) bool { return len(s.Upgrades) > 0 })
}

// CheckUpgrades refuses an upgrade that changes no runtime of the plan, or two of the same.
func (p Plan) CheckUpgrades() error {
	for _, s := range p.Sides {
		for i, u := range s.Upgrades {
			if err := u.check(); err != nil {
				return fmt.Errorf("-upgrade %w", err)
			}
			if slices.ContainsFunc(s.Upgrades[:i], func(before Upgrade) bool { return before.What == u.What }) {
				return fmt.Errorf("-upgrade %v: %s is upgraded twice", u, u.What)
			}
			if err := p.concerns(u); err != nil {
				return fmt.Errorf("-upgrade %v: %w", u, err)
			}
		}
	}
	return nil
}

// concerns tells why an upgrade changes nothing that the plan measures.
func (p Plan) concerns(u Upgrade) error {
	var names, jdks []string
	for _, r := range p.Runtimes {
		names = append(names, r.Name)
		isGo := r.Kind == config.Go || r.Kind == config.GoModule
		switch {
		case u.What == JDK && r.JDK != 0:
			if strconv.Itoa(r.JDK) != u.Version {
				return nil
			}
			jdks = append(jdks, r.Name)
		case (u.What == Go || u.OfGo()) && isGo, u.OfJVM() && !isGo:
			return nil
		}
	}
	if len(jdks) > 0 {
		return fmt.Errorf("%s runs on JDK %s without it", strings.Join(jdks, ", "), u.Version)
	}
	return fmt.Errorf("it changes nothing of %s", strings.Join(names, ", "))
}
