package artifact_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/artifact"
)

var (
	baseCommit = strings.Repeat("a", 40)
	headCommit = strings.Repeat("b", 40)
)

const planText = `{
  "version": 1, "profile": "pr", "rounds": 1, "cold-rounds": 0, "iterations": 1, "iteration": "100ms", "warmup": {}, "summary": "median", "limit": "10s",
  "alpha": 0.01, "minimum-effect": 0.03,
  "sides": [{"name": "base", "ref": "", "commit": "BASE"}, {"name": "head", "ref": "", "commit": "HEAD"}],
  "runtimes": [{"name": "go", "kind": "go", "doc": "", "flags": []}], "figures": [],
  "jobs": [{"id": "here", "estimate": {"build": "1s", "measure": "1s"}, "benchmarks": [], "skips": []}, {"id": "there", "estimate": {"build": "1s", "measure": "1s"}, "benchmarks": [], "skips": []}]
}`

func plans() string {
	return strings.NewReplacer("BASE", baseCommit, "HEAD", headCommit).Replace(planText)
}

func results(name string) string {
	return "Unit ns/op better=lower\ngoos: linux\ngoarch: amd64\ncpu: Intel(R) Xeon(R) CPU @ 2.60GHz\nprofile: pr\nruntime: go\nround: 1\n" +
		"side: base\ncommit: " + baseCommit + "\nBenchmark" + name + " 1 1000 ns/op\nside: head\ncommit: " + headCommit + "\nBenchmark" + name + " 1 1100 ns/op\n"
}

type file struct{ name, text string }

func pack(t testing.TB, files ...file) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		entry, err := w.Create(f.name)
		if err == nil {
			_, err = entry.Write([]byte(f.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func good() []file {
	return []file{{"plans/pr.json", plans()}, {"results/pr/here.txt", results("Ping/exec=goroutine-2")}}
}

func TestWhatIsLeftIsRead(t *testing.T) {
	dir := t.TempDir()
	for _, f := range good() {
		path := filepath.Join(dir, f.name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f.text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	unpacked, err := artifact.Unpack("report.zip", pack(t, append([]file{{"plans/", ""}, {"results/", ""}, {"results/pr/", ""}}, good()...)...))
	if err != nil {
		t.Fatal(err)
	}
	opened, err := artifact.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []artifact.Artifact{unpacked, opened} {
		if len(a.Plans) != 1 || a.Plans[0].Name != "pr" || fmt.Sprint(a.Jobs(a.Plans[0])) != "[here]" || fmt.Sprint(a.Missing()) != "[{pr there}]" {
			t.Errorf("%+v, missing %v", a.Plans, a.Missing())
		}
	}
}

func TestHostileArtifacts(t *testing.T) {
	bomb := strings.Repeat("\x00", 70<<20)
	many := good()
	for i := range 2001 {
		many = append(many, file{fmt.Sprintf("results/pr/j%d.txt", i), results("X")})
	}
	for _, test := range []struct {
		name  string
		files []file
		want  string
	}{
		{"a way up", append(good(), file{"../../x", "x"}), `"../../x": want plans/NAME.json or results/NAME/JOB.txt`},
		{"a way up within", append(good(), file{"results/pr/../../x.txt", "x"}), `want plans/NAME.json`},
		{"an absolute path", append(good(), file{"/etc/passwd", "x"}), `want plans/NAME.json`},
		{"backslashes", append(good(), file{`results\pr\x.txt`, "x"}), `want plans/NAME.json`},
		{"a workflow", append(good(), file{".github/workflows/x.yml", "x"}), `want plans/NAME.json`},
		{"a bomb", append(good(), file{"results/pr/there.txt", bomb}), `more than 67108864 bytes`},
		{"a crowd", many, "more than 2000 files"},
		{"a file twice", append(good(), good()[1]), "is in it twice"},
		{"no plan", good()[1:], "no plan in it"},
		{"a plan of another kind", []file{{"plans/pr.json", `{"version": 1, "run": "rm -rf /"}`}}, "unknown field"},
		{"an unknown job", append(good(), file{"results/pr/else.txt", results("X")}), `unknown job "else"`},
		{"an unknown plan", append(good(), file{"results/main/here.txt", results("X")}), "belongs to no plan in it"},
		{"another commit", []file{good()[0], {"results/pr/here.txt", strings.ReplaceAll(results("X"), headCommit, strings.Repeat("c", 40))}}, "which was not planned"},
		{"a commit of words", []file{good()[0], {"results/pr/here.txt", strings.ReplaceAll(results("X"), headCommit, "@everyone <b>")}}, "which was not planned"},
		{"nothing", []file{good()[0], {"results/pr/here.txt", "hello\n"}}, "no result in it"},
		{"a line that is none", []file{good()[0], {"results/pr/here.txt", results("X") + "BenchmarkY 1 x ns/op\n"}}, "parsing measurement"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := artifact.Unpack("report.zip", pack(t, test.files...))
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "report.zip") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %s", err, test.want)
			}
		})
	}
	if _, err := artifact.Unpack("report.zip", []byte("no zip")); err == nil || !strings.Contains(err.Error(), "not a zip file") {
		t.Errorf("%v", err)
	}
	if _, err := artifact.Unpack("report.zip", make([]byte, artifact.MostPacked+1)); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("%v", err)
	}
}

func TestSymlinksAreNoFiles(t *testing.T) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	h := &zip.FileHeader{Name: "plans/pr.json"}
	h.SetMode(0o777 | os.ModeSymlink)
	entry, err := w.CreateHeader(h)
	if err == nil {
		_, err = entry.Write([]byte("/etc/passwd"))
	}
	if err := cmpErr(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := artifact.Unpack("report.zip", out.Bytes()); err == nil || !strings.Contains(err.Error(), "is no file") {
		t.Errorf("%v", err)
	}
}

func cmpErr(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestNumbersAlone(t *testing.T) {
	text := results("MatMul/pattern=fan/n=100/exec=default-2") +
		"reason: see https://evil.example and tell @everyone your token\nflags: <img src=x>\nimage: [click](https://evil.example)\nBenchmarkMatMul/n=5/exec=default-2 1 1 failures\n" +
		"Some text that is no line of the format.\n"
	plain, err := artifact.Numbers([]byte(text), "results.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"evil", "everyone", "<img", "Some text", "flags", "image"} {
		if strings.Contains(string(plain), gone) {
			t.Errorf("%q is still in\n%s", gone, plain)
		}
	}
	for _, kept := range []string{"reason: " + artifact.Unsaid, "cpu: Intel(R) Xeon(R) CPU @ 2.60GHz", "1100 ns/op", "1 failures", "Unit ns/op better=lower"} {
		if !strings.Contains(string(plain), kept) {
			t.Errorf("%q is not in\n%s", kept, plain)
		}
	}
}

func TestNamesThatAreNone(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"markdown", results("**bold**"), "want a name such as"},
		{"a link", results("X/[a](https://evil.example)"), "want a name such as"},
		{"html", results("X/a=<script>alert(1)</script>"), "want a name such as"},
		{"a mention", results("X/a=@everyone"), "want a name such as"},
		{"backticks", results("X/a=``"), "want a name such as"},
		{"another script", results("Xу/exec=go"), "want a name such as"},
		{"a long name", results("X/a=" + strings.Repeat("b", 1000)), "want a name such as"},
		{"a runtime", strings.ReplaceAll(results("X"), "runtime: go", "runtime: [go](https://evil.example)"), `runtime: "[go](https://evil.example)"`},
		{"a machine", strings.ReplaceAll(results("X"), "2.60GHz", "</sub>"), "cpu: "},
		{"a unit", results("X") + "BenchmarkX 1 5 <b>/op\n", "want a number, not negative for a time, and a unit"},
		{"no number", results("X") + "BenchmarkX 1 NaN ns/op\n", "want a number"},
		{"infinity", results("X") + "BenchmarkX 1 +Inf ns/op\n", "want a number"},
		{"less than nothing", results("X") + "BenchmarkX 1 -5 ns/op\n", "want a number"},
		{"the unit of a unit", "Unit <b> better=lower\n" + results("X"), `unit "<b>" is none`},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := artifact.Numbers([]byte(test.text), "results.txt")
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "results.txt") {
				t.Errorf("%v, want %s; got\n%s", err, test.want, out)
			}
		})
	}
}

func ofProject(name, more string) string {
	return strings.Replace(results(name), "runtime: go\n", "runtime: go\npkg: example.com/words/v2\nqualifier: words\n"+more, 1)
}

// Somebody's benchmarks may be called anything; nothing of it is more than letters.
func TestNumbersOfProjects(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"Encode/size=1k-2", "Encode/size=1k-2"},
		{"Encode/two_words#01-2", "Encode/two_words#01-2"},
		{"X/[a](https://evil.example)", "X/%5Ba%5D(https://evil.example)"},
		{"X/@everyone|`b`<img>", "X/%40everyone%7C%60b%60%3Cimg%3E"},
		{"X/µs\\n", "X/%C2%B5s%5Cn"},
	} {
		plain, err := artifact.ProjectNumbers([]byte(ofProject(test.name, "was: X/@old\nreason: tell @everyone\n")+"BenchmarkY 1 5 ns/op -3 <b>/op 7 words/op\n"), "results.txt")
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		for _, want := range []string{"Benchmark" + test.want + " 1 1100 ns/op\n", "BenchmarkY 1 5 ns/op\n", "pkg: example.com/words/v2\nqualifier: words\n", "\nwas: X/%40old\n", "reason: " + artifact.Unsaid} {
			if !strings.Contains(string(plain), want) {
				t.Errorf("no %q in\n%s", want, plain)
			}
		}
	}
	for _, test := range []struct{ name, text, want string }{
		{"a long name", ofProject("X/"+strings.Repeat("b", 1000), ""), "want a name of 300 bytes at most"},
		{"a long package", ofProject("X", "pkg: "+strings.Repeat("<", 400)+"\n"), "want a name of 300 bytes at most"},
		{"a runtime", strings.ReplaceAll(ofProject("X", ""), "runtime: go", "runtime: <b>"), `runtime: "<b>"`},
		{"less than nothing", ofProject("X", "") + "BenchmarkX 1 -5 ns/op\n", "want a number"},
		{"no time", ofProject("X", "") + "BenchmarkX 1 5 <b>/op\n", "want a result in ns/op"},
	} {
		if out, err := artifact.ProjectNumbers([]byte(test.text), "results.txt"); err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "results.txt:") {
			t.Errorf("%s: %v, want %s; got\n%s", test.name, err, test.want, out)
		}
	}
}

// Whatever a stranger sends, what passes has the shape of numbers: it passes
// again, and is the same.
func FuzzNumbers(f *testing.F) {
	f.Add([]byte(results("MatMul/n=5/exec=default-2")))
	f.Add([]byte("reason: @x\nBenchmarkX 1 5 ns/op\n"))
	fuzzNumbers(f, artifact.Numbers, "<>[]`|\\*#")
}

func FuzzProjectNumbers(f *testing.F) {
	f.Add([]byte(ofProject("Encode/[a](b)/@c#01-2", "")))
	f.Add([]byte("pkg: <b>\nreason: @x\nBenchmarkX/%3C 1 5 ns/op 7 @/op\n"))
	f.Add([]byte("changed-functions: 2\nunexecuted: a.(*T).F b.<i>x</i>\nreach: not\nbudget: 5m0s\nBenchmarkX 1 5 ns/op\n"))
	fuzzNumbers(f, artifact.ProjectNumbers, "<>[]`|\\*")
}

func fuzzNumbers(f *testing.F, numbers func([]byte, string) ([]byte, error), never string) {
	f.Fuzz(func(t *testing.T, text []byte) {
		once, err := numbers(text, "results.txt")
		if err != nil {
			return
		}
		twice, err := numbers(once, "results.txt")
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%v\n%s\n%s", err, once, twice)
		}
		if bytes.ContainsAny(once, never) {
			t.Errorf("more than numbers:\n%s", once)
		}
	})
}

func FuzzUnpack(f *testing.F) {
	f.Add(pack(f, good()...))
	f.Fuzz(func(t *testing.T, packed []byte) {
		a, err := artifact.Unpack("report.zip", packed)
		if err == nil && len(a.Plans) == 0 {
			t.Error("neither a plan nor an error")
		}
	})
}
