package upgrade

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/cobench/cobench/go/internal/plan"
)

// script gives the dependencies that the properties cobench.upgrade name, with commas
// between, another version, in each project of a Gradle build, and notes in the file of the
// property cobench.upgraded those that it found.
//
//go:embed upgrade.gradle
var script string

// Gradle are the words that have Gradle upgrade dependencies, by a script in a folder;
// found checks, after the build, that it has met each of them.
func Gradle(folder string, all []plan.Upgrade) (words []string, found func() error, err error) {
	var upgrades []string
	for _, u := range all {
		if u.OfJVM() {
			upgrades = append(upgrades, u.String())
		}
	}
	if len(upgrades) == 0 {
		return nil, func() error { return nil }, nil
	}
	file, list := filepath.Join(folder, "upgrade.gradle"), filepath.Join(folder, "upgraded.txt")
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
	words = []string{"--init-script", file, "-Pcobench.upgrade=" + strings.Join(upgrades, ","), "-Pcobench.upgraded=" + list}
	return words, found, os.WriteFile(file, []byte(script), 0o666)
}
