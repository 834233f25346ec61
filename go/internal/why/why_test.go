package why_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"github.com/cobench/cobench/go/internal/why"
)

// pprofOf is a profile of stacks, the function that ran first, with their samples of
// 10 ms. A function stands in a file of its name.
func pprofOf(t *testing.T, stacks map[string]int64) []byte {
	t.Helper()
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}}, Period: 1e7}
	for stack, n := range stacks {
		s := &profile.Sample{Value: []int64{n, n * 1e7}}
		for name := range strings.FieldsSeq(stack) {
			f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name, Filename: "/run/source/" + name + ".go", StartLine: 3}
			if !strings.Contains(name, ".com/") {
				f.Filename = "/usr/local/go/src/" + name + ".go"
			}
			l := &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f, Line: 4}}}
			p.Function, p.Location = append(p.Function, f), append(p.Location, l)
			s.Location = append(s.Location, l)
		}
		p.Sample = append(p.Sample, s)
	}
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func sideOf(t *testing.T, perOp float64, stacks map[string]int64) why.Side {
	t.Helper()
	p, err := why.ReadGo(pprofOf(t, stacks), why.Time, why.Places{"/run/source/": ""})
	if err != nil {
		t.Fatal(err)
	}
	return why.Side{Profile: p, PerOp: perOp}
}

func names(functions []why.Function) string {
	var all []string
	for _, f := range functions {
		all = append(all, fmt.Sprintf("%s %.0f→%.0f", f.Name, f.Base, f.Head))
	}
	return strings.Join(all, ", ")
}

func TestCompare(t *testing.T) {
	for _, test := range []struct {
		name       string
		base, head map[string]int64
		perOp      [2]float64
		want       string
	}{
		{"its own time", map[string]int64{"x.com/a.f": 100, "x.com/a.g": 100}, map[string]int64{"x.com/a.f": 200, "x.com/a.g": 100}, [2]float64{200, 300}, "x.com/a.f 100→200"},
		{"what the runtime does for it", map[string]int64{"x.com/a.f": 100}, map[string]int64{"x.com/a.f": 100, "runtime.mallocgc x.com/a.f": 100}, [2]float64{100, 200}, "x.com/a.f 100→200"},
		{"the garbage collector", map[string]int64{"x.com/a.f": 400}, map[string]int64{"x.com/a.f": 400, "runtime.scanobject runtime.gcBgMarkWorker": 100}, [2]float64{400, 500}, "runtime.gcBgMarkWorker 0→100"},
		{"chance", map[string]int64{"x.com/a.f": 100, "x.com/a.g": 100}, map[string]int64{"x.com/a.f": 105, "x.com/a.g": 95}, [2]float64{200, 200}, ""},
		{"what is small beside the largest", map[string]int64{"x.com/a.f": 1000, "x.com/a.g": 10}, map[string]int64{"x.com/a.f": 5000, "x.com/a.g": 60}, [2]float64{1010, 5060}, "x.com/a.f 1000→5000"},
		{"new and gone", map[string]int64{"x.com/a.f": 100, "x.com/a.old": 50}, map[string]int64{"x.com/a.f": 100, "x.com/a.new": 100}, [2]float64{150, 200}, "x.com/a.new 0→100, x.com/a.old 50→0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := why.Compare(sideOf(t, test.perOp[0], test.base), sideOf(t, test.perOp[1], test.head))
			if names(got) != test.want {
				t.Errorf("%s, want %s", names(got), test.want)
			}
			for _, f := range got {
				if ours := strings.HasPrefix(f.Name, "x.com/"); ours != (f.File != "") || ours != (f.Line == 3) {
					t.Errorf("%+v: want the place of what is in the repository", f)
				}
			}
		})
	}
}

const patch = "diff --git x.com/a.f.go x.com/a.f.go\n--- x.com/a.f.go\n+++ x.com/a.f.go\n@@ -5,0 +6 @@ func f() {\n+\tslow()\n"

func TestMark(t *testing.T) {
	base, head := sideOf(t, 200, map[string]int64{"x.com/a.f": 100, "x.com/a.g": 100}), sideOf(t, 400, map[string]int64{"x.com/a.f": 200, "x.com/a.g": 200})
	for _, test := range []struct {
		source string
		want   bool
	}{
		{"package a\n\nfunc f() {\n\tone()\n\ttwo()\n\tslow()\n}\n", true},
		{"package a\n\nfunc f() {\n\tone()\n}\nfunc other() { slow() }\n", false},
	} {
		moved := why.Compare(base, head)
		why.ReadDiff(patch, nil).Mark(moved, base.Profile, head.Profile, func(string, string) []byte { return []byte(test.source) })
		for _, f := range moved {
			if f.InDiff != (test.want && f.Name == "x.com/a.f") {
				t.Errorf("%+v of\n%s", f, test.source)
			}
		}
	}
}

// jfr is what jfr print --json prints of samples, one a stack, all in one second.
func jfr(stacks ...string) []byte {
	var events []string
	for i, stack := range stacks {
		var frames []string
		for f := range strings.FieldsSeq(stack) {
			class, method, _ := strings.Cut(f, "#")
			frames = append(frames, fmt.Sprintf(`{"method": {"type": {"name": %q}, "name": %q}, "lineNumber": 7, "type": "Inlined"}`, class, method))
		}
		events = append(events, fmt.Sprintf(`{"type": "jdk.ExecutionSample", "values": {"startTime": "2026-01-01T00:00:%02dZ", "stackTrace": {"truncated": false, "frames": [%s]}}}`, i/20, strings.Join(frames, ",")))
	}
	return []byte(`{"recording": {"events": [` + strings.Join(events, ",") + `]}}`)
}

func TestReadJFR(t *testing.T) {
	var base, head []string
	for range 100 {
		base = append(base, `java\/util\/HashMap#get org\/x\/Codec#encode`)
	}
	head = append(head, base...)
	for i := range 100 {
		head = append(head, fmt.Sprintf("org/x/Codec$$Lambda/0x%08x#apply", 4096+i))
	}
	sides := map[string]why.Side{}
	for name, stacks := range map[string][]string{"base": base, "head": head} {
		p, err := why.ReadJFR(bytes.ReplaceAll(jfr(stacks...), []byte(`\\/`), []byte(`\/`)), why.Time, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		sides[name] = why.Side{Profile: p, PerOp: float64(len(stacks))}
	}
	moved := why.Compare(sides["base"], sides["head"])
	if want := "org.x.Codec$$Lambda.apply 0→100"; names(moved) != want {
		t.Errorf("%s, want %s", names(moved), want)
	}
	// What ran before the process was warm is none of it.
	if p, err := why.ReadJFR(jfr(head...), why.Time, 2*time.Second); err != nil {
		t.Error(err)
	} else if cold := names(why.Compare(why.Side{Profile: p, PerOp: 1}, why.Side{Profile: p, PerOp: 1})); cold != "" {
		t.Error(cold)
	}
	// A class is found by its name, or by what declares it.
	source := []byte("package org.x\n\nclass Codec {\n}\n")
	diff := why.ReadDiff("diff --git a/Other.kt a/Other.kt\n--- a/Other.kt\n+++ a/Other.kt\n@@ -7 +7 @@\n", nil)
	diff.Mark(moved, sides["base"].Profile, sides["head"].Profile, func(string, string) []byte { return source })
	if len(moved) != 1 || !moved[0].InDiff || moved[0].File != "a/Other.kt" || moved[0].Line != 7 {
		t.Errorf("%+v", moved)
	}
}

func TestReadRefuses(t *testing.T) {
	row := func(more string) string {
		return `{"rows": [{"runtime": "go", "benchmark": "X-2", "unit": "ns/op", "functions": [{"name": "f", "base": 1, "head": 2` + more + `}]}]}`
	}
	if f, err := why.Read([]byte(row("")), "why.json"); err != nil || f.Of("go", "X-2", why.Time) == nil {
		t.Error(err)
	}
	for _, test := range []struct{ text, want string }{
		{row(`, "run": "rm"`), "unknown field"},
		{row("") + "{}", "something follows"},
		{strings.Replace(row(""), `"f"`, `""`, 1), "want names of 1 to 300 bytes"},
		{strings.Replace(row(""), `"f"`, `"`+strings.Repeat("f", 301)+`"`, 1), "want names of 1 to 300 bytes"},
		{strings.Replace(row(""), `"base": 1`, `"base": -1`, 1), "want numbers, not negative"},
		{strings.Replace(row(""), `"base": 1`, `"base": 1e19`, 1), "want numbers, not negative"},
		{row(`, "file": "../../etc/passwd", "line": 1`), "want a line of a file of the repository"},
		{row(`, "file": "/etc/passwd"`), "want a line of a file of the repository"},
		{row(`, "file": "x.go", "line": -1`), "want a line of a file of the repository"},
		{strings.Replace(row(""), "ns/op", "@everyone", 1), "unit"},
		{strings.Repeat(" ", why.MostFile+1), "want 262144 at most"},
		{`{"rows": [` + strings.Repeat(`{"unit": "ns/op"},`, 20) + `{"unit": "ns/op"}]}`, "21 rows"},
	} {
		if _, err := why.Read([]byte(test.text), "why.json"); err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "why.json: ") {
			t.Errorf("%.80s: %v, want %s", test.text, err, test.want)
		}
	}
}

func TestFlame(t *testing.T) {
	base, head := sideOf(t, 100, map[string]int64{"x.com/a.f x.com/a.main": 100}), sideOf(t, 200, map[string]int64{"x.com/a.f x.com/a.main": 100, "x.com/</script><b> x.com/a.main": 100})
	var page bytes.Buffer
	if err := why.WriteFlame(&page, why.Row{Runtime: "go", Benchmark: "<img src=x>", Unit: why.Time}, base, head); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{"n":"all","v":200,"d":100,`, `&lt;img src=x&gt;: 100 ns → 200 ns`, `x.com/a.main`, "script-src 'sha256-"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %s in the page", want)
		}
	}
	if n := strings.Count(page.String(), "</script>"); n != 2 {
		t.Errorf("%d scripts end", n)
	}
}

func FuzzReadDiff(f *testing.F) {
	f.Add(patch)
	f.Fuzz(func(_ *testing.T, text string) { why.ReadDiff(text, []string{text}) })
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"rows": [{"runtime": "go", "benchmark": "X-2", "unit": "ns/op", "functions": [{"name": "f", "base": 1, "head": 2}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := why.Read(text, "why.json")
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := file.Write(&again); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzReadJFR(f *testing.F) {
	f.Add(jfr("org/x/Codec#encode"))
	f.Fuzz(func(_ *testing.T, text []byte) { _, _ = why.ReadJFR(text, why.Time, time.Second) })
}
