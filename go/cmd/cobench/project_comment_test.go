package main

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/plan"
)

// In somebody's own repository there is no bench-config: flags say what is wanted,
// and each machine has a plan of its own.
type projectPipeline struct{ *pipeline }

func newProjectPipeline(t *testing.T) projectPipeline {
	p := projectPipeline{newPull(t)}
	t.Chdir(t.TempDir())
	return p
}

// leaveJobs leaves what each of some machines has measured; a ratio of 0 is nothing.
func (p projectPipeline) leaveJobs(name string, ratios map[string]float64, change func(string) string) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	write := func(file, text string) {
		f, err := w.Create(file)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			p.t.Fatal(err)
		}
	}
	for job, ratio := range ratios {
		made, err := plan.Fit(plan.Finding{
			Project: plan.Project{Folder: "."}, Job: job, Jobs: len(ratios), Budget: time.Minute, Left: time.Minute,
			Runtime: config.Runtime{Name: "go", Kind: config.GoModule, Flags: []string{}},
			Sides:   []plan.Side{{Name: plan.Base, Commit: baseSHA}, {Name: plan.Head, Commit: headSHA}},
		})
		if err != nil {
			p.t.Fatal(err)
		}
		var text strings.Builder
		if err := made.Write(&text); err != nil {
			p.t.Fatal(err)
		}
		write("plans/"+job+".json", text.String())
		if ratio > 0 {
			results := measured(p.t, made, job, ratio)
			results = strings.NewReplacer("profile: pr", "profile: project", "runtime: go\n", "runtime: go\npkg: example.com/words\n", "PingPong/hops=10000/exec=goroutine", "Count/two_words#01").Replace(results)
			write("results/"+job+"/"+job+".txt", change(results))
		}
	}
	if err := w.Close(); err != nil {
		p.t.Fatal(err)
	}
	p.fake.Artifacts[7] = map[string][]byte{name: out.Bytes()}
}

func same(s string) string { return s }

func TestCommentOfAProject(t *testing.T) {
	p := newProjectPipeline(t)
	p.leaveJobs("cobench-report", map[string]float64{"linux": 1.2, "linux-arm": 1}, same)
	said, status := p.comment(p.ended())
	if comments := p.fake.Comments[12]; status != done || len(comments) != 1 || !strings.Contains(comments[0].Body, "| slower | `go linux/amd64` | `Count/two_words#01-4` |") {
		t.Fatalf("%d, %s, %+v", status, said, comments)
	}
	body := p.fake.Comments[12][0].Body
	if strings.Contains(body, "rules of its own") || !strings.Contains(body, "`cobench bench -base aaaaaaaaaaaa -head bbbbbbbbbbbb`") || !strings.Contains(body, "False alarms: 1 % of reports") {
		t.Errorf("%s", body)
	}
	if s := p.status(); s.State != "success" || s.Context != "cobench" {
		t.Errorf("%+v", s)
	}
	// The repository wants it to fail, and one machine has left nothing.
	p.leaveJobs("cobench-report-words", map[string]float64{"linux": 1.2, "linux-arm": 0}, same)
	said, status = p.comment(p.ended(), "-fail-on", "slower", "-accept-label", "fine", "-name", "words")
	comments := p.fake.Comments[12]
	if status != done || len(comments) != 2 || !strings.HasPrefix(comments[1].Body, "<!-- cobench words -->\n### Benchmarks of words\n") ||
		!strings.Contains(comments[1].Body, "Missing: job `linux-arm`") || strings.Contains(comments[1].Body, "rules of its own") {
		t.Errorf("%d, %s, %+v", status, said, comments)
	}
	if s := p.status(); s.State != "failure" || s.Context != "cobench: words" || !strings.HasPrefix(s.Description, "1 slower; 1 job without results") {
		t.Errorf("%+v", s)
	}
	p.fake.Pulls[1].Labels = append(p.fake.Pulls[1].Labels, struct {
		Name string `json:"name"`
	}{"fine"})
	p.comment(p.ended(), "-fail-on", "slower", "-accept-label", "fine", "-name", "words")
	if s := p.status(); s.State != "success" || !strings.HasPrefix(s.Description, "accepted by label: 1 slower") {
		t.Errorf("%+v", s)
	}
	// A machine that left not even a plan.
	p.run.Conclusion = "failure"
	p.leaveJobs("cobench-report", map[string]float64{"linux": 1}, same)
	p.comment(p.ended())
	if s := p.status(); !strings.Contains(s.Description, "; the run ended with failure") {
		t.Errorf("%+v", s)
	}
}

// An allocation more is told on the pull request, by numbers alone; so is that
// nothing could be decided, where the repository wants to know.
func TestCommentOfAllocationsAndOfNothing(t *testing.T) {
	p := newProjectPipeline(t)
	p.leaveJobs("cobench-report", map[string]float64{"linux": 1}, func(results string) string {
		side := ""
		var out strings.Builder
		for line := range strings.Lines(results) {
			if s, ok := strings.CutPrefix(line, "side: "); ok {
				side = strings.TrimSpace(s)
			}
			if counts := map[string]string{"base": "0 B/op 0 allocs/op", "head": "16 B/op 1 allocs/op"}[side]; strings.HasPrefix(line, "Benchmark") && strings.Contains(line, "ns/op") {
				line = strings.TrimSuffix(line, "\n") + " " + counts + "\n"
			}
			out.WriteString(line)
		}
		return out.String()
	})
	p.comment(p.ended())
	if comments := p.fake.Comments[12]; len(comments) != 1 || !strings.Contains(comments[0].Body, "**1 with more allocations**") ||
		!strings.Contains(strings.ReplaceAll(comments[0].Body, "\u00a0", " "), "more allocations: 0 → 1 allocs/op, 0 → 16 B/op") {
		t.Errorf("%+v", comments)
	}
	p.leaveJobs("cobench-report", map[string]float64{"linux": 1}, func(results string) string {
		rounds, _, _ := strings.Cut(results, "round: 4\n")
		return rounds[:strings.LastIndex(rounds, "side: ")]
	})
	p.comment(p.ended(), "-fail-on", "slower")
	if s := p.status(); s.State != "error" || !strings.HasPrefix(s.Description, "nothing was decided; 1 measured too little") {
		t.Errorf("%+v", s)
	}
}

// What a job may not do it tells in one line, and does all else.
func TestPermissionsThatAreMissing(t *testing.T) {
	for _, test := range []struct {
		name               string
		withheld           []string
		want               []string
		status             int
		comments, statuses int
	}{
		{"comments", []string{"POST issues"}, []string{"the job lacks the permission pull-requests: write: there is no comment; the page of the run has all of it"}, done, 0, 1},
		{"pull requests", []string{"GET pulls", "POST issues"}, []string{"the job lacks the permission pull-requests: write: there is no comment, and no label is seen"}, done, 0, 1},
		{"statuses", []string{"POST statuses"}, []string{"the job lacks the permission statuses: write: there is no status cobench"}, done, 1, 0},
		{"both", []string{"POST issues", "POST statuses"}, []string{"statuses: write", "pull-requests: write", "nothing could be said"}, failed, 0, 0},
		{"artifacts", []string{"GET actions"}, []string{"the job lacks the permission actions: read, without which the run's report can't be had"}, wrong, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newProjectPipeline(t)
			p.leaveJobs("cobench-report", map[string]float64{"linux": 1.2}, same)
			p.fake.Withheld = test.withheld
			said, status := p.comment(p.ended())
			for _, want := range test.want {
				if strings.Count(said, want) != 1 {
					t.Errorf("want once %q in\n%s", want, said)
				}
			}
			if status != test.status || len(p.fake.Comments[12]) != test.comments || len(p.fake.Statuses[headSHA]) != test.statuses {
				t.Errorf("status %d, want %d; %d comments, want %d; %d statuses, want %d\n%s",
					status, test.status, len(p.fake.Comments[12]), test.comments, len(p.fake.Statuses[headSHA]), test.statuses, said)
			}
		})
	}
}

// A project's names may be anything; nothing of them is more than a name.
func TestHostileArtifactsOfProjects(t *testing.T) {
	names := func(name string) func(string) string {
		return func(s string) string { return strings.ReplaceAll(s, "Count/two_words#01", name) }
	}
	t.Run("any name", func(t *testing.T) {
		p := newProjectPipeline(t)
		p.leaveJobs("cobench-report", map[string]float64{"linux": 1.2}, names("X/[a](https://evil.example)<img/src=x>`|@everyone"))
		if said, status := p.comment(p.ended()); status != done || len(p.fake.Comments[12]) != 1 {
			t.Fatalf("%d, %s", status, said)
		}
		body := p.fake.Comments[12][0].Body
		if !strings.Contains(body, "`X/%5Ba%5D(https://evil.example)%3Cimg/src=x%3E%60%7C%40everyone-4`") || strings.Contains(body, "@everyone") || strings.Contains(body, "<img") {
			t.Errorf("%s", body)
		}
	})
	ours := judgedPlan(t)
	for _, test := range []struct {
		name   string
		leave  func(p projectPipeline)
		refuse string
	}{
		{"a long name", func(p projectPipeline) {
			p.leaveJobs("cobench-report", map[string]float64{"linux": 1}, names(strings.Repeat("X", 2000)))
		}, "want a name of 300 bytes at most"},
		{"a machine with a mention", func(p projectPipeline) {
			p.leaveJobs("cobench-report", map[string]float64{"linux": 1}, func(s string) string { return strings.ReplaceAll(s, "AMD EPYC", "@everyone") })
		}, "cpu: "},
		{"another commit", func(p projectPipeline) {
			p.run.HeadSHA = strings.Repeat("d", 40)
			p.fake.Pulls[1].Head.SHA = p.run.HeadSHA
			p.leaveJobs("cobench-report", map[string]float64{"linux": 1}, same)
		}, "it is of commit"},
		{"a job of another name", func(p projectPipeline) {
			p.plan = ours
			p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1)})
			p.fake.Artifacts[7] = map[string][]byte{"cobench-report": p.fake.Artifacts[7][artifact.Name]}
		}, "plan pr: want one of a project"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newProjectPipeline(t)
			test.leave(p)
			if said, status := p.comment(map[string]any{"workflow_run": p.run}); status != done || !strings.Contains(said, "refused: ") || !strings.Contains(said, test.refuse) || len(p.fake.Comments) > 0 {
				t.Errorf("%d, %s, want %s", status, said, test.refuse)
			}
			if all := p.fake.Statuses[p.run.HeadSHA]; len(all) != 1 || all[0].State != "error" {
				t.Errorf("%+v", all)
			}
		})
	}
}

// A checkout has its own configuration, and no project's plans.
func TestFlagsOfProjectsAreTheirsAlone(t *testing.T) {
	p := newPipeline(t)
	p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1)})
	if said, status := p.comment(p.ended(), "-fail-on", "slower"); status != wrong || !strings.Contains(said, "comment: -fail-on: bench-config/profiles.yaml says it here") {
		t.Errorf("%d, %s", status, said)
	}
	of := projectPipeline{newPipeline(t)}
	of.leaveJobs(artifact.Name, map[string]float64{"pr": 1}, same)
	if said, status := of.comment(of.ended()); status != done || !strings.Contains(said, "refused: plan pr: want one plan, pr, of two sides") {
		t.Errorf("%d, %s", status, said)
	}
	t.Chdir(t.TempDir())
	for _, flags := range [][]string{{"-fail-on", "faster"}, {"-name", "../x"}} {
		if said, status := p.comment(p.ended(), flags...); status != wrong || !strings.Contains(said, strings.Join(flags[:1], " ")) {
			t.Errorf("%d, %s", status, said)
		}
	}
}
