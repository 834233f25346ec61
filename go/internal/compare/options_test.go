package compare

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExpand(t *testing.T) {
	const machine = "goos,goarch,cpu,cores"
	tests := []struct {
		name            string
		opt             Options
		table, row, col string
		packages        int
	}{
		{"files", Options{}, machine + ",pkg,runtime", ".fullname", ".file", 1},
		{"side", Options{Col: "side"}, machine + ",runtime", ".fullname", "side", 1},
		{"runtime", Options{Col: "runtime"}, machine, ".fullname", "runtime,/exec", 1},
		{"table given", Options{Table: ".config", Col: "runtime"}, ".config", ".fullname", "runtime", 1},
		{"row given", Options{Row: ".name", Col: "runtime"}, machine + ",pkg", ".name", "runtime", 1},
		{"any other key", Options{Col: "/pattern"}, machine + ",pkg,runtime", ".fullname", "/pattern", 1},
		{"default without the keys named", Options{Row: "pkg,.name", Col: "runtime@alpha"}, machine, "pkg,.name", "runtime@alpha", 1},
		{"side in an order is no shorthand", Options{Col: "side@(head base)"}, machine + ",pkg,runtime", ".fullname", "side@(head base)", 1},
		{"side of packages", Options{Col: "side"}, machine + ",pkg,runtime", ".fullname", "side", 2},
		{"runtimes of packages", Options{Col: "runtime"}, machine + ",pkg", ".fullname", "runtime,/exec", 2},
		{"files of packages", Options{}, machine + ",pkg,runtime", ".fullname", ".file", 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.opt.expand(test.packages)
			if err != nil {
				t.Fatal(err)
			}
			want := Options{
				Table: test.table, Row: test.row, Col: test.col, Filter: "*", Ignore: "round,reason,unsteady,note,unranked,curve",
				Alpha: 0.05, Confidence: 0.95,
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	const results = "goos: linux\ncpu: A\nside: base\nBenchmarkX/n=1 1 5 ns/op\nside: head\nBenchmarkX/n=1 1 6 ns/op\n"
	const (
		have        = "the results have the keys /n cpu goos side and the units sec/op"
		wantKeys    = "want keys with commas between, each alone or as key@alpha, key@num or key@(a b)"
		twoMachines = `:8: machine "linux, B" in one table with "linux, A" of FILE:4: ` +
			"want goos,goarch,cpu,cores in -table, or a -filter for one machine"
	)
	tests := []struct {
		name string
		opt  Options
		text string
		want string // after the name of the file, if it begins with ":"
	}{
		{"empty file", Options{}, "", ": empty file: want results in the Go benchmark format"},
		{"no result", Options{}, "goos: linux\nPASS\n", `: no result in it: want lines like "BenchmarkX 1 123 ns/op"`},
		{"truncated", Options{}, results + "BenchmarkX 1 12", ":7: truncated file: the last line has no end"},
		{"no measurement", Options{}, results + "BenchmarkX 1\n", ":7: missing measurements"},
		{"two bad lines", Options{}, "BenchmarkX one 5 ns/op\nBenchmarkX 1 five ns/op\n" + results,
			":1: parsing iteration count: invalid syntax (and 1 more lines)"},
		{"long line", Options{}, results + "x: " + strings.Repeat("x", 1<<16) + "\n",
			":6: bufio.Scanner: token too long: want lines below 65536 bytes"},
		{"two directions", Options{}, "Unit x better=higher\nUnit x better=lower\nBenchmarkX 1 1 x\n",
			":2: metadata better of unit x already set to higher"},
		{"two machines", Options{Table: "goos", Col: "side"}, results + "cpu: B\nBenchmarkX 1 5 ns/op\n",
			twoMachines},
		{"machine as column", Options{Col: "cpu"}, results + "cpu: B\nBenchmarkX 1 5 ns/op\n",
			twoMachines},
		{"unknown column", Options{Col: "sides"}, results, "-col: no result has the key sides; " + have},
		{"unknown row", Options{Row: "/m"}, results, "-row: no result has the key /m; " + have},
		{"unknown table", Options{Table: "goos,cpu,host"}, results, "-table: no result has the key host; " + have},
		{"no side", Options{Col: "side"}, "BenchmarkX 1 5 ns/op\n",
			"-col: no result has the key side; the results have the keys (none) and the units sec/op"},
		{"unknown unit", Options{Filter: ".unit:furlong"}, results,
			"no result passes -filter and the fixed orders of the projections; " + have},
		{"filter syntax", Options{Filter: "side:"}, results,
			`-filter "side:": expected key:value; want key:value, key:/regexp/ or key:(a OR b), joined by AND, OR, -`},
		{"unknown order", Options{Col: "side@size"}, results, `-col "side@size": unknown order "size"; ` + wantKeys},
		{"unknown dotted key", Options{Row: ".nam"}, results,
			`-row ".nam": unknown key .nam; want .config, .file, .fullname, .name, /key of a benchmark's name, or key of a file`},
		{"unit in a projection", Options{Table: ".unit"}, results, `-table ".unit": .unit is only allowed in filters; ` + wantKeys},
		{"alpha", Options{Alpha: 5}, results, "-alpha 5: want a probability above 0 and up to 1, like 0.05"},
		{"confidence", Options{Confidence: -1}, results, "-confidence -1: want a level above 0 and up to 1, like 0.95"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := t.TempDir() + "/results.txt"
			writeFile(t, path, test.text)
			_, err := Read(test.opt, Files([]string{path}, nil))
			if err == nil {
				t.Fatalf("no error, want %s", test.want)
			}
			want := strings.ReplaceAll(test.want, "FILE", path)
			if strings.HasPrefix(want, ":") {
				want = path + want
			}
			if err.Error() != want {
				t.Errorf("got  %s\nwant %s", err, want)
			}
		})
	}
	if _, err := Read(Options{}, nil); err == nil {
		t.Error("no error without any file")
	}
}
