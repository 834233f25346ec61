//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// An image is what a hosted machine has, as testdata/image/README.md explains.
type image struct {
	Image, Version, Commit, Date, User, Home string
	Path                                     []string
	Environ                                  map[string]string
	JDKs                                     []struct {
		Variable, Home, Version, Runtime string
		Default                          bool
	}
	Go []string
}

func images(t *testing.T) []image {
	files, err := filepath.Glob("testdata/image/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no images: %v", err)
	}
	var all []image
	for _, file := range files {
		all = append(all, readImage(t, file))
	}
	return all
}

func readImage(t *testing.T, file string) image {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var i image
	if err := yaml.UnmarshalWithOptions(text, &i, yaml.Strict()); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return i
}

// A machine is such an image below a folder: with JDKs, a home, and its variables.
type machine struct {
	root, home, bin string
	environ         []string
	credential      *syscall.Credential // of a user that is nobody here, or none
}

// at is where a path of the image lies here.
func (m machine) at(path string) string {
	return filepath.Join(m.root, strings.NewReplacer(`C:\`, "c/", `\`, "/").Replace(path))
}

// unprivileged is the user that a hosted machine has, by its number.
const unprivileged = 1001

// lay makes the machine. JDKs that this system has are real, the others can tell no
// more than their version.
func (i image) lay(t *testing.T) machine {
	m := machine{root: openFolder(t)}
	m.home, m.bin = m.at(i.Home), m.at("bin-of-the-image")
	for _, dir := range []string{m.home, m.bin} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	m.environ = []string{
		"HOME=" + m.home, "USER=" + i.User, "LOGNAME=" + i.User, "CI=true", "GITHUB_ACTIONS=true", "RUNNER_TEMP=" + m.at("temp"), "TMPDIR=" + m.root,
	}
	for name, value := range i.Environ {
		if strings.HasPrefix(value, "/") || strings.HasPrefix(value, `C:\`) {
			value = m.at(value)
		}
		m.environ = append(m.environ, name+"="+value)
	}
	path := []string{m.bin}
	for _, dir := range i.Path {
		path = append(path, m.at(dir))
	}
	// Of the system itself there is this one's.
	m.environ = append(m.environ, "PATH="+strings.Join(append(path, "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"), ":"))
	here, _ := toolchain.JDKs(nil, toolchain.Folders(nil))
	for _, jdk := range i.JDKs {
		home := m.at(jdk.Home)
		var number int
		if _, err := fmt.Sscanf(strings.TrimPrefix(jdk.Version, "1."), "%d", &number); err != nil {
			t.Fatal(err)
		}
		if real, ok := toolchain.Find(here, number, false); ok {
			if err := os.MkdirAll(filepath.Dir(filepath.Clean(home)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(real.Home, filepath.Clean(home)); err != nil {
				t.Fatal(err)
			}
		} else {
			writeProgram(t, filepath.Join(home, "bin/java"), "#!/bin/sh\necho a stand-in of a JDK runs nothing >&2\nexit 1\n")
			writeProgram(t, filepath.Join(home, "release"), fmt.Sprintf("IMPLEMENTOR=\"Eclipse Adoptium\"\nJAVA_VERSION=%q\nJAVA_RUNTIME_VERSION=%q\n", jdk.Version, jdk.Runtime))
		}
		m.environ = append(m.environ, jdk.Variable+"="+home)
		if jdk.Default {
			m.environ = append(m.environ, "JAVA_HOME="+home)
		}
	}
	return m
}

// asRunner makes the machine's user one without any right here, where that can be done.
func (m *machine) asRunner() bool {
	if os.Getuid() == 0 {
		m.credential = &syscall.Credential{Uid: unprivileged, Gid: unprivileged}
	}
	return m.credential != nil
}

// start is a command of the machine's user.
func (m machine) start(dir string, environ []string, program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = dir, environ
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: m.credential}
	return cmd
}

// own gives a folder to who runs the machine's jobs, and disown takes it back.
func (m machine) own(t *testing.T, dir string) { m.chown(t, dir, unprivileged) }

func (m machine) disown(t *testing.T, dir string) { m.chown(t, dir, os.Getuid()) }

func (m machine) chown(t *testing.T, dir string, user int) {
	t.Helper()
	if m.credential == nil {
		return
	}
	if err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, user, user)
	}); err != nil {
		t.Fatal(err)
	}
}

// openFolder is a temporary folder that other users can go into.
func openFolder(t *testing.T) string {
	dir := t.TempDir()
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func writeProgram(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// A line is what a step of a workflow runs, with the variables that the step sets.
type line struct {
	workflow, run, dir string
	env                map[string]string
}

var commandOf = regexp.MustCompile(`(?:^|\s|/)cobench ((?:ci )?[a-z]+)`)

// commandLines are those of all workflows that start cobench.
func commandLines(t *testing.T) []line {
	files, err := filepath.Glob(workflows + "/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no workflows: %v", err)
	}
	var lines []line
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var workflow struct {
			Jobs map[string]struct {
				Env   map[string]string
				Steps []struct {
					Run string
					Dir string `yaml:"working-directory"`
					Env map[string]string
				}
			}
		}
		if err := yaml.Unmarshal(text, &workflow); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, job := range workflow.Jobs {
			for _, step := range job.Steps {
				if !commandOf.MatchString(step.Run) {
					continue
				}
				l := line{filepath.Base(file), step.Run, step.Dir, map[string]string{}}
				for _, env := range []map[string]string{job.Env, step.Env} {
					for name, value := range env {
						if !strings.Contains(value, "${{") {
							l.env[name] = value
						}
					}
				}
				lines = append(lines, l)
			}
		}
	}
	slices.SortFunc(lines, func(a, b line) int { return strings.Compare(a.workflow+a.run, b.workflow+b.run) })
	return lines
}

// starts tells of each command how far it gets on a machine whose Go builds nothing
// and where nothing is stored: past all that it looks for on the machine.
var starts = map[string]struct {
	says string // a pattern
	ends bool   // well
}{
	"ci plan":    {"main: job ubuntu-24.04-hotspot: .* samples", true},
	"ci run":     {"this go builds nothing", false},
	"ci bench":   {"this go builds nothing", false},
	"ci jdks":    {"", true},
	"ci summary": {"", false},
	"ci comment": {"nothing to comment on", true},
	"ci append":  {"left no results", true},
	"ci classic": {"", true},
	"ci watch":   {"no issue is opened", true},
	"ci push":    {"bench-data|^$", false},
	"publish":    {"", false},
}

// fakeGo is the Go of an image: one of an older version, which in a module is the
// one that go.mod names.
const fakeGo = `#!/bin/sh
case "$1 $2" in
  "version ") if [ -f go.mod ]; then echo "go version go1.26.9 linux/amd64"; else echo "go version go%s linux/amd64"; fi ;;
  *) echo "this go builds nothing" >&2; exit 1 ;;
esac
`

// Every command line of the workflows starts on every image, as the user of such a
// machine: whatever the image has, none ends because of it.
func TestCommandsStartOnHostedImages(t *testing.T) {
	lines := commandLines(t)
	if len(lines) < 8 {
		t.Fatalf("%d command lines, want all of the workflows'", len(lines))
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range images(t) {
		t.Run(i.Image, func(t *testing.T) {
			t.Parallel()
			m := i.lay(t)
			m.asRunner()
			writeProgram(t, filepath.Join(m.bin, "cobench"), string(binary))
			writeProgram(t, filepath.Join(m.bin, "go"), fmt.Sprintf(fakeGo, i.Go[0]))
			place := newWorkplace(t, m)
			if said, err := place.start(line{run: "cobench doctor"}); strings.Contains(said, "ignored") || strings.Contains(said, "✗  go ") {
				t.Errorf("doctor: %v\n%s", err, said)
			}
			for _, l := range lines {
				name := commandOf.FindStringSubmatch(l.run)[1]
				want, ok := starts[name]
				if !ok {
					t.Fatalf("%s: %s: say in starts how far it gets here", l.workflow, l.run)
				}
				said, err := place.start(l)
				if !regexp.MustCompile(want.says).MatchString(said) || want.ends && err != nil || strings.Contains(said, "JDK") || strings.Contains(said, "JAVA_HOME") {
					t.Errorf("%s: %s: %v, want %s\n%s", l.workflow, l.run, err, want.says, said)
				}
			}
		})
	}
}

// A workplace is what the jobs of a run find: the checkout, and a project that calls
// the workflows for its own.
type workplace struct {
	t             *testing.T
	machine       machine
	shop, project *shop
	api           *forgetest.GitHub
}

func newWorkplace(t *testing.T, m machine) workplace {
	w := workplace{t: t, machine: m, api: forgetest.New(t)}
	w.shop = &shop{t: t, dir: m.at("work/bench"), stubs: m.at("work/shared")}
	w.shop.stock()
	w.shop.git("switch", "--quiet", "main")
	writeProgram(t, filepath.Join(w.shop.dir, "data/history/retracted.txt"), "")
	for link, to := range map[string]string{"bin/cobench": filepath.Join(m.bin, "cobench"), ".cobench/bin/cobench": filepath.Join(m.bin, "cobench"), "plans": "report/plans"} {
		link = filepath.Join(w.shop.dir, link)
		if err := os.MkdirAll(filepath.Dir(link), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	w.project = &shop{t: t, dir: m.at("work/project")}
	w.project.write("go.mod", "module example.com/words\n\ngo 1.24\n")
	w.project.write("words.go", fastWords)
	w.project.write("words_test.go", wordsTest)
	w.project.git("init", "--quiet", "--initial-branch=main")
	w.project.main = w.project.commit("one")
	w.project.git("remote", "add", "origin", w.project.dir)
	w.event("push", map[string]any{"before": strings.Repeat("0", 40), "after": w.shop.main, "ref": "refs/heads/main"})
	w.event("project", map[string]any{"before": strings.Repeat("0", 40), "after": w.project.main, "ref": "refs/heads/main"})
	w.event("ended", w.shop.ended(1, "push", w.shop.main, forgetest.Repository, "main"))
	w.event("judged", w.shop.ended(1, "pull_request", w.shop.main, forgetest.Repository, "feature"))
	m.own(t, m.root)
	return w
}

func (w workplace) event(name string, event any) {
	text, err := json.Marshal(event)
	if err != nil {
		w.t.Fatal(err)
	}
	writeProgram(w.t, w.machine.at("work/events/"+name), string(text))
}

// start runs a line as a step of its workflow would.
func (w workplace) start(l line) (string, error) {
	dir, event := w.shop.dir, "push"
	switch {
	case l.workflow == "pages.yml":
		event = "ended"
	case l.workflow == "comment.yml":
		event = "judged"
	case l.workflow == "project-comment.yml":
		dir, event = w.machine.at("work"), "judged"
	case strings.HasPrefix(l.workflow, "project-"):
		dir, event = w.machine.at("work"), "project"
		if l.workflow == "project-pages.yml" {
			event = "ended"
		}
		if l.dir != "" {
			dir = w.project.dir
		}
	}
	environ := append(slices.Clone(w.machine.environ),
		"GITHUB_EVENT_PATH="+w.machine.at("work/events/"+event), "GITHUB_WORKSPACE="+w.machine.at("work"), "GITHUB_OUTPUT="+w.machine.at("work/output"), "GITHUB_STEP_SUMMARY="+w.machine.at("work/summary"),
		"GITHUB_API_URL="+w.api.URL, "GITHUB_REPOSITORY="+forgetest.Repository, "GITHUB_TOKEN=token", "PLAN=main", "JOB=ubuntu-24.04-hotspot", "JDK=0", "JOBS=1", "FAIL_ON_SLOWER=false", "WORKFLOW=bench.yml")
	for name, value := range l.env {
		environ = append(environ, name+"="+value)
	}
	out, err := w.machine.start(dir, environ, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", l.run).CombinedOutput()
	return string(out), err
}
