package plan_test

import (
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
)

func TestParseUpgrade(t *testing.T) {
	for text, want := range map[string]string{
		"jdk=25": "jdk=25", "go=1.27": "go=1.27", "go=go1.27.0": "go=1.27.0", "go=1.28rc1": "go=1.28rc1",
		"golang.org/x/text=latest": "golang.org/x/text=latest", "example.com/a/v2=2.0.0-rc.1+x": "example.com/a/v2=2.0.0-rc.1+x",
		"kotlinx-coroutines-core=1.12.0": "kotlinx-coroutines-core=1.12.0", "org.example:lib=2": "org.example:lib=2", "kotlin.version=2.4.20": "kotlin.version=2.4.20",
		"jdk": "want jdk=26", "=1": "want jdk=26", "lib=": "want jdk=26", "-x=1": "want jdk=26", "a b=1": "want jdk=26", "lib=-1": "want jdk=26", "lib=1;id": "want jdk=26", "a:b:c=1": "want jdk=26",
		"jdk=x": "want a feature version", "jdk=7": "want a feature version", "go=tip": "want a release", "go=1": "want a release",
		strings.Repeat("a", 300) + "=1": "want jdk=26",
	} {
		u, err := plan.ParseUpgrade(text)
		if strings.HasPrefix(want, "want") {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want an error with %q", text, err, want)
			}
		} else if err != nil || u.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, u, err, want)
		}
	}
}

// An upgrade that changes nothing of what is measured is refused: the user would take
// the report for one on it.
func TestCheckUpgrades(t *testing.T) {
	goModule, suiteGo := config.Runtime{Name: "go", Kind: config.GoModule}, config.Runtime{Name: "go", Kind: config.Go}
	jar17, jvm25, native := config.Runtime{Name: "jvm-17", Kind: config.JMHJar, JDK: 17}, config.Runtime{Name: "jvm-25", Kind: config.JVM, JDK: 25}, config.Runtime{Name: "kotlin-native", Kind: config.KotlinNative}
	for _, test := range []struct {
		upgrades string
		runtimes []config.Runtime
		err      string
	}{
		{"jdk=25", []config.Runtime{jar17}, ""},
		{"jdk=17", []config.Runtime{jar17}, "-upgrade jdk=17: jvm-17 runs on JDK 17 without it"},
		{"jdk=25", []config.Runtime{goModule}, "-upgrade jdk=25: it changes nothing of go"},
		{"jdk=25", []config.Runtime{suiteGo, jvm25, jar17}, ""},
		{"go=1.27.0", []config.Runtime{goModule}, ""},
		{"go=1.27.0", []config.Runtime{jar17, native}, "-upgrade go=1.27.0: it changes nothing of jvm-17, kotlin-native"},
		{"go=1.27.0 jdk=17", []config.Runtime{suiteGo, jvm25}, ""},
		{"golang.org/x/text=1.0", []config.Runtime{suiteGo}, ""},
		{"golang.org/x/text=1.0", []config.Runtime{jvm25}, "-upgrade golang.org/x/text=1.0: it changes nothing of jvm-25"},
		{"lib=2", []config.Runtime{native}, ""},
		{"lib=2", []config.Runtime{goModule}, "-upgrade lib=2: it changes nothing of go"},
		{"lib=2 lib=3", []config.Runtime{jar17}, "-upgrade lib=3: lib is upgraded twice"},
	} {
		var upgrades []plan.Upgrade
		for _, word := range strings.Fields(test.upgrades) {
			u, err := plan.ParseUpgrade(word)
			if err != nil {
				t.Fatal(err)
			}
			upgrades = append(upgrades, u)
		}
		p := plan.Plan{Runtimes: test.runtimes, Sides: plan.Upgraded([]plan.Side{{Name: plan.Head, Ref: "v1", Commit: "abc"}}, upgrades)}
		if len(p.Sides) != 2 || p.Sides[0].Name != plan.Base || p.Sides[0].Ref != "v1" || len(p.Sides[0].Upgrades) != 0 || !p.Upgrades() {
			t.Errorf("%s: sides %v", test.upgrades, p.Sides)
		}
		message := ""
		if err := p.CheckUpgrades(); err != nil {
			message = err.Error()
		}
		if message != test.err {
			t.Errorf("%s: %q, want %q", test.upgrades, message, test.err)
		}
	}
}
