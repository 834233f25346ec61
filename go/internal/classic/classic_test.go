package classic_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/classic"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/publish"
)

func commit(n int) string { return fmt.Sprintf("%040x", n) }

var began = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// add puts a job's results into a history: so many nanoseconds on a machine of
// a speed, which the ruler shows.
func add(t *testing.T, root string, kind history.Kind, n int, cpu string, ns, speed float64, withRuler bool) {
	t.Helper()
	addAs(t, root, kind, n, began.Add(time.Duration(n)*time.Hour), fmt.Sprint(100+n), cpu, ns, speed, withRuler)
}

// addAs is add of a run at a time.
func addAs(t *testing.T, root string, kind history.Kind, n int, date time.Time, run, cpu string, ns, speed float64, withRuler bool) {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "cpu: %s\ncores: 4\nruntime: go\nside: head\ncommit: %040x\ndate: %s\n", cpu, n, date.Format(time.RFC3339))
	if withRuler {
		fmt.Fprintf(&text, "ruler: 1\nruler-times: arithmetic=%[1]g,%[1]g,%[1]g memory=%[1]g,%[1]g,%[1]g channels=%[1]g,%[1]g,%[1]g\n", 2e-9/speed)
	}
	for _, part := range []float64{0.97, 0.98, 0.99, 1, 1.01, 1.02, 1.03} {
		fmt.Fprintf(&text, "BenchmarkPingPong/hops=5/exec=goroutine-4 1 %g ns/op\n", ns/speed*part)
		fmt.Fprintf(&text, "BenchmarkTimer/exec=goroutine-4 1 5 ns/op\n")
	}
	if _, err := history.Add(root, history.New(kind, date, commit(n), run, "hotspot"), []byte(text.String())); err != nil {
		t.Fatal(err)
	}
}

// read is what the command reads.
func read(root string, order history.Order) ([]publish.Trend, []string, error) {
	commits := map[string]publish.Commit{}
	for hash, at := range order {
		commits[hash] = publish.Commit{Time: at}
	}
	all, _, err := publish.ReadTrends(root, []string{"PingPong"}, commits)
	ruled, without := classic.Ruled(all)
	return ruled, without, err
}

// Whatever a machine's speed on a day, the ratio to the ruler stays; each CPU
// model has a suite; what is not of the default branch has none.
func TestSuites(t *testing.T) {
	root := t.TempDir()
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 20 {
		add(t, root, history.Main, n, "A (R) CPU", 300*(1+0.02*rnd.NormFloat64()), 1+rnd.Float64(), true)
	}
	add(t, root, history.Main, 21, "B", 500, 1, true)
	add(t, root, history.Manual, 22, "A (R) CPU", 9999, 1, true)
	add(t, root, history.Main, 23, "C", 500, 1, false)
	series, notes, err := read(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(notes) != 1 || !strings.Contains(notes[0], commit(23)) {
		t.Errorf("notes %q", notes)
	}
	if len(series) != 2 || len(series[0].Points) != 20 || series[0].Benchmark != "PingPong/hops=5/exec=goroutine" {
		t.Fatalf("%+v", series)
	}
	for _, v := range series[0].Points {
		if v.Value < 130 || v.Value > 170 {
			t.Errorf("ratio %v, want about 150 on any day", v.Value)
		}
	}
	page := classic.Page{}
	for n := range 19 {
		page["A (R) CPU, ruler 1"] = append(page["A (R) CPU, ruler 1"], commit(n))
	}
	suites, late, err := classic.Left(series, page, nil, 9)
	if err != nil || len(suites) != 2 || len(late) > 0 || suites[0].Commit != commit(19) || suites[1].Commit != commit(21) {
		t.Fatalf("%+v, %v, want commit 19 on A and 21 on B", suites, err)
	}
	var points []struct {
		Name, Unit, Range string
		Value             float64
	}
	if err := json.Unmarshal(suites[0].Points, &points); err != nil || len(points) != 1 {
		t.Fatalf("%s, %v", suites[0].Points, err)
	}
	if points[0].Name != "PingPong/hops=5/exec=goroutine go" || points[0].Unit != "times the ruler" || points[0].Range != "± 3.0 %" {
		t.Errorf("%+v", points[0])
	}
	var percent float64
	if _, err := fmt.Sscanf(suites[0].Threshold, "%f%%", &percent); err != nil || percent < 110 || percent > 125 || suites[0].File != "a-r-cpu-ruler-1-"+commit(19)+".json" {
		t.Errorf("%+v: want five steps of 2 to 4 %%", suites[0])
	}
	if suites[1].Name != "B, ruler 1" || suites[1].Threshold != "200%" {
		t.Errorf("without a history: %+v", suites[1])
	}
	if _, _, err := read(root+"/none", nil); err == nil {
		t.Error("a history that is not there is an empty one")
	}
}

// A commit that a night measured later than those after it stands where it
// belongs, and the classic page, which knows no such place, is not told of it.
func TestACommitMeasuredLate(t *testing.T) {
	root := t.TempDir()
	order := history.Order{}
	for n := range 40 {
		ns := 300 * (1 + 0.001*float64(n%3))
		if n >= 20 {
			ns *= 1.2
		}
		order[commit(n)] = began.Add(time.Duration(n) * time.Minute)
		if n != 10 {
			add(t, root, history.Main, n, "A", ns, 1, true)
		}
	}
	// What follows was measured two days later, in the run that measured commit 39 again.
	late := began.Add(48 * time.Hour)
	for _, n := range []int{10, 39} {
		addAs(t, root, history.Main, n, late, "900", "A", 300*(1+0.2*float64(n/39)), 1, true)
	}
	series, _, err := read(root, order)
	if err != nil || len(series) != 1 {
		t.Fatalf("%+v, %v", series, err)
	}
	for i, v := range series[0].Points {
		if want := commit(min(i, 39)); v.Commit != want {
			t.Errorf("place %d has commit %s, want %s", i, v.Commit, want)
		}
	}
	rises := classic.Rises(series, 0.05)
	if len(rises) != 1 || rises[0].From != commit(19) || rises[0].To != commit(20) {
		t.Errorf("%+v: want a rise at commit 20", rises)
	}
	page := classic.Page{"A, ruler 1": {commit(9), commit(11), commit(38)}}
	suites, skipped, err := classic.Left(series, page, order, 9)
	if err != nil || len(suites) != 1 || suites[0].Commit != commit(39) {
		t.Fatalf("%+v, %v: want commit 39 alone", suites, err)
	}
	if len(skipped) != 1 || skipped[0] != (classic.Late{Suite: "A, ruler 1", Commits: 36}) {
		t.Errorf("%+v: want the 36 others before commit 38", skipped)
	}
	// It was measured twice: the page gets what was measured first.
	if text := string(suites[0].Points); strings.Count(text, `"value"`) != 1 || !strings.Contains(text, commit(39)) || !strings.Contains(text, "value\": 179.9") {
		t.Errorf("%s: want one value, about 180", text)
	}
	// By date it comes last.
	byDate, _, err := read(root, nil)
	if err != nil || byDate[0].Points[39].Commit != commit(10) {
		t.Errorf("%v: by date commit 10 does not come last", err)
	}
}

// What earlier runs left is taken, in the order of git, so much at a time, until
// there is nothing left; what was measured on two machines goes to each one's
// suite.
func TestThePageCatchesUp(t *testing.T) {
	root := t.TempDir()
	order := history.Order{}
	for n := range 12 {
		order[commit(n)] = began.Add(time.Duration(n) * time.Minute)
		// Measured the other way round.
		addAs(t, root, history.Main, n, began.Add(time.Duration(100-n)*time.Hour), fmt.Sprint(100-n), []string{"A", "B"}[n%2], 300, 1, true)
	}
	addAs(t, root, history.Main, 99, began, "7", "A", 300, 1, true) // a commit that the branch was rewritten without
	series, _, err := read(root, order)
	if err != nil {
		t.Fatal(err)
	}
	page := classic.Page{"A, ruler 1": {commit(0), commit(2)}, "C, ruler 1": {commit(5)}}
	var took []string
	for range 9 {
		suites, late, err := classic.Left(series, page, order, 3)
		if err != nil || len(late) > 0 {
			t.Fatal(late, err)
		}
		if len(suites) > 3 {
			t.Errorf("%d at a time", len(suites))
		}
		for _, s := range suites {
			took = append(took, s.Name[:1]+strings.TrimLeft(s.Commit, "0"))
			page[s.Name] = append(page[s.Name], s.Commit)
		}
	}
	if got := strings.Join(took, " "); got != "B1 B3 A4 B5 A6 B7 A8 B9 Aa Bb" {
		t.Errorf("took %s", got)
	}
}

// The page is read as github-action-benchmark writes it, and nothing else is
// taken for a page without commits.
func TestReadPage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data.js")
	if page, err := classic.ReadPage(file); err != nil || len(page) != 0 {
		t.Errorf("%v, %v: there is none", page, err)
	}
	written, err := os.ReadFile("testdata/data.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, text, want, err string }{
		{"as it is written", string(written), "map[A, ruler 1:[0000000000000000000000000000000000000007 0000000000000000000000000000000000000008]]", ""},
		{"empty", "", "", "want what github-action-benchmark writes"},
		{"something else", "window.DATA = {}", "", "want what github-action-benchmark writes"},
		{"cut off", string(written[:len(written)/2]), "", "unexpected end"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := os.WriteFile(file, []byte(test.text), 0o666); err != nil {
				t.Fatal(err)
			}
			page, err := classic.ReadPage(file)
			switch {
			case test.err == "" && (err != nil || fmt.Sprint(page) != test.want):
				t.Errorf("%v, %v, want %s", page, err, test.want)
			case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
				t.Errorf("%v, want %s", err, test.err)
			}
		})
	}
}
