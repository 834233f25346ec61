package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/config"
)

// loadProject reads a file of this text.
func loadProject(t *testing.T, text string) (config.Project, bool, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, config.ProjectFile), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return config.LoadProject(dir)
}

func TestLoadProject(t *testing.T) {
	if p, there, err := config.LoadProject(t.TempDir()); there || err != nil {
		t.Errorf("no file: %+v, %v, %v", p, there, err)
	}
	p, there, err := loadProject(t, "units: [{unit: req/s, better: higher, minimum-effect: 0.03}]\nbase: main\nbudget: 5m\npackages: [./..., ./x]\nbuild: mvn -q package\njar: target/*.jar\njdk: 21\n")
	if err != nil || !there || p.Base != "main" || time.Duration(p.Budget) != 5*time.Minute || strings.Join(p.Packages, " ") != "./... ./x" || p.Build != "mvn -q package" || p.Jar != "target/*.jar" || p.JDK != 21 || len(p.Units) != 1 || p.Units[0] != (config.VotingUnit{Unit: "req/s", Better: "higher", MinimumEffect: 0.03}) {
		t.Errorf("%+v, %v, %v", p, there, err)
	}
	for _, test := range []struct{ text, want string }{
		{"bas: main", `cobench.yaml:1:1: unknown field "bas", want one of base, filter, budget, packages, build, jar, jdk, env, units, history, accepted, thresholds, renamed`},
		{"base: main\nbudget: soon", `cobench.yaml:2:9: "soon" is not a duration, want one such as 200ms or 1m30s`},
		{"budget: -5m", `cobench.yaml:1:9: budget -5m0s: want a duration from 0s to 6h0m0s`},
		{"packages: ./...", `cobench.yaml:1:11: string was used where sequence is expected`},
		{"jar: x.jar", `cobench.yaml:1:6: jar without build: want the command that makes the jar too`},
		{"build: make\njar: /tmp/x.jar", `cobench.yaml:2:6: jar "/tmp/x.jar": want a pattern below the folder of this file`},
		{"build: make\njar: ../x.jar", `cobench.yaml:2:6: jar "../x.jar": want a pattern below the folder of this file`},
		{"base: --upload-pack=x", `cobench.yaml:1:7: base "--upload-pack=x": begins with a dash`},
		{"packages: [./..., -exec=x]", `cobench.yaml:1:11: packages "-exec=x": begins with a dash`},
		{"base: " + strings.Repeat("x", 1001), `cobench.yaml:1:7: base "` + strings.Repeat("x", 60) + `"…: want 1000 bytes at most`},
		{"packages: [" + strings.Repeat("x, ", 101) + "]", "cobench.yaml:1:11: 101 patterns: want 100 at most"},
		{"packages: " + strings.Repeat("[", 60_000), "cobench.yaml: more than 16384 bytes"},
		{"units: [{unit: p99-ns, better: up, minimum-effect: 0.05}]", `cobench.yaml:1:8: unit "p99-ns": better: "up": want lower or higher`},
		{"units: [{unit: p99-ns, better: lower}]", `cobench.yaml:1:10: field "minimum-effect" is missing`},
		{"units: [{unit: p99 ns, better: lower, minimum-effect: 0.05}]", `cobench.yaml:1:8: unit "p99 ns": want 1 to 40 letters, digits and any of _/.%-`},
		{"units: [{unit: ns/op, better: lower, minimum-effect: 0.05}]", `cobench.yaml:1:8: unit ns/op: the time of an operation is judged anyway`},
		{"renamed: [{from: Encode, to: Marshal}, {from: Encode, to: Write}]", `cobench.yaml:1:41: renamed "Encode": it stands here twice, as Marshal and as Write`},
		{"renamed: [{from: Encode, to: Marshal}, {from: Marshal, to: Write}]", `cobench.yaml:1:12: renamed "Encode": Marshal was renamed too: want to: Write`},
		{"renamed: [{from: Encode, to: Encode}]", `cobench.yaml:1:12: renamed "Encode": from and to are the same`},
		{"renamed: [{from: A, to: B}, {from: B, to: A}]", `cobench.yaml:1:12: renamed "A": B was renamed to A: want the present name alone`},
		{"renamed: [{from: Encode}]", `cobench.yaml:1:12: field "to" is missing`},
		{"renamed: [{from: Encode, to: a b}]", `cobench.yaml:1:12: renamed "a b": want from and to, names such as Encode or Encode/json, of 1000 bytes at most`},
		{"build: make\njar: x.jar\njdk: 1", `cobench.yaml:3:6: jdk 1: want a feature version such as 21`},
	} {
		if _, _, err := loadProject(t, test.text); err == nil || err.Error() != test.want {
			t.Errorf("%q:\n got %v\nwant %s", test.text, err, test.want)
		}
	}
}

// A file may be anything but a regular one: nothing waits for it.
func TestProjectFileThatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, config.ProjectFile), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, _, err := config.LoadProject(dir); err == nil || err.Error() != "cobench.yaml: no regular file" {
		t.Errorf("%v", err)
	}
}

func FuzzLoadProject(f *testing.F) {
	f.Add("base: main\nbudget: 5m\npackages: [./...]\n")
	f.Add("build: make\njar: ../x.jar\njdk: 21\n")
	f.Add("units: [{unit: p99-ns, better: lower, minimum-effect: 0.05}]\n")
	f.Fuzz(func(t *testing.T, text string) {
		_, there, err := loadProject(t, text)
		if there == (err != nil) || err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, with %v", there, err)
		}
	})
}
