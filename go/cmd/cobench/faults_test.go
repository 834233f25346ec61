//go:build linux

package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/raw"
)

// A fault happens while a run goes on that has two of its four samples.
type fault struct {
	name   string
	inject func(t *testing.T, dir string) *exec.Cmd // goes on with the run in a folder, and does not let it
	want   string                                   // the last line that it prints; "" is none, since nobody is left to
}

const closedTerminal = "a terminal that is closed"

// Add a row for a fault that you can think of: what must hold is below.
var faults = []fault{
	{"no sync of what was measured", failing("fsync", "EIO"), `^cobench: .*sync .*: input/output error$`},
	{"no room for a folder", failing("mkdirat", "ENOSPC"), `^cobench: .*mkdir .*: no space left on device$`},
	{"too much for its user", failing("mkdirat", "EDQUOT"), `^cobench: .*mkdir .*: disk quota exceeded$`},
	{"no place for a sample", failing("renameat", "EIO"), `^cobench: .*rename .*: input/output error$`},
	{"a disk that was made read-only", failing("mkdirat", "EROFS"), `^cobench: .*mkdir .*: read-only file system$`},
	{"a full disk", fullDisk, `^cobench: .*: no space left on device$`},
	{"an interrupt", signalled(syscall.SIGINT), `^cobench: interrupted: 2 samples are kept; to continue: cobench ci run -resume -o `},
	{"a job that is cancelled", signalled(syscall.SIGTERM), `^cobench: interrupted: 2 samples are kept; `},
	{closedTerminal, signalled(syscall.SIGHUP), `^cobench: interrupted: 2 samples are kept; `},
	{"a kill", signalled(syscall.SIGKILL), ``},
}

// Whatever happens: what was measured is left as it was, nothing half done looks
// like a sample, nothing of the run goes on, the last line names what is the
// matter, and the run can be finished.
func TestFaults(t *testing.T) {
	if !*real {
		t.Skip("-real is not given: takes a minute")
	}
	half := halfRun(t)
	for _, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			if fault.name == closedTerminal && signal.Ignored(syscall.SIGHUP) {
				t.Skip("the tests were started by nohup, which cobench respects too")
			}
			dir := filepath.Join(t.TempDir(), "run")
			cmd := fault.inject(t, copied(t, half, dir))
			stderr, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			said := attended(cmd, stderr)
			_ = cmd.Wait()
			lines := strings.Split(strings.TrimSpace(said), "\n")
			if last := lines[len(lines)-1]; !regexp.MustCompile(fault.want).MatchString(last) || strings.Count(said, "\ncobench: ") > 1 {
				t.Errorf("it said\n%s\nwant one line that is\n%s", said, fault.want)
			}
			if status := cmd.ProcessState.ExitCode(); fault.want != "" && status != failed {
				t.Errorf("status %d, want %d", status, failed)
			}
			if out, err := exec.Command("pgrep", "-f", "^"+regexp.QuoteMeta(dir)+"/build").Output(); err == nil {
				t.Errorf("still there: %s", out)
			}
			checkSamples(t, half, dir, 2)
			if out, err := exec.Command("cobench", "ci", "run", "-resume", "-o", dir).CombinedOutput(); err != nil {
				t.Fatalf("it can't go on: %v\n%s", err, out)
			}
			checkSamples(t, half, dir, 4)
			if out, err := exec.Command("cobench", "ci", "collect", dir).CombinedOutput(); err != nil {
				t.Errorf("collect: %v\n%s", err, out)
			}
		})
	}
}

// What can't be printed is told, by each command.
func TestOutputThatIsLost(t *testing.T) {
	if !*real {
		t.Skip("-real is not given")
	}
	needTracer(t)
	out := filepath.Join(t.TempDir(), "out")
	cmd := exec.Command("strace", "-f", "-o", filepath.Join(t.TempDir(), "trace"), "-P", out, "-e", "inject=write:error=EIO", "sh", "-c", "cobench version >"+out)
	said, err := cmd.CombinedOutput()
	if err == nil || !strings.HasSuffix(strings.TrimSpace(string(said)), "its output could not be written: write /dev/stdout: input/output error") {
		t.Errorf("%v: %s", err, said)
	}
}

// halfRun is a run with two of its four samples.
func halfRun(t *testing.T) string {
	t.Helper()
	work := t.TempDir()
	dir, file := filepath.Join(work, "run"), filepath.Join(work, "plan.json")
	for _, args := range [][]string{
		{"plan", "-profile", "smoke", "-runtimes", "go", "-set", "pattern=fan", "-set", "n=4,5", "-set", "workers=1",
			"-set", "rounds=2", "-set", "iterations=3", "-set", "iteration=100ms", "-set", "warmup=0s"},
		{"run", "-plan", file, "-o", dir},
	} {
		out, err := exec.Command("cobench", append([]string{"ci"}, args...)...).Output()
		if err == nil && args[0] == "plan" {
			err = os.WriteFile(file, out, 0o666)
		}
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	for _, number := range []int{3, 4} {
		if err := os.RemoveAll(raw.Dir(dir).Sample(number)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func copied(t *testing.T, from, to string) string {
	t.Helper()
	if err := os.MkdirAll(to, 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cp", "-a", from+"/.", to).CombinedOutput(); err != nil {
		t.Fatalf("cp: %v: %s", err, out)
	}
	return to
}

// checkSamples checks that a folder has so many samples, of which the first two
// are those of another, to the byte.
func checkSamples(t *testing.T, half, dir string, want int) {
	t.Helper()
	records, err := raw.Dir(dir).Records()
	if err != nil || len(records) != want {
		t.Errorf("%d samples, %v, want %d", len(records), err, want)
	}
	for _, number := range []int{1, 2} {
		for _, name := range []string{raw.SampleFile, raw.StdoutFile} {
			was, err := os.ReadFile(filepath.Join(raw.Dir(half).Sample(number), name))
			if err != nil {
				t.Fatal(err)
			}
			if is, err := os.ReadFile(filepath.Join(raw.Dir(dir).Sample(number), name)); err != nil || !bytes.Equal(is, was) {
				t.Errorf("sample %d: %s is not as it was: %v", number, name, err)
			}
		}
	}
}

func goOnWith(dir string) []string { return []string{"cobench", "ci", "run", "-resume", "-o", dir} }

func needTracer(t *testing.T) {
	t.Helper()
	if err := exec.Command("strace", "-o", os.DevNull, "true").Run(); err != nil {
		t.Skip("no strace that may trace, to make calls of the system fail: apt-get install strace")
	}
}

// failing makes all calls of one kind fail with an error of the system. A
// preloaded library could not: Go calls the kernel itself.
func failing(call, number string) func(*testing.T, string) *exec.Cmd {
	return func(t *testing.T, dir string) *exec.Cmd {
		needTracer(t)
		args := []string{"-f", "-o", filepath.Join(t.TempDir(), "trace"), "-e", "trace=" + call, "-e", "inject=" + call + ":error=" + number}
		return exec.Command("strace", append(args, goOnWith(dir)...)...)
	}
}

// fullDisk moves the run to a disk of its size.
func fullDisk(t *testing.T, dir string) *exec.Cmd {
	spare := copied(t, dir, filepath.Join(t.TempDir(), "spare"))
	mounted(t, dir, "64m")
	copied(t, spare, dir)
	fill := filepath.Join(dir, "samples", ".unfinished-fill") // which the next run removes, as any that was not finished
	f, err := os.Create(fill)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.Copy(f, zeros{}); err == nil {
		t.Fatal("the disk has no end")
	}
	// Its own first deed is to make room: the file is held by another name.
	if err := os.Rename(fill, filepath.Join(dir, "fill")); err != nil {
		t.Fatal(err)
	}
	return exec.Command("sh", "-c", `cobench ci run -resume -o "$1"; status=$?; rm "$1/fill"; exit $status`, "sh", dir)
}

// mounted puts a small disk into a folder.
func mounted(t *testing.T, dir, size string) {
	t.Helper()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "cobench-small", dir).CombinedOutput(); err != nil {
		t.Skipf("no disk can be mounted, only root may: %s", out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %s", out)
		}
	})
}

// Go says of a full cache that a package is not in std; cobench says where there is no room.
func TestBuildWithoutRoom(t *testing.T) {
	if !*real {
		t.Skip("-real is not given")
	}
	for _, variable := range []string{"GOCACHE", "TMPDIR"} {
		t.Run(variable, func(t *testing.T) {
			small, module := t.TempDir(), t.TempDir()
			for name, text := range map[string]string{
				"go.mod":    "module example.com/m\n\ngo 1.21\n",
				"m_test.go": "package m\n\nimport (\n\t\"fmt\"\n\t\"testing\"\n)\n\nfunc BenchmarkM(b *testing.B) { fmt.Print() }\n",
			} {
				if err := os.WriteFile(filepath.Join(module, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if out, err := exec.Command("git", "-C", module, "init", "-q").CombinedOutput(); err != nil {
				t.Fatalf("git: %s", out)
			}
			mounted(t, small, "256k")
			cmd := exec.Command("cobench", "bench", "-budget", "1m")
			cmd.Dir = module
			cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir(), "GOCACHE="+filepath.Join(t.TempDir(), "cache"), variable+"="+small)
			said, err := cmd.CombinedOutput()
			lines := strings.Split(strings.TrimSpace(string(said)), "\n")
			if last := lines[len(lines)-1]; err == nil || !strings.Contains(last, "no space left on device") && !strings.Contains(last, small+" has ") {
				t.Errorf("it said\n%s\nwant that %s is full", said, small)
			}
		})
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// signalled sends a signal in the midst of the third sample.
func signalled(s syscall.Signal) func(*testing.T, string) *exec.Cmd {
	return func(_ *testing.T, dir string) *exec.Cmd {
		cmd := exec.Command("cobench", goOnWith(dir)[1:]...)
		cmd.Env = append(os.Environ(), "SIGNAL="+strconv.Itoa(int(s)))
		return cmd
	}
}

// attended reads what a command says, and sends it its signal when the third
// sample is under way.
func attended(cmd *exec.Cmd, stderr io.Reader) string {
	var said strings.Builder
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if !strings.HasPrefix(lines.Text(), "3/4 ") {
			continue
		}
		for _, v := range cmd.Env {
			if text, ok := strings.CutPrefix(v, "SIGNAL="); ok {
				number, _ := strconv.Atoi(text)
				time.Sleep(200 * time.Millisecond) // it is measured by then
				_ = cmd.Process.Signal(syscall.Signal(number))
			}
		}
	}
	return said.String()
}
