package publish_test

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cobench/cobench/go/internal/publish"
	"github.com/cobench/cobench/go/internal/publish/shard"
	"github.com/cobench/cobench/go/internal/publish/synthetic"
)

var update = flag.Bool("update", false, "write the golden data")

// golden is what the site's own tests show, so that both halves are held to
// the same data.
const golden = "../../../site/e2e/data"

// pack makes a history of the texts below a folder: gzip has no place among
// files that people read.
func pack(t *testing.T, from string) string {
	t.Helper()
	history := t.TempDir()
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		below, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return packFile(filepath.Join(history, below)+".gz", string(text))
	})
	if err != nil {
		t.Fatal(err)
	}
	return history
}

func packFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	z := gzip.NewWriter(f)
	if _, err := z.Write([]byte(text)); err != nil {
		return err
	}
	return z.Close()
}

func TestGolden(t *testing.T) {
	for _, name := range []string{"tour", "sweep"} {
		t.Run(name, func(t *testing.T) {
			out := t.TempDir()
			if _, err := publish.Publish(pack(t, filepath.Join("testdata/history", name)), out, publish.Options{}); err != nil {
				t.Fatal(err)
			}
			want := filepath.Join(golden, name)
			if *update {
				if err := os.RemoveAll(want); err != nil {
					t.Fatal(err)
				}
				write(t, want, out, texts(t, out))
			}
			if diff := cmp.Diff(texts(t, want), texts(t, out)); diff != "" {
				t.Errorf("-%s +published:\n%s", want, diff)
			}
		})
	}
}

// The golden history of trends is synthetic, and has a calibration. Of its runs
// only the newest are kept among the golden data, for they are large.
func TestGoldenTrends(t *testing.T) {
	history, out := t.TempDir(), t.TempDir()
	commits, err := synthetic.Write(history, synthetic.Options{Commits: 150, Series: 18, Samples: 6, Seed: 5}, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := packFile(filepath.Join(history, "calibrate/2025/01/aaaaaaa-7-recording-1.txt.gz"), recorded("2025-01-10T02:00:00Z")); err != nil {
		t.Fatal(err)
	}
	var release publish.Release
	for hash, c := range commits {
		if strings.HasSuffix(c.Subject, "(#80)") {
			release = publish.Release{Tag: "v1.2.0", Commit: hash}
		}
	}
	index, err := publish.Publish(history, out, publish.Options{Repository: "https://github.com/owner/name", Commits: commits, Release: release, Alarms: func([]string) (publish.Rate, error) {
		return publish.Rate{Count: 4, Of: 1000, High: 0.0091}, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]bool{}
	for _, run := range index.Runs[:3] {
		kept[strings.TrimSuffix(run.File, ".gz")] = true
	}
	want := filepath.Join(golden, "trend")
	if *update {
		if err := os.RemoveAll(want); err != nil {
			t.Fatal(err)
		}
	}
	published := texts(t, out)
	for path := range published {
		if strings.HasPrefix(path, "runs/main-") && !kept[path] {
			delete(published, path)
		}
	}
	if *update {
		write(t, want, out, published)
	}
	if diff := cmp.Diff(texts(t, want), published); diff != "" {
		t.Errorf("-%s +published:\n%s", want, diff)
	}
}

// recorded is a run in which a commit was measured against itself.
func recorded(date string) string {
	text := strings.Replace(head, "2026-01-02T03:04:05Z", date, 1)
	for _, side := range []string{"base", "head"} {
		text += "side: " + side + "\nBenchmarkPingPong/exec=goroutine-2 1 5 ns/op\n"
	}
	return text
}

// The rate is the newest recording's that has one, all of its jobs together, and
// is drawn anew only if there is a newer one.
func TestAlarms(t *testing.T) {
	history, cache := t.TempDir(), t.TempDir()
	for id, date := range map[string]string{
		"calibrate/2026/01/aaaaaaa-1-recording-a": "2026-01-01T00:00:00Z", "calibrate/2026/01/aaaaaaa-1-recording-b": "2026-01-01T00:00:00Z",
		"calibrate/2026/01/aaaaaaa-2-recording-a": "2026-01-02T00:00:00Z", "calibrate/2026/01/aaaaaaa-3-canary-25-a": "2026-01-03T00:00:00Z",
		"manual/2026/01/aaaaaaa-4-recording-a": "2026-01-04T00:00:00Z",
	} {
		if err := packFile(filepath.Join(history, id)+".txt.gz", recorded(date)); err != nil {
			t.Fatal(err)
		}
	}
	var asked []string
	tooFew := "aaaaaaa-2-recording-a.txt.gz"
	o := publish.Options{Cache: cache, Alarms: func(paths []string) (publish.Rate, error) {
		for _, p := range paths {
			asked = append(asked, filepath.Base(p))
			if filepath.Base(p) == tooFew {
				return publish.Rate{}, errors.New("too few rounds")
			}
		}
		return publish.Rate{Count: 1, Of: 1000, High: 0.005}, nil
	}}
	for _, step := range []struct{ asked, run string }{
		{"aaaaaaa-2-recording-a.txt.gz aaaaaaa-1-recording-b.txt.gz aaaaaaa-1-recording-a.txt.gz", "calibrate/2026/01/aaaaaaa-1-recording-b"},
		{"aaaaaaa-2-recording-a.txt.gz", "calibrate/2026/01/aaaaaaa-1-recording-b"},
		{"aaaaaaa-5-recording-a.txt.gz", "calibrate/2026/01/aaaaaaa-5-recording-a"},
		{"", "calibrate/2026/01/aaaaaaa-5-recording-a"},
	} {
		if strings.HasPrefix(step.asked, "aaaaaaa-5") {
			if err := packFile(filepath.Join(history, step.run)+".txt.gz", recorded("2026-01-05T00:00:00Z")); err != nil {
				t.Fatal(err)
			}
		}
		asked = nil
		index, err := publish.Publish(history, t.TempDir(), o)
		if err != nil {
			t.Fatal(err)
		}
		if index.Alarms == nil || index.Alarms.Run != step.run || index.Alarms.Of != 1000 || strings.Join(asked, " ") != step.asked {
			t.Errorf("%+v of %q, want %s of %q", index.Alarms, asked, step.run, step.asked)
		}
	}
	if index, err := publish.Publish(history, t.TempDir(), publish.Options{}); err != nil || index.Alarms != nil {
		t.Errorf("%+v, %v: nobody draws", index.Alarms, err)
	}
}

// Trends and shards of what grew commit by commit, and of what came at once.
func TestTheCacheChangesNothing(t *testing.T) {
	history, cache, out, fresh := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	o := synthetic.Options{Commits: 90, Series: 8, Samples: 6, Seed: 2}
	from := 0
	for _, to := range []int{3, 4, 60, 61, 90} {
		grown := o
		grown.Commits = to
		commits, err := synthetic.Write(history, grown, from)
		if err != nil {
			t.Fatal(err)
		}
		from = to
		for _, with := range []struct{ out, cache string }{{out, cache}, {fresh, ""}} {
			if _, err := publish.Publish(history, with.out, publish.Options{Cache: with.cache, Commits: commits}); err != nil {
				t.Fatal(err)
			}
		}
		same(t, fresh, out)
	}
	// A file that is retracted from the middle, a cache that is damaged: derived anew.
	files, err := filepath.Glob(filepath.Join(history, "main/*/*/*-1040-1.txt.gz"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	id, _ := filepath.Rel(history, strings.TrimSuffix(files[0], ".txt.gz"))
	if err := os.WriteFile(filepath.Join(history, "retracted.txt"), []byte(id+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	// What is damaged may still be read, with other numbers in it.
	tampered := func(text []byte) []byte {
		text = bytes.Clone(text)
		at := bytes.Index(text, []byte("EPYC 7763"))
		if at < 0 {
			t.Fatal("the cache names no machine")
		}
		copy(text[at:], "EPYC 9999")
		return text
	}
	for _, damage := range []func([]byte) []byte{nil, func([]byte) []byte { return []byte("no cache") }, func(text []byte) []byte { return text[:20] }, tampered} {
		if damage != nil {
			file := filepath.Join(cache, "derived.gob")
			if err := os.WriteFile(file, damage(content(t, file, false)), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, with := range []struct{ out, cache string }{{out, cache}, {fresh, ""}} {
			index, err := publish.Publish(history, with.out, publish.Options{Cache: with.cache})
			if err != nil {
				t.Fatal(err)
			}
			if index.Trends.Runs != 89 {
				t.Errorf("%d runs, want 89", index.Trends.Runs)
			}
		}
		same(t, fresh, out)
	}
}

// What a killed process left unfinished goes away; what another one is writing
// just now does not.
func TestNothingUnfinishedStays(t *testing.T) {
	history, cache, out := t.TempDir(), t.TempDir(), t.TempDir()
	if _, err := synthetic.Write(history, synthetic.Options{Commits: 2, Series: 1, Samples: 2, Seed: 1}, 0); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-2 * time.Hour)
	var recent []string
	for _, folder := range []string{out, filepath.Join(out, "runs"), filepath.Join(out, "trends"), cache} {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{".new-1", ".new-2"} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte("half"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chtimes(filepath.Join(folder, ".new-1"), long, long); err != nil {
			t.Fatal(err)
		}
		recent = append(recent, filepath.Join(folder, ".new-2"))
	}
	if _, err := publish.Publish(history, out, publish.Options{Cache: cache, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	for _, file := range recent {
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), ".new-*")); len(left) != 1 {
			t.Errorf("%s stays", left)
		}
	}
}

func same(t *testing.T, want, got string) {
	t.Helper()
	a, b := map[string]string{}, map[string]string{}
	for dir, all := range map[string]map[string]string{want: a, got: b} {
		err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				all[path] = string(content(t, filepath.Join(dir, path), false))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for path := range a {
		if a[path] != b[path] {
			t.Errorf("%s differs with the cache", path)
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d files with the cache, want %d", len(b), len(a))
	}
}

// A commit that makes a workload a quarter slower is found, on the ratio to the
// ruler, though the machines differ.
func TestAChangeIsFoundWithItsCommit(t *testing.T) {
	history, imported, out := t.TempDir(), t.TempDir(), t.TempDir()
	commits := map[string]publish.Commit{}
	for i := range 80 {
		hash := fmt.Sprintf("%040x", i+1)
		commits[hash] = publish.Commit{Author: "Ada", Subject: fmt.Sprintf("change %d", i), Time: time.Unix(int64(i)*3600, 0)}
		// Each job is slow or fast as a whole, and the ruler tells.
		speed := 1 + 0.2*float64(i%3)
		ns := 100 * speed * (1 + 0.003*float64(i%7))
		if i >= 50 {
			ns *= 1.25
		}
		text := strings.NewReplacer("commit: aaaa", "commit: "+hash, "2026-01-02T03:04:05Z", time.Unix(int64(i)*3600, 0).UTC().Format(time.RFC3339)).Replace(head) +
			fmt.Sprintf("ruler: 1\nruler-times: arithmetic=%[1]g,%[1]g,%[1]g memory=%[1]g,%[1]g,%[1]g channels=%[1]g,%[1]g,%[1]g\n", 1e-9*speed)
		for range 6 {
			text += fmt.Sprintf("BenchmarkMatMul/n=10/exec=goroutine-2 1 %g ns/op\n", ns)
		}
		said := fmt.Sprintf("commit-author: Ada\ncommit-message: change %d\n", i)
		for folder, text := range map[string]string{history: text, imported: said + text} {
			if err := packFile(filepath.Join(folder, "main/1970/01", fmt.Sprintf("%s-%d-1.txt.gz", hash, i)), text); err != nil {
				t.Fatal(err)
			}
		}
	}
	// Of a commit that git does not know, the results say who made it.
	index, err := publish.Publish(imported, out, publish.Options{})
	if err != nil || len(index.Trends.Changes) != 1 || index.Trends.Spans[0].Commits[0].Author != "Ada" || index.Trends.Spans[0].Commits[0].Subject != "change 50" {
		t.Errorf("%+v, %v, want Ada's change 50", index.Trends.Changes, err)
	}
	index, err = publish.Publish(history, out, publish.Options{Commits: commits})
	if err != nil {
		t.Fatal(err)
	}
	if len(index.Trends.Changes) != 1 {
		t.Fatalf("%+v, want one change", index.Trends.Changes)
	}
	c := index.Trends.Changes[0]
	if s := index.Trends.Spans[0]; s.To != 50 || s.From != 49 || len(s.Commits) != 1 || s.Commits[0].Subject != "change 50" || s.Commits[0].Author != "Ada" {
		t.Errorf("got %+v, want a span of change 50 alone", s)
	}
	if c.Place != 50 || c.Provisional || c.Same || !c.Ruler || math.Abs(c.Ratio-1.25) > 0.01 || !(c.Low < c.Ratio && c.Ratio < c.High) {
		t.Errorf("got %+v, want 1.25 at change 50", c)
	}
	if len(c.Spark) != 32 || c.Turn != 16 {
		t.Errorf("points around it: %v from %d, want 16 on each side", c.Spark, c.Turn)
	}
	// The order of the commits is git's, not that of the runs.
	for hash, commit := range commits {
		commit.Time = time.Unix(-commit.Time.Unix(), 0)
		commits[hash] = commit
	}
	index, err = publish.Publish(history, out, publish.Options{Commits: commits})
	if err != nil || len(index.Trends.Changes) != 1 || index.Trends.Changes[0].Place != 30 {
		t.Errorf("%+v, %v, want the change at place 30 of the other order", index.Trends.Changes, err)
	}
}

// The age is that of the default branch's data, whatever else is newer.
func TestBadge(t *testing.T) {
	for _, test := range []struct {
		name  string
		dates map[string]string // by kind
		now   string
		want  string // on the badge
		run   string // the newest run
		old   bool
	}{
		{"nothing yet", nil, "2026-02-01T00:00:00Z", "none yet", "", false},
		{"a night is newer", map[string]string{"main": "2026-01-02T03:04:05Z", "nightly": "2026-01-03T03:04:05Z"}, "2026-01-05T00:00:00Z", "3 Jan 2026", "nightly/2026/01/aaaaaaa-1-1", false},
		{"a manual run is newer", map[string]string{"main": "2026-01-02T03:04:05Z", "manual": "2026-01-30T03:04:05Z"}, "2026-01-30T04:00:00Z", "2 Jan 2026", "main/2026/01/aaaaaaa-1-1", true},
		{"one's own machine", map[string]string{"manual": "2026-01-30T03:04:05Z"}, "2026-01-30T04:00:00Z", "30 Jan 2026", "manual/2026/01/aaaaaaa-1-1", false},
		{"a week and a second", map[string]string{"main": "2026-01-02T03:04:05Z"}, "2026-01-09T03:04:06Z", "2 Jan 2026", "main/2026/01/aaaaaaa-1-1", true},
		{"a clock that runs ahead", map[string]string{"main": "2026-01-02T03:04:05Z", "nightly": "2036-01-03T03:04:05Z"}, "2026-01-20T00:00:00Z", "2 Jan 2026", "main/2026/01/aaaaaaa-1-1", true},
		{"a clock that runs ahead on the branch alone", map[string]string{"main": "2036-01-02T03:04:05Z", "manual": "2026-01-02T03:04:05Z"}, "2026-01-20T00:00:00Z", "2 Jan 2026", "manual/2026/01/aaaaaaa-1-1", true},
		{"a clock that runs ahead alone", map[string]string{"main": "2036-01-03T03:04:05Z"}, "2026-01-20T00:00:00Z", "of a day to come", "main/2026/01/aaaaaaa-1-1", true},
		{"a clock that runs ahead by minutes", map[string]string{"main": "2026-01-20T00:20:00Z"}, "2026-01-20T00:00:00Z", "20 Jan 2026", "main/2026/01/aaaaaaa-1-1", false},
		{"no date", map[string]string{"main": "<b>"}, "2026-01-09T03:04:06Z", "of an unknown day", "main/2026/01/aaaaaaa-1-1", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			history, out := t.TempDir(), t.TempDir()
			for kind, date := range test.dates {
				text := strings.Replace(head, "2026-01-02T03:04:05Z", date, 1) + "BenchmarkMatMul/n=10/exec=goroutine-2 1 5 ns/op\n"
				if err := packFile(filepath.Join(history, kind, "2026/01/aaaaaaa-1-1.txt.gz"), text); err != nil {
					t.Fatal(err)
				}
			}
			now, err := time.Parse(time.RFC3339, test.now)
			if err != nil {
				t.Fatal(err)
			}
			index, err := publish.Publish(history, out, publish.Options{Now: now})
			if err != nil {
				t.Fatal(err)
			}
			run := ""
			if index.Newest != nil {
				run = index.Newest.ID
			}
			badge := string(content(t, filepath.Join(out, "badge.svg"), false))
			if run != test.run || !strings.Contains(badge, ">"+test.want+"</text>") || strings.Contains(badge, "#9a6700") != test.old {
				t.Errorf("newest %q, want %q; badge, want %q, old %v:\n%s", run, test.run, test.want, test.old, badge)
			}
			if err := xml.Unmarshal([]byte(badge), new(struct{})); err != nil {
				t.Error(err)
			}
		})
	}
}

// write writes texts, and shards as they were published.
func write(t *testing.T, dir, published string, texts map[string]string) {
	t.Helper()
	for path, text := range texts {
		file := filepath.Join(dir, path)
		if filepath.Ext(path) == ".bin" {
			text = string(content(t, filepath.Join(published, path), false))
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// texts reads a folder of data, unpacked: what a compressor makes of it is its own.
func texts(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if filepath.Ext(path) == ".bin" {
			all[path] = points(t, filepath.Join(dir, path))
			return nil
		}
		name, compressed := strings.CutSuffix(path, ".gz")
		all[name] = string(content(t, filepath.Join(dir, path), compressed))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// points tells a shard as text.
func points(t *testing.T, path string) string {
	t.Helper()
	s, err := shard.Decode(content(t, path, false))
	if err != nil {
		t.Fatal(err)
	}
	text := s.Runtime + " " + s.Benchmark + "\n"
	for _, c := range s.Columns {
		all, err := c.Points()
		if err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintf("%s on %d: %v %v\n", c.Unit, c.Machine, c.Changes, all)
	}
	return text
}

func content(t *testing.T, path string, compressed bool) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !compressed {
		return text
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if text, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	return text
}

const head = `goos: linux
goarch: amd64
cpu: X
cores: 2
date: 2026-01-02T03:04:05Z
commit: aaaa
side: head
runtime: go
`

func TestRetractedRunsAreLeftOutAndOldOnesRemoved(t *testing.T) {
	history, out := t.TempDir(), t.TempDir()
	for _, id := range []string{"main/2026/01/aaaaaaa-1-good", "main/2026/01/aaaaaaa-1-bad"} {
		if err := packFile(filepath.Join(history, id)+".txt.gz", head+"BenchmarkA/exec=goroutine-2 1 5 ns/op\n"); err != nil {
			t.Fatal(err)
		}
	}
	index, err := publish.Publish(history, out, publish.Options{})
	if err != nil || len(index.Runs) != 2 {
		t.Fatalf("%d runs, %v, want 2", len(index.Runs), err)
	}
	if err := os.WriteFile(filepath.Join(history, "retracted.txt"), []byte("main/2026/01/aaaaaaa-1-bad\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	index, err = publish.Publish(history, out, publish.Options{})
	if err != nil || len(index.Runs) != 1 || index.Runs[0].ID != "main/2026/01/aaaaaaa-1-good" {
		t.Fatalf("%+v, %v, want the good run alone", index.Runs, err)
	}
	if _, err := os.Stat(filepath.Join(out, "runs/main-2026-01-aaaaaaa-1-bad.json.gz")); err == nil {
		t.Error("the retracted run's file is still there")
	}
}

// A file that can't be shown is left out and named, and nothing else is lost; to
// make the same of it again costs no reading.
func TestFilesThatCannotBeShown(t *testing.T) {
	const bad, good = "main/2026/01/aaaaaaa-1-x", "main/2026/01/aaaaaaa-2-good"
	whole := head + "BenchmarkA 1 5 ns/op\n"
	packed := packedText(t, whole+strings.Repeat("# what can't be guessed "+whole, 200))
	for _, test := range []struct{ name, text, want string }{
		{"no benchmark", head, "no benchmark in it"},
		{"a broken line", head + "BenchmarkA 1 x ns/op\n", ":9: parsing measurement: invalid syntax"},
		{"two machines", whole + "cpu: Y\nBenchmarkA 1 5 ns/op\n", `:11: a result of cpu "Y", want one machine a file: "X"`},
		{"two commits", whole + "commit: bbbb\nBenchmarkA 1 5 ns/op\n", `:11: a result at commit "bbbb", want one commit a file: "aaaa"`},
		{"a ruler without numbers", head + "ruler: 1\nruler-times: memory=x\nBenchmarkA 1 5 ns/op\n", `:11: ruler-times "memory=x": 1 kernels, want 3`},
		{"a negative time", head + "BenchmarkA 1 -5 ns/op\n", ":9: A: -5 ns/op: want 0 or more"},
		{"no cores", strings.Replace(whole, "cores: 2\n", "", 1), `:8: cores: "", want how many the machine has`},
		{"base alone", strings.Replace(whole, "side: head", "side: base", 1), "no result of head in it, only of base"},
		{"a number that nobody measures", head + "BenchmarkA 1 1e300 ns/op\n", ":9: A: 1e+300 ns/op: want 0, or 1e-60 to 1e+60, as a measurement gives"},
		{"the same in bytes", head + "BenchmarkA 1 5 ns/op 1e300 B/op\n", ":9: A: 1e+300 B/op: want 0, or 1e-60 to 1e+60, as a measurement gives"},
		{"a curve of words", head + "curve: 1 two\nBenchmarkA 1 5 start-ns\n", `:10: curve: "two", want nanoseconds`},
		{"a long line", head + strings.Repeat("x", 70_000) + "\nBenchmarkA 1 5 ns/op\n", "token too long: want lines below 65536 bytes"},
		{"no gzip", "\x00" + whole, "not a gzip file: gzip: invalid header"},
		{"cut short", "\x00" + packed[:len(packed)/2], "unexpected EOF: the file is truncated"},
		{"damaged", "\x00" + packed[:len(packed)-8] + "\x00\x00\x00\x00" + packed[len(packed)-4:], "gzip: invalid checksum"},
		{"empty", "\x00", "not a gzip file: EOF"},
	} {
		t.Run(test.name, func(t *testing.T) {
			history, out, cache := t.TempDir(), t.TempDir(), t.TempDir()
			for _, id := range []string{bad, strings.Replace(bad, "main", "manual", 1), strings.Replace(bad, "main", "nightly", 1)} {
				file := filepath.Join(history, id) + ".txt.gz"
				err := packFile(file, test.text)
				if raw, ok := strings.CutPrefix(test.text, "\x00"); ok {
					err = os.WriteFile(file, []byte(raw), 0o666)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := packFile(filepath.Join(history, good)+".txt.gz", whole); err != nil {
				t.Fatal(err)
			}
			var first publish.Index
			for i, o := range []publish.Options{{Cache: cache}, {Cache: cache}, {}} {
				index, err := publish.Publish(history, out, o)
				if err != nil || len(index.Runs) != 1 || index.Runs[0].ID != good || len(index.Trends.Series) != 1 {
					t.Fatalf("%+v, %v, want the good run alone", index, err)
				}
				if len(index.Skipped) != 3 || index.Skipped[0].ID != bad || !strings.HasPrefix(index.Skipped[0].Reason, bad+".txt.gz:") || !strings.HasSuffix(index.Skipped[0].Reason, test.want) {
					t.Fatalf("left out: %+v, want %s: %s", index.Skipped, bad, test.want)
				}
				if i == 0 {
					first = index
				} else if diff := cmp.Diff(first, index); diff != "" {
					t.Errorf("again: -first +then\n%s", diff)
				}
			}
			// The file is there in another form: it is shown.
			if err := packFile(filepath.Join(history, bad)+".txt.gz", whole+strings.Repeat("BenchmarkB 1 5 ns/op\n", 9)); err != nil {
				t.Fatal(err)
			}
			if index, err := publish.Publish(history, out, publish.Options{Cache: cache}); err != nil || len(index.Runs) != 2 || len(index.Skipped) != 2 {
				t.Errorf("%+v, %v, want two runs, and two left out", index, err)
			}
		})
	}
}

func packedText(t *testing.T, text string) string {
	file := filepath.Join(t.TempDir(), "x")
	if err := packFile(file, text); err != nil {
		t.Fatal(err)
	}
	packed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(packed)
}

// What the disk does not give is no bad file: nothing is published without it.
func TestFilesThatCannotBeRead(t *testing.T) {
	history, out := t.TempDir(), filepath.Join(t.TempDir(), "data")
	for i, id := range []string{"main/2026/01/aaaaaaa-1-good", "main/2026/01/aaaaaaa-2-folder"} {
		file := filepath.Join(history, id) + ".txt.gz"
		if err := packFile(file, head+"BenchmarkA 1 5 ns/op\n"); err != nil {
			t.Fatal(err)
		}
		if i == 1 { // reading a folder fails as a bad disk does
			folder := t.TempDir()
			if err := errors.Join(os.Remove(file), os.Symlink(folder, file)); err != nil {
				t.Fatal(err)
			}
		}
	}
	// A link to a folder is told as one.
	if index, err := publish.Publish(history, out, publish.Options{}); err != nil || len(index.Skipped) != 1 || !strings.Contains(index.Skipped[0].Reason, "a symbolic link to a folder") {
		t.Errorf("%+v, %v", index.Skipped, err)
	}
	if os.Geteuid() == 0 {
		return // root reads everything
	}
	unreadable := filepath.Join(history, "main/2026/01/aaaaaaa-1-good.txt.gz")
	if err := os.Chmod(unreadable, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := publish.Publish(history, out, publish.Options{}); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("%v, want that it can't be read", err)
	}
}

// A value that is not a finite number costs itself alone.
func TestValuesThatAreNoNumbers(t *testing.T) {
	history, out := t.TempDir(), t.TempDir()
	text := head + strings.Repeat("BenchmarkA/exec=goroutine-2 1 5 ns/op +Inf rate NaN share\n", 6) + "BenchmarkB/exec=goroutine-2 1 NaN ns/op\n"
	if err := packFile(filepath.Join(history, "main/2026/01/aaaaaaa-1-one.txt.gz"), text); err != nil {
		t.Fatal(err)
	}
	index, err := publish.Publish(history, out, publish.Options{})
	if err != nil || len(index.Runs) != 1 || len(index.Skipped) > 0 || len(index.Trends.Series) != 1 {
		t.Fatalf("%+v, %v, want one run", index, err)
	}
	run := string(content(t, filepath.Join(out, index.Runs[0].File), true))
	for _, want := range []string{
		`"values":{"sec/op":{"center":5e-9`, `"notes":[{"count":6,"reason":"+Inf rate is not a finite number: left out; NaN share is not a finite number: left out"}]`,
		`"failures":[{"count":1,"reason":"NaN ns/op is not a finite number: left out"}]`,
	} {
		if !strings.Contains(run, want) {
			t.Errorf("no %s in\n%s", want, run)
		}
	}
}

// A history that is a link is followed, and one that is gone empties no site.
func TestNothingReplacesSomething(t *testing.T) {
	history, out, cache := t.TempDir(), t.TempDir(), t.TempDir()
	if err := packFile(filepath.Join(history, "main/2026/01/aaaaaaa-1-x.txt.gz"), head+"BenchmarkA 1 5 ns/op\n"); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(history, link); err != nil {
		t.Fatal(err)
	}
	if index, err := publish.Publish(link, out, publish.Options{Cache: cache}); err != nil || index.Total != 1 {
		t.Fatalf("%d runs by a link, %v, want 1", index.Total, err)
	}
	before := texts(t, out)
	damaged := t.TempDir()
	if err := packFile(filepath.Join(damaged, "main/2026/01/aaaaaaa-1-x.txt.gz"), head); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, history, out string
		o                  publish.Options
	}{
		{"an empty history", t.TempDir(), out, publish.Options{}},
		{"one that can't be shown", damaged, out, publish.Options{}},
		{"another folder, by the cache", t.TempDir(), t.TempDir(), publish.Options{Cache: cache}},
	} {
		if _, err := publish.Publish(test.history, test.out, test.o); err == nil || !strings.Contains(err.Error(), "want the whole history, or -empty to publish an empty site") {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	if diff := cmp.Diff(before, texts(t, out)); diff != "" {
		t.Errorf("the site has changed:\n%s", diff)
	}
	if index, err := publish.Publish(t.TempDir(), out, publish.Options{Cache: cache, Empty: true}); err != nil || index.Total != 0 {
		t.Errorf("%d runs, %v, want none as was asked for", index.Total, err)
	}
	if _, err := publish.Publish(t.TempDir(), t.TempDir(), publish.Options{}); err != nil {
		t.Errorf("the first time of all: %v", err)
	}
}

// of is a report with one row.
func of(verdict, benchmark string, ratio float64) *publish.Judged {
	return &publish.Judged{Base: "bbbb", Head: "aaaa", Rows: []publish.Row{{
		Verdict: verdict, Runtime: "go", Benchmark: benchmark, Ratio: &ratio, Low: &ratio, High: &ratio, P: &ratio,
	}}}
}

// A file with two sides is judged, once; one that can't be is shown without verdicts.
func TestVerdicts(t *testing.T) {
	history, out, cache := t.TempDir(), t.TempDir(), t.TempDir()
	one := head + "BenchmarkA/exec=goroutine-2 1 5 ns/op\n"
	two := one + "side: base\ncommit: bbbb\nBenchmarkA/exec=goroutine-2 1 7 ns/op\n"
	for id, text := range map[string]string{"manual/2026/01/aaaaaaa-1-one": one, "manual/2026/01/aaaaaaa-1-two": two, "manual/2026/01/aaaaaaa-1-odd": two} {
		if err := packFile(filepath.Join(history, id)+".txt.gz", text); err != nil {
			t.Fatal(err)
		}
	}
	judged := 0
	judge := func(path string) (*publish.Judged, error) {
		judged++
		if strings.Contains(path, "odd") {
			return nil, fmt.Errorf("no rules in it")
		}
		return of("faster", "A", 0.7), nil
	}
	for range 2 {
		index, err := publish.Publish(history, out, publish.Options{Cache: cache, Judge: judge})
		if err != nil || len(index.Verdicts) != 1 || index.Verdicts[0].Run != "manual/2026/01/aaaaaaa-1-two" || index.Verdicts[0].Date == "" {
			t.Fatalf("%+v, %v, want that of manual/2026/01/aaaaaaa-1-two", index.Verdicts, err)
		}
	}
	if judged != 2 {
		t.Errorf("judged %d times, want 2: the cache knows", judged)
	}
}

// What is a difference may be negative, as no time is: its run shows it, and no trend stands still for it.
func TestNegativeValues(t *testing.T) {
	history, out := t.TempDir(), t.TempDir()
	text := head + strings.Repeat("BenchmarkA/exec=goroutine-2 1 5 ns/op -290.5 live-B/task\n", 6)
	if err := packFile(filepath.Join(history, "main/2026/01/aaaaaaa-1-one.txt.gz"), text); err != nil {
		t.Fatal(err)
	}
	index, err := publish.Publish(history, out, publish.Options{})
	if err != nil || len(index.Runs) != 1 {
		t.Fatalf("%+v, %v, want one run", index, err)
	}
	run, err := os.ReadFile(filepath.Join(out, index.Runs[0].File))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(run))
	if err != nil {
		t.Fatal(err)
	}
	if shown, err := io.ReadAll(z); err != nil || !bytes.Contains(shown, []byte(`"center":-290.5`)) {
		t.Errorf("%v, want a value of -290.5 in\n%s", err, shown)
	}
}

// Benchmarks of the same name in two packages are two, in a run and in a trend.
func TestPackagesAreToldApart(t *testing.T) {
	const origin = "goos: linux\ngoarch: amd64\ncpu: A\ncores: 2\nprofile: project\nruntime: go\nside: head\n"
	root := t.TempDir()
	for i, commit := range []string{"aaaaaaaaaaaa", "bbbbbbbbbbbb"} {
		text := fmt.Sprintf("%sdate: 2026-01-0%dT00:00:00Z\ncommit: %s\n", origin, i+1, commit) +
			"pkg: example.com/x\nBenchmarkEncode/size=1k-2 1 5 ns/op\n" +
			"pkg: example.com/x/codec/json\nqualifier: codec/json\nBenchmarkEncode/size=1k-2 1 8 ns/op\n"
		if err := packFile(filepath.Join(root, fmt.Sprintf("main/2026/01/%s-1-here.txt.gz", commit)), text); err != nil {
			t.Fatal(err)
		}
	}
	out := t.TempDir()
	index, err := publish.Publish(root, out, publish.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(index.Trends.Names, " "); got != "Encode/size=1k codec.json.Encode/size=1k" {
		t.Errorf("trends of %s", got)
	}
	run := string(content(t, filepath.Join(out, index.Runs[0].File), true))
	for _, want := range []string{`"workload":"codec.json.Encode","name":"codec.json.Encode/size=1k","parameters":{"size":"1k"}`, `"samples":[5e-9]`, `"samples":[8e-9]`} {
		if !strings.Contains(run, want) {
			t.Errorf("no %s in %s", want, run)
		}
	}
}

// A package that comes later changes names, in what was measured before it too,
// and breaks no trend.
func TestPackageThatComesLater(t *testing.T) {
	const (
		origin = "goos: linux\ngoarch: amd64\ncpu: A\ncores: 2\nprofile: project\nruntime: go\n"
		json   = "pkg: example.com/x/codec/json\n"
		other  = "pkg: example.com/x\nBenchmarkEncode-2 1 5 ns/op\n"
	)
	root, cache := t.TempDir(), t.TempDir()
	judge := func(string) (*publish.Judged, error) {
		return of("slower", "Encode-2", 1.2), nil
	}
	for i, step := range []struct {
		file, text string
		names      string
		judged     string
	}{
		{"main/2026/01/aaaaaaaaaaaa-1-here", json + "side: base\nBenchmarkEncode-2 1 8 ns/op\nside: head\nBenchmarkEncode-2 1 9 ns/op\n", "Encode: 1", "Encode-2"},
		{"main/2026/01/bbbbbbbbbbbb-1-here", other + json + "qualifier: codec/json\nBenchmarkEncode-2 1 9 ns/op\n", "codec.json.Encode: 2, Encode: 1", "codec.json.Encode-2"},
		{"manual/2026/01/cccccccccccc-1-here", "pkg: example.com/z\nBenchmarkEncode-2 1 9 ns/op\n", "x.codec.json.Encode: 2, x.Encode: 1", "x.codec.json.Encode-2"},
	} {
		text := fmt.Sprintf("%sdate: 2026-01-0%dT00:00:00Z\ncommit: %s\n%s", origin, i+1, filepath.Base(step.file)[:12], step.text)
		if err := packFile(filepath.Join(root, step.file+".txt.gz"), text); err != nil {
			t.Fatal(err)
		}
		out, anew := t.TempDir(), t.TempDir()
		index, err := publish.Publish(root, out, publish.Options{Cache: cache, Judge: judge})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := publish.Publish(root, anew, publish.Options{Judge: judge}); err != nil {
			t.Fatal(err)
		}
		same(t, anew, out)
		var names []string
		for i, name := range index.Trends.Names {
			file, err := os.ReadFile(filepath.Join(out, fmt.Sprintf("trends/%d.bin", i)))
			if err != nil {
				t.Fatal(err)
			}
			s, err := shard.Decode(file)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, fmt.Sprintf("%s: %d", name, s.Columns[0].Count))
			if s.Benchmark != name+"-2" {
				t.Errorf("a shard of %s where the index says %s", s.Benchmark, name)
			}
		}
		if got := strings.Join(names, ", "); got != step.names {
			t.Errorf("%s: trends %s, want %s", step.file, got, step.names)
		}
		if got := index.Verdicts[0].Benchmark; got != step.judged {
			t.Errorf("%s: a verdict on %s, want %s", step.file, got, step.judged)
		}
	}
}

// Base is measured to be compared with, not to be shown.
func TestBaseIsNotShown(t *testing.T) {
	history, out := t.TempDir(), t.TempDir()
	text := head + "BenchmarkA/exec=goroutine-2 1 5 ns/op\nside: base\ncommit: bbbb\nBenchmarkA/exec=goroutine-2 1 7 ns/op\n"
	if err := packFile(filepath.Join(history, "main/2026/01/aaaaaaa-1-x.txt.gz"), text); err != nil {
		t.Fatal(err)
	}
	if _, err := publish.Publish(history, out, publish.Options{}); err != nil {
		t.Fatal(err)
	}
	run := content(t, filepath.Join(out, "runs/main-2026-01-aaaaaaa-1-x.json.gz"), true)
	if !strings.Contains(string(run), `"n":1`) || strings.Contains(string(run), "7e-09") {
		t.Errorf("%s", run)
	}
}
