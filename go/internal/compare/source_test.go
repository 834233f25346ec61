package compare

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFiles(t *testing.T) {
	var got []string
	for _, s := range Files([]string{"a.txt", "b.txt", "old=a.txt", "a.txt", "c=d=e", "-"}, nil) {
		got = append(got, s.Label+" "+s.Name+" "+s.argument())
	}
	want := []string{
		"a.txt#0 a.txt a.txt#0=a.txt", "b.txt b.txt b.txt", "old a.txt old=a.txt",
		"a.txt#1 a.txt a.txt#1=a.txt", "c d=e c=d=e", "- - -",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func compressed(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(text)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestGzip reads a packed file by its name and, on stdin, by its first bytes.
func TestGzip(t *testing.T) {
	data := compressed(t, "testdata/sides.txt")
	path := filepath.Join(t.TempDir(), "sides.txt.gz")
	writeFile(t, path, string(data))
	want := csvOf(t, read(t, Options{Col: "side"}, "testdata/sides.txt"))
	if got := csvOf(t, read(t, Options{Col: "side"}, path)); !bytes.Equal(got, want) {
		t.Errorf("%s differs from what was packed", path)
	}
	r, err := Read(Options{Col: "side"}, Files([]string{"-"}, bytes.NewReader(data)))
	if err != nil {
		t.Fatal(err)
	}
	if got := csvOf(t, r); !bytes.Equal(got, want) {
		t.Error("stdin differs from what was packed")
	}
}

func TestGzipErrors(t *testing.T) {
	data := compressed(t, "testdata/sides.txt")
	flipped := bytes.Clone(data)
	flipped[len(flipped)/2] ^= 0xff
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"cut":     {data[:len(data)/2], ": truncated gzip file: "},
		"flipped": {flipped, ": damaged gzip file: "},
		"plain":   {[]byte("BenchmarkX 1 5 ns/op\n"), ": not a gzip file: "},
		"empty":   {nil, ": not a gzip file: "},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.txt.gz")
			writeFile(t, path, string(test.data))
			_, err := Read(Options{}, Files([]string{path}, nil))
			if err == nil || !strings.HasPrefix(err.Error(), path+test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %s%s…", err, path, test.want)
			}
		})
	}
}

// TestCommand runs the command under a report and compares what it prints.
func TestCommand(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash for <(…)")
	}
	benchstat := buildBenchstat(t)
	dir := t.TempDir()
	packed := filepath.Join(dir, "it's new.txt.gz")
	writeFile(t, packed, string(compressed(t, "testdata/new.txt")))
	for _, c := range []struct {
		opt    Options
		inputs []string
	}{
		{Options{}, []string{"old=testdata/old.txt", packed}},
		{Options{Alpha: 0.01, Confidence: 0.9, Filter: `/pattern:"fan" -.unit:B/op`, Col: "runtime"}, []string{"testdata/runtimes.txt"}},
	} {
		r := read(t, c.opt, c.inputs...)
		line := strings.Replace(r.Command(), "benchstat ", benchstat+" -format csv ", 1)
		cmd := exec.Command(bash, "-c", line)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		got, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", line, err, stderr.Bytes())
		}
		if diff := cmp.Diff(string(got), string(csvOf(t, r))); diff != "" {
			t.Errorf("%s (-benchstat +ours):\n%s%s", line, diff, stderr.Bytes())
		}
	}
}

// FuzzRead holds every writer to what anybody may upload: no panic, and no
// control character in the text.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"runtimes", "sides", "few", "machines", "nothing", "old"} {
		text, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text[:min(len(text), 2000)], "side", ".fullname", "*")
	}
	f.Add([]byte("Benchmark/=-1 1 0 x 1 skips\nBenchmark-2 1 -1 failures\n"), "/", ".name", "-.unit:x")
	f.Add([]byte("Unit x assume=exact\na: 1\nBenchmarkA//b 1 1e308 x\na: 2\nBenchmarkA//b 1 5e-324 x\n"), "a@num", ".config", "a:(1 OR 2)")
	f.Fuzz(func(t *testing.T, data []byte, col, row, filter string) {
		source := Source{Name: "fuzz", Label: "fuzz", Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }}
		r, err := Read(Options{Col: col, Row: row, Filter: filter}, []Source{source, source})
		if err != nil {
			return
		}
		var text bytes.Buffer
		for _, write := range []func() error{
			func() error { return WriteText(&text, r, 80) },
			func() error { return WriteMarkdown(io.Discard, r) },
		} {
			if err := write(); err != nil {
				t.Error(err)
			}
		}
		table, _, _ := strings.Cut(text.String(), "the same by benchstat")
		if strings.ContainsAny(table, "\x00\x07\x1b\r\u202e") {
			t.Errorf("control character in %q", table)
		}
	})
}
