package comment

import (
	"errors"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
)

func TestCommentOfAProject(t *testing.T) {
	p := newProject(t)
	p.leaveJobs("cobench-report", map[string]float64{"linux": 1.2, "linux-arm": 1}, same)
	said, err := p.comment(p.ended())
	if comments := p.fake.Comments[12]; err != nil || len(comments) != 1 || !strings.Contains(comments[0].Body, "| slower | `go linux/amd64` | `Count/two_words#01-4` |") {
		t.Fatalf("%v, %s, %+v", err, said, comments)
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
	p.policy.FailOnSlower, p.policy.AcceptLabel, p.policy.Name = true, "fine", "words"
	said, err = p.comment(p.ended())
	comments := p.fake.Comments[12]
	if err != nil || len(comments) != 2 || !strings.HasPrefix(comments[1].Body, "<!-- cobench words -->\n### Benchmarks of words\n") ||
		!strings.Contains(comments[1].Body, "Missing: job `linux-arm`") || strings.Contains(comments[1].Body, "rules of its own") {
		t.Errorf("%v, %s, %+v", err, said, comments)
	}
	if s := p.status(); s.State != "failure" || s.Context != "cobench: words" || !strings.HasPrefix(s.Description, "1 slower; 1 job without results") {
		t.Errorf("%+v", s)
	}
	p.fake.Pulls[1].Labels = append(p.fake.Pulls[1].Labels, struct {
		Name string `json:"name"`
	}{"fine"})
	p.comment(p.ended())
	if s := p.status(); s.State != "success" || !strings.HasPrefix(s.Description, "accepted by label: 1 slower") {
		t.Errorf("%+v", s)
	}
	// A machine that left not even a plan.
	p.run.Conclusion = "failure"
	p.policy = newProject(t).policy
	p.leaveJobs("cobench-report", map[string]float64{"linux": 1}, same)
	p.comment(p.ended())
	if s := p.status(); !strings.Contains(s.Description, "; the run ended with failure") {
		t.Errorf("%+v", s)
	}
}

// An allocation more is told on the pull request, by numbers alone; so is that
// nothing could be decided, where the repository wants to know.
func TestCommentOfAllocationsAndOfNothing(t *testing.T) {
	p := newProject(t)
	p.leaveJobs("cobench-report", map[string]float64{"linux": 1}, func(results string) string {
		side := ""
		var out strings.Builder
		for line := range strings.Lines(results) {
			if s, ok := strings.CutPrefix(line, "side: "); ok {
				side = strings.TrimSpace(s)
			}
			if counts := map[string]string{"base": "0 B/op 0 allocs/op", "head": "16 B/op 1 allocs/op"}[side]; strings.HasPrefix(line, "Benchmark") && strings.Contains(line, "ns/op") {
				line = strings.Replace(strings.TrimSuffix(line, "\n"), " 100 ", " 20000 ", 1) + " " + counts + "\n"
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
	p.policy.FailOnSlower = true
	p.comment(p.ended())
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
		fails, failure     bool
		comments, statuses int
	}{
		{"comments", []string{"POST issues"}, []string{"the job lacks the permission pull-requests: write: there is no comment; the page of the run has all of it"}, false, false, 0, 1},
		{"pull requests", []string{"GET pulls", "POST issues"}, []string{"the job lacks the permission pull-requests: write: there is no comment, and no label is seen"}, false, false, 0, 1},
		{"statuses", []string{"POST statuses"}, []string{"the job lacks the permission statuses: write: there is no status cobench"}, false, false, 1, 0},
		{"both", []string{"POST issues", "POST statuses"}, []string{"statuses: write", "pull-requests: write", "neither comment nor status"}, true, true, 0, 0},
		{"artifacts", []string{"GET actions"}, []string{"the job lacks the permission actions: read, so it cannot read the run's report"}, true, false, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newProject(t)
			p.leaveJobs("cobench-report", map[string]float64{"linux": 1.2}, same)
			p.fake.Withheld = test.withheld
			said, err := p.comment(p.ended())
			failure := errors.As(err, new(pipeline.Failure))
			for _, want := range test.want {
				if strings.Count(said, want) != 1 {
					t.Errorf("want once %q in\n%s", want, said)
				}
			}
			if (err != nil) != test.fails || failure != test.failure || len(p.fake.Comments[12]) != test.comments || len(p.fake.Statuses[headSHA]) != test.statuses {
				t.Errorf("%v; %d comments, want %d; %d statuses, want %d\n%s",
					err, len(p.fake.Comments[12]), test.comments, len(p.fake.Statuses[headSHA]), test.statuses, said)
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
		p := newProject(t)
		p.leaveJobs("cobench-report", map[string]float64{"linux": 1.2}, names("X/[a](https://evil.example)<img/src=x>`|@everyone"))
		if said, err := p.comment(p.ended()); err != nil || len(p.fake.Comments[12]) != 1 {
			t.Fatalf("%v, %s", err, said)
		}
		body := p.fake.Comments[12][0].Body
		if !strings.Contains(body, "`X/%5Ba%5D(https://evil.example)%3Cimg/src=x%3E%60%7C%40everyone-4`") || strings.Contains(body, "@everyone") || strings.Contains(body, "<img") {
			t.Errorf("%s", body)
		}
	})
	ours := pipelinetest.Judged(t)
	for _, test := range []struct {
		name   string
		leave  func(p *pullRequest)
		refuse string
	}{
		{"a long name", func(p *pullRequest) {
			p.leaveJobs("cobench-report", map[string]float64{"linux": 1}, names(strings.Repeat("X", 2000)))
		}, "want a name of 300 bytes at most"},
		{"a machine with a mention", func(p *pullRequest) {
			p.leaveJobs("cobench-report", map[string]float64{"linux": 1}, func(s string) string { return strings.ReplaceAll(s, "AMD EPYC", "@everyone") })
		}, "cpu: "},
		{"another commit", func(p *pullRequest) {
			p.run.HeadSHA = strings.Repeat("d", 40)
			p.fake.Pulls[1].Head.SHA = p.run.HeadSHA
			p.leaveJobs("cobench-report", map[string]float64{"linux": 1}, same)
		}, "its commit is"},
		{"a job of another name", func(p *pullRequest) {
			p.plan = ours
			p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1)})
			p.fake.Artifacts[7] = map[string][]byte{"cobench-report": p.fake.Artifacts[7][artifact.Name]}
		}, "plan pr: want the plan of job"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newProject(t)
			test.leave(p)
			if said, err := p.comment(map[string]any{"workflow_run": p.run}); err != nil || !strings.Contains(said, "refused: ") || !strings.Contains(said, test.refuse) || len(p.fake.Comments) > 0 {
				t.Errorf("%v, %s, want %s", err, said, test.refuse)
			}
			if all := p.fake.Statuses[p.run.HeadSHA]; len(all) != 1 || all[0].State != "error" {
				t.Errorf("%+v", all)
			}
		})
	}
}

// A checkout that has a configuration of its own takes no project's plans.
func TestPlansOfProjectsAreTheirsAlone(t *testing.T) {
	p := newPullRequest(t)
	p.leaveJobs(artifact.Name, map[string]float64{"pr": 1}, same)
	if said, err := p.comment(p.ended()); err != nil || !strings.Contains(said, "refused: plan pr: want the plan pr, with two sides") {
		t.Errorf("%v, %s", err, said)
	}
}
