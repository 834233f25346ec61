package find

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/run/process"
)

var methods = []closure.Method{
	{Name: "p.Sum.sum", Values: map[string]int{}},
	{Name: "p.Words.count", SingleShot: true, Values: map[string]int{"kind": 2, "text": 2}},
	{Name: "p.Words.find", Values: map[string]int{"text": 2}},
}

const printedList = `Benchmarks: 
p.Sum.sum
p.Words.count
  param "kind" = {A, B}
  param "text" = {so many words, a/b}
p.Words.find
  param "text" = {, {}}
`

func listAll(text string) string {
	list := readList(text, methods)
	var all []listing
	for _, m := range methods {
		all = append(all, list[m.Name]...)
	}
	return told(all)
}

func TestReadList(t *testing.T) {
	want := `p.Sum.sum
p.Words.count kind="A" text="so many words" single shot
p.Words.count kind="A" text="a/b" single shot
p.Words.count kind="B" text="so many words" single shot
p.Words.count kind="B" text="a/b" single shot
p.Words.find text=""
p.Words.find text="{}"`
	if got := listAll(printedList); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for _, values := range []string{"{a, b, c}", "{a,b, c}"} {
		got := listAll("p.Words.find\n  param \"text\" = " + values + "\n  param \"other\" = {1, 2}\r\n\nother text\n  param \"text\" = {1}\n")
		if want := "p.Words.find: a value of its parameter text contains a comma, which JMH's -p takes as a separator: remove the comma"; got != want {
			t.Errorf("%s: %s\nwant\n%s", values, got, want)
		}
	}
}

func TestReadJarOnce(t *testing.T) {
	const sum = "# Benchmark: p.Sum.sum\n\n# Run progress\nIteration   1: 12.000 ns/op\nIteration   2: 10.000 ns/op\n"
	const first = "# Benchmark: p.Words.find\n# Parameters: (text = )\n"
	const second = "# Benchmark: p.Words.find\n# Parameters: (text = {})\n"
	const measured = "Iteration   1: 3 ns/op\nIteration   2: 3 ns/op\n"
	for _, test := range []struct {
		name, printed string
		failure       error
		want, begun   string
	}{
		{"all", sum + first + measured + second + measured, nil, "p.Sum.sum 950ms after 2s\np.Words.find text=\"\" 950ms after 1s\np.Words.find text=\"{}\" 950ms after 1s", "p.Sum.sum p.Words.find"},
		{"a log in between", "# Benchmark: p.Sum.sum\nIteration 9 of mine\nIteration   1: a log\n7 ns/op\nIteration   2: 10.000 ns/op\n", nil, "p.Sum.sum 1.95s after 0s\np.Words.find text=\"\"\np.Words.find text=\"{}\"", "p.Sum.sum"},
		{"one fails", first + "Iteration   1: <failure>\n\njava.lang.IllegalStateException\n" + second + measured, nil, "p.Sum.sum\np.Words.find text=\"\" failed\np.Words.find text=\"{}\" 950ms after 1s", "p.Words.find"},
		{"one ends the JVM", sum + first + "<shutdown failure>\n", errors.New("exit status 3"), "p.Sum.sum 950ms after 2s\np.Words.find text=\"\" failed\np.Words.find text=\"{}\" failed", "p.Sum.sum p.Words.find"},
		{"one takes too long", sum + second, process.SilentError(6 * time.Second), "p.Sum.sum 950ms after 2s\np.Words.find text=\"\"\np.Words.find text=\"{}\": an operation takes longer than 6s: give it a longer -budget, or leave it out with -filter", "p.Sum.sum p.Words.find"},
		{"one that nobody has listed", "# Benchmark: p.Other.other\n" + measured, nil, "p.Sum.sum\np.Words.find text=\"\"\np.Words.find text=\"{}\"", "p.Other.other"},
		{"nothing", "", errors.New("exit status 1"), "p.Sum.sum\np.Words.find text=\"\"\np.Words.find text=\"{}\"", ""},
	} {
		list := readList(printedList, methods)
		begun := strings.Join(readJarOnce(timed(test.printed), list, test.failure), " ")
		if got := told(slices.Concat(list["p.Sum.sum"], list["p.Words.find"])); got != test.want || begun != test.begun {
			t.Errorf("%s:\n%s\nbegun: %s\nwant\n%s\nbegun: %s", test.name, got, begun, test.want, test.begun)
		}
	}
}

// Whatever is printed, no benchmark is there twice, and none has a value with a comma in it.
func FuzzReadList(f *testing.F) {
	f.Add(printedList, "# Benchmark: p.Words.find\n# Parameters: (text = )\nIteration   1: 3 ns/op\n")
	f.Fuzz(func(t *testing.T, text, printed string) {
		listings := readList(text, methods)
		for method, list := range listings {
			for _, l := range list {
				for _, p := range l.parameters {
					if strings.Contains(string(p.Value), ",") {
						t.Errorf("%s: value %q", method, p.Value)
					}
				}
			}
		}
		readJarOnce(timed(printed), listings, process.SilentError(time.Second))
		for method, list := range listings {
			for _, l := range list {
				if l.operation < 0 || l.setup < 0 {
					t.Errorf("%s: %+v", method, l)
				}
			}
		}
	})
}
