package results_test

import (
	"math"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/results"
)

const head = "goos: linux\ngoarch: amd64\ncpu: X\ncores: 2\ndate: 2026-01-02T03:04:05Z\ncommit: aaaa-dirty\nside: head\nruntime: go\n"

func TestWhatIsRead(t *testing.T) {
	text := head + "BenchmarkA 1 5 ns/op +Inf rate\nside: base\ncommit: bbbb\ncpu: Y\nBenchmarkA 1 -5 ns/op\nside: head\ncommit: aaaa\ncpu: X\nBenchmarkB 1 6 ns/op\n"
	lines := results.NewReader(strings.NewReader(text), "x.txt")
	var got []string
	for lines.Scan() {
		got = append(got, string(lines.Result().Name)+" "+string(lines.Get("side"))+" "+lines.Note())
	}
	if want := "A head +Inf rate is not a finite number: left out,B head "; strings.Join(got, ",") != want || lines.Err() != nil {
		t.Errorf("%q, %v, want %q", got, lines.Err(), want)
	}
	o := lines.Origin()
	if want := (results.Machine{OS: "linux", Arch: "amd64", CPU: "X", Cores: 2}); o.Machine != want || o.Commit != "aaaa" || !o.Dirty || !lines.TwoSided() {
		t.Errorf("%+v, two sides %v", o, lines.TwoSided())
	}
}

// FuzzReader: whatever a file holds, what is handed over can be shown, and what
// is refused is refused by name, in one line.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		head + "BenchmarkA-2 1 5 ns/op 1 B/op\n", head + "curve: 1 2\nBenchmarkA 1 5 start-ns\n", head + "BenchmarkA 1 NaN ns/op\n", "side: base\n" + head,
		head + "ruler: 1\nruler-times: arithmetic=0.1 memory=0.1 channels=0.1\nBenchmarkA 1 5 ns/op\n", "BenchmarkA 1 5 ns/op\n", "Unit ns/op better=lower\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		lines := results.NewReader(strings.NewReader(string(text)), "x.txt")
		n := 0
		for lines.Scan() {
			n++
			for _, v := range lines.Result().Values {
				if math.IsNaN(v.Value) || math.Abs(v.Value) > 1e60 || results.IsTime(v.Unit) && v.Value < 0 {
					t.Errorf("%v %s is handed over", v.Value, v.Unit)
				}
			}
			if len(lines.Result().Values) == 0 && lines.Note() == "" {
				t.Error("a result without a value, and no note")
			}
		}
		err := lines.Err()
		if (err == nil) != (n > 0) && err == nil || err != nil && (!strings.HasPrefix(err.Error(), "x.txt:") || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%d results, %v", n, err)
		}
	})
}
