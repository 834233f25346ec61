// Synthetic writes an artificial history of results, publishes it, and prints
// how long that took and how large the output is:
//
//	synthetic -o DIR [-commits 10000] [-series 1000] [-samples 6] [-seed 1] [-classic 1000x100]
//
// It writes the history to DIR/history, unless that exists, and the site's data
// to DIR/data. Then it adds one commit and publishes again, with the cache and
// without. With -classic it writes that many commits and series to
// DIR/classic/data.js, for the page of github-action-benchmark.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/cobench/cobench/go/internal/publish"
	"github.com/cobench/cobench/go/internal/publish/synthetic"
)

func main() {
	var o synthetic.Options
	out := flag.String("o", "", "`folder` for history and data")
	flag.IntVar(&o.Commits, "commits", 10000, "`count` of commits")
	flag.IntVar(&o.Series, "series", 1000, "`count` of benchmarks on a runtime in each commit's job")
	flag.IntVar(&o.Samples, "samples", 6, "`count` of samples of each")
	flag.Uint64Var(&o.Seed, "seed", 1, "`number` that decides all values")
	size := flag.String("classic", "", "`COMMITSxSERIES` to write for the page of github-action-benchmark")
	flag.Parse()
	var wanted [2]int
	if *size != "" {
		if _, err := fmt.Sscanf(*size, "%dx%d", &wanted[0], &wanted[1]); err != nil || wanted[0] < 1 || wanted[0] > o.Commits || wanted[1] < 1 || wanted[1] > o.Series {
			fmt.Fprintf(os.Stderr, "synthetic: -classic %q, want 1000x100 or the like, no more than there are\n", *size)
			os.Exit(2)
		}
	}
	if *out == "" || flag.NArg() > 0 || o.Commits < 2 || o.Series < 1 || o.Samples < 1 {
		fmt.Fprintln(os.Stderr, "synthetic: want -o DIR, two commits or more, and a series and a sample or more")
		os.Exit(2)
	}
	if err := run(*out, o, wanted); err != nil {
		fmt.Fprintln(os.Stderr, "synthetic:", err)
		os.Exit(1)
	}
}

func run(dir string, o synthetic.Options, wanted [2]int) error {
	history, data := filepath.Join(dir, "history"), filepath.Join(dir, "data")
	commits, err := write(history, o)
	if err != nil {
		return err
	}
	options := publish.Options{Cache: filepath.Join(dir, "cache"), Repository: "https://example.org/cobench", Commits: commits}
	if err := os.RemoveAll(options.Cache); err != nil {
		return err
	}
	published := func(what, out string) error {
		return timed(what, func() error {
			_, err := publish.Publish(history, out, options)
			return err
		})
	}
	publish.RoomForSpeed()
	if err := published("published from raw files    ", data); err != nil {
		return err
	}
	if _, err := synthetic.Write(history, o, o.Commits-1); err != nil {
		return err
	}
	if err := published("one more commit, with a cache", data); err != nil {
		return err
	}
	if wanted[0] > 0 {
		if err := os.MkdirAll(filepath.Join(dir, "classic"), 0o777); err != nil {
			return err
		}
		if err := classic(options, data, filepath.Join(dir, "classic", "data.js"), wanted[0], wanted[1]); err != nil {
			return err
		}
	}
	options.Cache = ""
	again := filepath.Join(dir, "again")
	if err := published("one more commit, without     ", again); err != nil {
		return err
	}
	if err := same(data, again); err != nil {
		return err
	}
	fmt.Println("the same bytes with and without the cache; goal of one more commit with it: 1 s")
	return sizes(data)
}

// write writes the history without its last commit, as far as it is not there, and
// returns what git would know of all.
func write(history string, all synthetic.Options) (map[string]publish.Commit, error) {
	but := all
	but.Commits--
	from := 0
	if _, err := os.Stat(history); err == nil {
		from = but.Commits
		// Only the last commit is to be new again.
		if err := removeLast(history, all); err != nil {
			return nil, err
		}
	}
	begun := time.Now()
	if _, err := synthetic.Write(history, but, from); err != nil {
		return nil, err
	}
	fmt.Printf("%d commits x %d series x %d samples, seed %d\n", all.Commits, all.Series, all.Samples, all.Seed)
	fmt.Printf("history written              %6.1f s\n", time.Since(begun).Seconds())
	return synthetic.Write(history, all, all.Commits)
}

func removeLast(history string, all synthetic.Options) error {
	matches, err := filepath.Glob(filepath.Join(history, "main", "*", "*", fmt.Sprintf("*-%d-1.txt.gz", 1000+all.Commits-1)))
	for _, m := range matches {
		if err := os.Remove(m); err != nil {
			return err
		}
	}
	return err
}

// timed says how long f took, how much of the processors, and the most memory
// that the process has held.
func timed(what string, f func() error) error {
	var before, after syscall.Rusage
	begun := time.Now()
	err := errors.Join(syscall.Getrusage(syscall.RUSAGE_SELF, &before), f())
	took := time.Since(begun)
	if err = errors.Join(err, syscall.Getrusage(syscall.RUSAGE_SELF, &after)); err != nil {
		return err
	}
	cpu := time.Duration(after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano())
	fmt.Printf("%s%6.2f s, %6.2f s on processors, at most %d MB held so far\n", what, took.Seconds(), cpu.Seconds(), after.Maxrss/1000)
	return nil
}

// same tells whether two folders hold the same bytes.
func same(a, b string) error {
	count := 0
	err := fs.WalkDir(os.DirFS(a), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		count++
		one, err := os.ReadFile(filepath.Join(a, path))
		if err != nil {
			return err
		}
		other, err := os.ReadFile(filepath.Join(b, path))
		if err == nil && !bytes.Equal(one, other) {
			err = fmt.Errorf("%s differs without the cache", path)
		}
		return err
	})
	if err != nil {
		return err
	}
	return fs.WalkDir(os.DirFS(b), ".", func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			if count--; count < 0 {
				err = fmt.Errorf("%s has more files than %s", b, a)
			}
		}
		return err
	})
}

func sizes(data string) error {
	totals := map[string]int64{}
	err := fs.WalkDir(os.DirFS(data), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		totals[filepath.Dir(path)] += info.Size()
		totals["all"] += info.Size()
		return nil
	})
	for _, folder := range []string{"trends", "runs", ".", "all"} {
		fmt.Printf("%-8s%12.3f MB%s\n", folder, float64(totals[folder])/1e6, map[string]string{"all": "  goal at most 20 MB"}[folder])
	}
	return err
}
