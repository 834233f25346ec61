package comment

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
)

// has makes the fake know a file of the head's commit.
func (p *pullRequest) has(file, text string) {
	p.t.Helper()
	answer, err := json.Marshal(map[string]string{"encoding": "base64", "content": base64.StdEncoding.EncodeToString([]byte(text))})
	if err != nil {
		p.t.Fatal(err)
	}
	if p.fake.Settings == nil {
		p.fake.Settings = map[string]string{}
	}
	p.fake.Settings["contents/"+file] = string(answer)
}

func function(name, file string, line int, head float64, diff bool) string {
	return fmt.Sprintf(`{"name": %q, "file": %q, "line": %d, "base": 10, "head": %g, "inDiff": %v}`, name, file, line, head, diff)
}

const take = `{"name": "a.com/b/pingpong.take", "file": "go/take.go", "line": 9, "base": 10, "head": 40, "inDiff": true}`

// The check has a warning at the line of the function that got slower, what the
// comment says, and the conclusion of the commit status.
func TestCheck(t *testing.T) {
	p := newPullRequest(t)
	p.has("go/take.go", strings.Repeat("line\n", 9))
	p.profiled(take + "," + function("a.com/b/pingpong.other", "go/other.go", 3, 90, false))
	if said, err := p.comment(p.ended()); err != nil || len(p.fake.Checks) != 1 || !strings.Contains(said, "check cobench-lines: neutral, with 1 line marked") {
		t.Fatalf("%v, %s, %+v", err, said, p.fake.Checks)
	}
	c := p.fake.Checks[0]
	if c.Name != "cobench-lines" || c.Commit != headSHA || c.Conclusion != "neutral" || c.Details != p.run.HTML || !strings.HasPrefix(c.Output.Title, "1 slower; 1 unchanged") ||
		!strings.Contains(c.Output.Summary, "**1 slower**") || strings.Contains(c.Output.Summary, "<!--") {
		t.Errorf("%+v", c)
	}
	want := forge.Annotation{Path: "go/take.go", Start: 9, End: 9, Level: "warning", Title: "slower: pingpong.take"}
	if len(c.Output.Annotations) != 1 {
		t.Fatalf("%+v", c.Output.Annotations)
	}
	got := c.Output.Annotations[0]
	if !strings.HasPrefix(got.Message, "PingPong/hops=10000/exec=goroutine-4: +19.9 % (") || !strings.HasSuffix(got.Message, "Of an operation this function takes 10.0 ns → 40.0 ns (+30.0 ns). It is in the diff.") {
		t.Errorf("%q", got.Message)
	}
	if got.Message = ""; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	// The same again is said already; what the repository decides is not.
	if said, err := p.comment(p.ended()); err != nil || len(p.fake.Checks) != 1 || !strings.Contains(said, "the check of "+headSHA+" is up to date") {
		t.Errorf("%v, %s, %+v", err, said, p.fake.Checks)
	}
	p.policy.FailOnSlower = true
	if said, err := p.comment(p.ended()); err != nil || len(p.fake.Checks) != 2 || p.fake.Checks[1].Conclusion != "failure" {
		t.Errorf("%v, %s, %+v", err, said, p.fake.Checks)
	}
	p.left(1)
	if said, err := p.comment(p.ended()); err != nil || len(p.fake.Checks) != 3 || p.fake.Checks[2].Conclusion != "success" || len(p.fake.Checks[2].Output.Annotations) > 0 {
		t.Errorf("%v, %s, %+v", err, said, p.fake.Checks)
	}
}

// Without a profile there is a check and no line; of a refused artifact it says why.
func TestCheckWithoutLines(t *testing.T) {
	p := newPullRequest(t)
	p.left(1.2)
	if said, err := p.comment(p.ended()); err != nil || len(p.fake.Checks) != 1 || p.fake.Checks[0].Conclusion != "neutral" || len(p.fake.Checks[0].Output.Annotations) > 0 {
		t.Errorf("%v, %s, %+v", err, said, p.fake.Checks)
	}
	p = newPullRequest(t)
	p.fake.Artifacts[7] = map[string][]byte{"report": []byte("no zip")}
	if said, err := p.comment(p.ended()); err != nil || len(p.fake.Checks) != 1 || p.fake.Checks[0].Conclusion != "failure" || !strings.Contains(p.fake.Checks[0].Output.Summary, "none that cobench makes") {
		t.Errorf("%v, %s, %+v", err, said, p.fake.Checks)
	}
}

// A stranger's profile marks no line but of files of its commit.
func TestLinesOfStrangers(t *testing.T) {
	for _, test := range []struct {
		name, functions string
		marked          int
		refused         bool
	}{
		{"a file that is not there", function("x.f", "go/none.go", 3, 40, true), 0, false},
		{"a line behind the end", function("x.f", "go/take.go", 10, 40, true), 0, false},
		{"the last line", function("x.f", "go/take.go", 9, 40, true), 1, false},
		{"a folder", function("x.f", "go", 1, 40, true), 0, false},
		{"a way up", function("x.f", "../../take.go", 1, 40, true), 0, true},
		{"the root", function("x.f", "/etc/passwd", 1, 40, true), 0, true},
		{"no line", function("x.f", "go/take.go", -1, 40, true), 0, true},
		{"a query", function("x.f", "go/take.go?ref=main", 1, 40, true), 0, false},
		{"markup and a mention", function("[x](https://evil.example) <b> @everyone", "go/take.go", 9, 40, true), 1, false},
		{"five at once", strings.TrimSuffix(strings.Repeat(take+",", 5), ","), 1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPullRequest(t)
			p.has("go/take.go", strings.Repeat("line\n", 8)+"the last")
			p.fake.Settings["contents/go"] = `[{"name": "take.go"}]`
			p.profiled(test.functions)
			said, err := p.comment(p.ended())
			if err != nil || len(p.fake.Checks) != 1 {
				t.Fatalf("%v, %s, %+v", err, said, p.fake.Checks)
			}
			c := p.fake.Checks[0]
			if len(c.Output.Annotations) != test.marked || strings.Contains(said, "refused: ") != test.refused {
				t.Errorf("%+v\n%s", c.Output.Annotations, said)
			}
			for _, a := range c.Output.Annotations {
				if a.Path != "go/take.go" || a.Start != 9 || strings.ContainsAny(a.Title+a.Message, "@\x1b") || strings.Contains(a.Title+a.Message, "https://") {
					t.Errorf("%+v", a)
				}
			}
		})
	}
}

// GitHub takes fifty of a request.
func TestMostLines(t *testing.T) {
	p := newPullRequest(t)
	p.has("go/take.go", strings.Repeat("line\n", 1000))
	var rows []string
	for i := range 20 {
		var functions []string
		for j := range 5 {
			functions = append(functions, function("x.f", "go/take.go", 1+5*i+j, 40+float64(j), true))
		}
		rows = append(rows, fmt.Sprintf(`{"runtime": "go", "benchmark": "PingPong/hops=%d/exec=goroutine-4", "unit": "ns/op", "functions": [%s]}`, 10000+i, strings.Join(functions, ",")))
	}
	results := measured(t, p.plan, x86Job, 1.2)
	var many strings.Builder
	for line := range strings.Lines(results) {
		many.WriteString(line)
		for i := 1; i < 20 && strings.HasPrefix(line, "Benchmark"); i++ {
			many.WriteString(strings.Replace(line, "hops=10000", fmt.Sprintf("hops=%d", 10000+i), 1))
		}
	}
	var text strings.Builder
	if err := p.plan.Write(&text); err != nil {
		t.Fatal(err)
	}
	p.fake.Artifacts[7] = map[string][]byte{"report": pipelinetest.Zip(t, map[string]string{
		"plans/pr.json": text.String(), "results/pr/" + x86Job + ".txt": many.String(), "results/pr/" + armJob + ".txt": measured(t, p.plan, armJob, 1),
		"why/pr/" + x86Job + ".json": `{"rows": [` + strings.Join(rows, ",") + `]}`,
	})}
	if said, err := p.comment(p.ended()); err != nil || len(p.fake.Checks) != 1 || len(p.fake.Checks[0].Output.Annotations) != forge.MostAnnotations {
		t.Errorf("%v, %s, %+v", err, said, p.fake.Checks)
	}
}

// The suite's own job is granted what it needs and no more, by GitHub's table; one that
// is granted less says in one line what to add, and does all else.
func TestPermissionsOfTheJob(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(pipelinetest.Checkout(t), ".github/workflows/comment.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		Jobs map[string]struct{ Permissions map[string]string }
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		t.Fatal(err)
	}
	granted := workflow.Jobs["comment"].Permissions
	for without, want := range map[string]string{
		"": "", "actions": "lacks the permission actions: read", "contents": "lacks the permission contents: read", "pull-requests": "lacks the permission pull-requests: write",
		"statuses": "lacks the permission statuses: write", "checks": "add checks: write to the job's permissions",
	} {
		t.Run("without "+without, func(t *testing.T) {
			p := newPullRequest(t)
			p.has("go/take.go", strings.Repeat("line\n", 9))
			p.profiled(take)
			p.fake.Granted = map[string]string{}
			for name, level := range granted {
				if name != without {
					p.fake.Granted[name] = level
				}
			}
			said, err := p.comment(p.ended())
			if want == "" {
				if err != nil || strings.Contains(said, "lacks") || len(p.fake.Checks) != 1 || len(p.fake.Checks[0].Output.Annotations) != 1 || len(p.fake.Comments[12]) != 1 || p.status().State == "" {
					t.Errorf("%v, %s", err, said)
				}
				return
			}
			if strings.Count(said, want) != 1 {
				t.Errorf("want once %q in\n%s", want, said)
			}
			if comments := len(p.fake.Comments[12]); without == "checks" && (err != nil || comments != 1 || p.status().State != "success") {
				t.Errorf("%v: %d comments, %+v\n%s", err, comments, p.status(), said)
			}
		})
	}
}
