package foreign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/results"
)

// actionData is github-action-benchmark's data.js, without the assignment.
type actionData struct {
	LastUpdate int64                    `json:"lastUpdate"`
	RepoURL    string                   `json:"repoUrl"`
	Entries    map[string][]actionEntry `json:"entries"`
}

type actionEntry struct {
	Commit struct {
		ID        string      `json:"id"`
		Message   string      `json:"message"`
		Timestamp string      `json:"timestamp"`
		URL       string      `json:"url"`
		Author    actionActor `json:"author"`
		Committer actionActor `json:"committer"`
	} `json:"commit"`
	Date    int64         `json:"date"` // milliseconds
	Tool    string        `json:"tool"`
	Benches []actionBench `json:"benches"`
}

type actionActor struct {
	Name, Username, Email string
}

func (a actionActor) String() string {
	if a.Username != "" {
		return a.Username
	}
	return a.Name
}

type actionBench struct {
	Name  string      `json:"name"`
	Value json.Number `json:"value"`
	Unit  string      `json:"unit"`
	Range any         `json:"range"`
	Extra string      `json:"extra"`
}

// readAction makes one run of each entry of each suite.
func readAction(name string, text []byte) ([]Run, error) {
	if i := bytes.IndexByte(text, '{'); i > 0 { // window.BENCHMARK_DATA = {…}
		text = text[i:]
	}
	d := json.NewDecoder(bytes.NewReader(bytes.TrimRight(text, "; \n\r\t")))
	d.UseNumber()
	var data actionData
	if err := d.Decode(&data); err != nil {
		return nil, fmt.Errorf("%s: %w: want github-action-benchmark's data.js", name, err)
	}
	if len(data.Entries) == 0 {
		return nil, fmt.Errorf("%s: no entries in it: want github-action-benchmark's data.js, JMH's JSON, or what go test -bench prints", name)
	}
	var runs []Run
	for _, suite := range slices.Sorted(maps.Keys(data.Entries)) {
		for i, e := range data.Entries[suite] {
			r, err := e.run(suite, data.RepoURL)
			if err != nil {
				return nil, fmt.Errorf("%s: entries[%q][%d]: %w", name, suite, i, err)
			}
			runs = append(runs, r)
		}
	}
	return runs, nil
}

func (e actionEntry) run(suite, repository string) (Run, error) {
	r := Run{Suite: suite, Commit: e.Commit.ID, Began: time.UnixMilli(e.Date).UTC()}
	r.lacks(lacksSamples)
	if e.Date == 0 {
		r.lacks(lacksDate)
	}
	for _, b := range e.Benches {
		if strings.TrimSpace(b.Name) == "" {
			return r, fmt.Errorf("a benchmark without a name")
		}
		values, err := b.values(e.Tool)
		if err != nil {
			return r, err
		}
		if len(values) > 1 && slices.ContainsFunc(e.Benches, func(x actionBench) bool { return x.Name == b.Name+" - "+values[0].Unit }) {
			continue // each of its values has an entry of its own
		}
		line := &benchfmt.Result{Name: benchfmt.Name(word(b.name())), Iters: b.times(), Values: values}
		for _, c := range []struct{ key, value string }{
			{"suite", suite}, {"tool", e.Tool}, {"repository", repository},
			{"commit-url", e.Commit.URL}, {"commit-date", e.Commit.Timestamp}, {results.CommitMessage, e.Commit.Message},
			{results.CommitAuthor, e.Commit.Author.String()}, {"committer", e.Commit.Committer.String()},
			{"given-name", b.Name}, {"extra", b.Extra},
		} {
			if text := results.OneLine(c.value); text != "" {
				line.SetConfig(c.key, text)
			}
		}
		if b.Range != nil {
			line.SetConfig("range", results.OneLine(fmt.Sprint(b.Range)))
		}
		r.origin(line, runtimeOfTool(e.Tool))
		for _, v := range values {
			r.addUnit(v.Unit, e.Tool)
		}
		r.lines = append(r.lines, line)
		r.Results++
	}
	return r, nil
}

// addUnit says which way a unit is better, where the tool knows it.
func (r *Run) addUnit(unit, tool string) {
	better := "lower"
	switch {
	case tool == "customBiggerIsBetter" || strings.HasPrefix(unit, "ops") || strings.HasPrefix(unit, "iter"):
		better = "higher"
	case tool == "" || strings.Contains(unit, "/s"):
		return
	}
	if !slices.ContainsFunc(r.units, func(u *benchfmt.UnitMetadata) bool { return u.OrigUnit == unit }) {
		r.units = append(r.units, &benchfmt.UnitMetadata{UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: unit, Key: "better"}, OrigUnit: unit, Value: better})
	}
}

func runtimeOfTool(tool string) string {
	switch tool {
	case "":
		return "unknown"
	case "jmh":
		return "jvm"
	}
	return word(tool)
}

var (
	metric = regexp.MustCompile(` - \S+$`) // of the go reader: one unit of several
	times  = regexp.MustCompile(`^([0-9]+) times`)
	procs  = regexp.MustCompile(`(?m)^([0-9]+) procs$`)
)

// values are those of an entry: of the go reader, the unit of the first metric goes on
// with all that stands behind it, as in "ns/op\t  4.000 requests/op".
func (b actionBench) values(tool string) ([]benchfmt.Value, error) {
	value, err := b.Value.Float64()
	if err != nil {
		return nil, fmt.Errorf("%s: value %q: want a number", b.Name, b.Value)
	}
	words := strings.Fields(b.Unit)
	if tool != "go" || len(words)%2 == 0 {
		return []benchfmt.Value{{Value: value, Unit: cmp.Or(word(b.Unit), "value")}}, nil
	}
	values := []benchfmt.Value{{Value: value, Unit: word(words[0])}}
	for i := 1; i < len(words); i += 2 {
		value, err := strconv.ParseFloat(words[i], 64)
		if err != nil || math.IsInf(value, 0) || math.IsNaN(value) {
			return []benchfmt.Value{{Value: values[0].Value, Unit: word(b.Unit)}}, nil
		}
		values = append(values, benchfmt.Value{Value: value, Unit: word(words[i+1])})
	}
	return values, nil
}

// name is the benchmark's own, with GOMAXPROCS as the testing package writes it.
func (b actionBench) name() string {
	name := strings.TrimPrefix(metric.ReplaceAllString(b.Name, ""), "Benchmark")
	if m := procs.FindStringSubmatch(b.Extra); m != nil && m[1] != "1" && !strings.HasSuffix(name, "-"+m[1]) {
		name += "-" + m[1]
	}
	return name
}

func (b actionBench) times() int {
	if m := times.FindStringSubmatch(b.Extra); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil && n > 0 {
			return n
		}
	}
	return 1
}
