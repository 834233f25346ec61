package fileio

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var valid = Config{Files: 5, Limit: 2, Size: 1000, Sync: PageCache, Seed: 1, Now: time.Now}

func prepare(t *testing.T, change func(*Config)) *Workload {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	return prepareIn(t, change)
}

func prepareIn(t *testing.T, change func(*Config)) *Workload {
	t.Helper()
	config := valid
	change(&config)
	w, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

// The same number stands in the Kotlin twin's tests: both write the same files.
func TestChecksum(t *testing.T) {
	const want = 0x1dd21674718fc
	w := prepare(t, func(c *Config) {})
	var sum uint64
	for _, o := range w.Run() {
		sum = sum*31 + uint64(o.Sum)
	}
	if sum != want {
		t.Errorf("checksum %#x, want %#x", sum, uint64(want))
	}
}

func TestEveryLimitSizeAndSync(t *testing.T) {
	for _, sync := range []Sync{PageCache, Fsync} {
		for _, limit := range []int{1, 3, 64} { // in turn, a few, more than there are files
			for _, size := range []int{1, 7, 8, 4097, 1 << 20} {
				t.Run(fmt.Sprintf("%s/limit=%d/size=%d", sync, limit, size), func(t *testing.T) {
					w := prepare(t, func(c *Config) { c.Sync, c.Limit, c.Size = sync, limit, size })
					for range 2 { // each file is new again
						if err := w.Check(w.Run()); err != nil {
							t.Fatal(err)
						}
					}
					if files, err := os.ReadDir(w.folder); err != nil || len(files) != 0 {
						t.Errorf("%v, %d files left", err, len(files))
					}
				})
			}
		}
	}
}

// The clock is held still until nothing moves any more: then as many files as may be are at work.
func TestLimit(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, test := range []struct{ limit, want int }{{1, 1}, {3, 3}, {9, 5}} {
		synctest.Test(t, func(t *testing.T) {
			var begun atomic.Int64
			move := make(chan struct{})
			w := prepareIn(t, func(c *Config) {
				c.Limit = test.limit
				c.Now = func() time.Time { begun.Add(1); <-move; return time.Now() }
			})
			ended := make(chan error, 1)
			go func() { ended <- w.Check(w.Run()) }()
			synctest.Wait()
			if got := begun.Load(); got != int64(test.want) {
				t.Errorf("limit=%d: %d files of 5 are at work, want %d", test.limit, got, test.want)
			}
			close(move)
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
}

func TestConfigRefused(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for want, change := range map[string]func(*Config){
		"files=0: want 1 or more":                                 func(c *Config) { c.Files = 0 },
		"limit=-1: want 1 or more":                                func(c *Config) { c.Limit = -1 },
		"size=0: want 1 or more":                                  func(c *Config) { c.Size = 0 },
		"sync=x: want one of page-cache, fsync":                   func(c *Config) { c.Sync = "x" },
		"limit=512 size=1048577: want 512 MiB at work at most":    func(c *Config) { c.Limit, c.Size = 512, 1<<20+1 },
		"limit=600000000 size=1000: want 512 MiB at work at most": func(c *Config) { c.Limit = 600000000 },
	} {
		config := valid
		change(&config)
		if _, err := New(config); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if files, _ := os.ReadDir(os.TempDir()); len(files) != 0 {
		t.Errorf("%d files left", len(files))
	}
}

func TestNoFolderForTemporaryFiles(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	_, err := New(valid)
	if err == nil || !strings.Contains(err.Error(), "missing: no such file or directory: want a folder for temporary files that can be written") {
		t.Errorf("error %v", err)
	}
}

func TestWrongOutcomesRefused(t *testing.T) {
	w := prepare(t, func(c *Config) {})
	right := w.Run()
	if err := w.Check(right); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() { _ = w.Check(right) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}

	sum := right[3].Sum
	for want, wrong := range map[string]func([]Outcome) []Outcome{
		fmt.Sprintf("file 3 has checksum %08x: want %08x", sum+1, sum): func(o []Outcome) []Outcome { o[3].Sum++; return o },
		"file 2: file already closed":                                  func(o []Outcome) []Outcome { o[2].Err = os.ErrClosed; return o },
		"file 1: 1000 bytes written and 0 read: want 1000":             func(o []Outcome) []Outcome { o[1].Read = 0; return o },
		"file 4: synced 1 times: want 0 for sync=page-cache":           func(o []Outcome) []Outcome { o[4].Syncs++; return o },
		"4 files: want 5": func(o []Outcome) []Outcome { return o[1:] },
	} {
		if err := w.Check(wrong(slices.Clone(right))); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// What was written decides the checksum, and not what was to be written.
func TestFilesAreReadBack(t *testing.T) {
	w := prepare(t, func(c *Config) {})
	if err := w.Check(w.Run()); err != nil {
		t.Fatal(err)
	}
	w.contents.of(4)[w.config.Size-1]++ // the last byte of all
	if err := w.Check(w.Run()); err == nil || !strings.HasPrefix(err.Error(), "file 4 has checksum ") {
		t.Errorf("error %v, want one that names file 4", err)
	}
}

func TestFailedFileIsNamed(t *testing.T) {
	w := prepare(t, func(c *Config) {})
	if err := os.Mkdir(w.names[1], 0o700); err != nil {
		t.Fatal(err)
	}
	err := w.Check(w.Run())
	if want := "file 1: open " + w.names[1] + ": file exists"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(w.folder); !os.IsNotExist(err) {
		t.Errorf("%v, want the folder gone", err)
	}
}

func TestFigures(t *testing.T) {
	w := prepare(t, func(c *Config) {
		var ticks atomic.Int64
		c.Limit = 1
		c.Now = func() time.Time { n := ticks.Add(1); return time.Unix(0, n*n) } // 3, 7, 11, … ns from each to the next
	})
	for range 2 {
		if err := w.Check(w.Run()); err != nil {
			t.Fatal(err)
		}
	}
	if got := fmt.Sprint(w.Figures()); got != "[{19 p50-ns} {39 p95-ns} {39 p99-ns}]" {
		t.Errorf("figures %s of 3, 7, …, 39 ns", got)
	}
	if got := w.Figures(); len(got) != 0 {
		t.Errorf("figures %v of nothing", got)
	}
}
