package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/run/toolchain"
	"github.com/cobench/cobench/go/internal/run/upgrade"
)

// upgrades is a flag that may be given several times: -upgrade jdk=26.
type upgrades []plan.Upgrade

const upgradeHelp = "judge `NAME=VERSION` against what there is, on the same code and instead of a -base: jdk=26, go=1.27, or a dependency such as golang.org/x/text=0.40.0 or kotlinx-coroutines-core=1.12.0; may be repeated"

func (u *upgrades) String() string { return "" }

// Set reads one, or several with spaces between, as a workflow's input has them.
func (u *upgrades) Set(value string) error {
	for _, word := range list(value) {
		upgrade, err := plan.ParseUpgrade(word)
		if err != nil {
			return err
		}
		*u = append(*u, upgrade)
	}
	return nil
}

// upgraded are the sides with the upgrades of head, each by its exact version.
func (c command) upgraded(ctx context.Context, module string, sides []plan.Side, asked []plan.Upgrade) ([]plan.Side, error) {
	asked = slices.Clone(asked)
	for i, u := range asked {
		var err error
		if asked[i], err = upgrade.Exactly(ctx, c.environ, c.start, module, u); err == nil && u.What == plan.JDK {
			err = c.hasJDK(u)
		}
		if err != nil {
			return nil, fmt.Errorf("-upgrade %v: %w", u, err)
		}
	}
	return plan.Upgraded(sides, asked), nil
}

// hasJDK tells which JDKs there are, if there is not the one that is asked for.
func (c command) hasJDK(u plan.Upgrade) error {
	jdks, _ := toolchain.JDKs(c.environ, toolchain.Folders(c.environ))
	var names []string
	for _, j := range jdks {
		if fmt.Sprint(j.Feature) == u.Version {
			return nil
		}
		names = append(names, fmt.Sprint(j.Feature))
	}
	return fmt.Errorf("no JDK %s found: install it, or name its folder in JAVA_HOME_%s_X64; there are %s", u.Version, u.Version, strings.Join(names, ", "))
}
