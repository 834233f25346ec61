package comment

import (
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
	"github.com/cobench/cobench/go/internal/plan"
)

// left leaves what both jobs measured, head taking so many times as long as base.
func (p *pullRequest) left(ratio float64) {
	p.leave(map[string]string{x86Job: measured(p.t, p.plan, x86Job, ratio), armJob: measured(p.t, p.plan, armJob, 1)})
}

// A stranger's first run waits for somebody who approves it, and is no failure.
func TestApprovalIsWaitedFor(t *testing.T) {
	p := newPullRequest(t)
	p.run.Conclusion = "action_required"
	p.fake.WorkRuns = []forge.Run{p.run}
	labelled := map[string]any{"action": "labeled", "pull_request": p.fake.Pulls[1]}
	for _, event := range []any{p.ended(), labelled} {
		if said, err := p.comment(event); err != nil || len(p.fake.Statuses) > 0 || len(p.fake.Comments) > 0 {
			t.Errorf("%v, %s; %+v, %+v: want nothing said", err, said, p.fake.Statuses, p.fake.Comments)
		}
	}
	p.run.Conclusion = "success"
	p.fake.WorkRuns = []forge.Run{p.run}
	p.left(1.2)
	if said, err := p.comment(p.ended()); err != nil || len(p.fake.Comments[12]) != 1 {
		t.Errorf("approved: %v, %s", err, said)
	}
}

// The newest run of a head speaks for it, whichever ends last.
func TestTheNewestRunSpeaks(t *testing.T) {
	for _, test := range []struct {
		name   string
		later  func(*forge.Run)
		silent bool
	}{
		{"a later run", func(r *forge.Run) { r.ID = 9 }, true},
		{"a later attempt", func(r *forge.Run) { r.Attempt = 2 }, true},
		{"an earlier run", func(r *forge.Run) { r.ID = 5 }, false},
		{"one under way", func(r *forge.Run) { r.ID, r.Status, r.Conclusion = 9, "in_progress", "" }, false},
		{"one that waits for approval", func(r *forge.Run) { r.ID, r.Conclusion = 9, "action_required" }, false},
		{"of another fork", func(r *forge.Run) { r.ID, r.Head.FullName = 9, "other/bench" }, false},
		{"of another commit", func(r *forge.Run) { r.ID, r.HeadSHA = 9, strings.Repeat("c", 40) }, false},
		{"of another event", func(r *forge.Run) { r.ID, r.Event = 9, "push" }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPullRequest(t)
			p.run.Attempt = 1
			other := p.run
			test.later(&other)
			p.fake.WorkRuns = []forge.Run{p.run, other}
			p.left(1.2)
			said, err := p.comment(p.ended())
			if silent := len(p.fake.Statuses) == 0; err != nil || silent != test.silent || silent != strings.Contains(said, "left to that run") {
				t.Errorf("%v, %s; %+v", err, said, p.fake.Statuses)
			}
		})
	}
}

// By a label the pull request's own run is looked at, not another fork's of the
// same commit.
func TestAnotherForksRunSaysNothing(t *testing.T) {
	p := newPullRequest(t)
	p.policy.FailOnSlower = true
	p.left(1.2)
	other := p.run
	other.ID, other.Head.FullName = 9, "accomplice/bench"
	p.fake.WorkRuns = []forge.Run{other, p.run}
	red := p.fake.Artifacts[7]
	p.left(1)
	p.fake.Artifacts[9], p.fake.Artifacts[7] = p.fake.Artifacts[7], red
	if said, err := p.comment(map[string]any{"action": "labeled", "pull_request": p.fake.Pulls[1]}); err != nil || p.status().State != "failure" {
		t.Errorf("%v, %s, %+v, want the failure of its own run", err, said, p.status())
	}
}

// What a pull request decides about its own verdicts never passes in silence.
func TestDoubts(t *testing.T) {
	loosen := func(change func(*plan.Plan)) func(*pullRequest) {
		return func(p *pullRequest) { change(&p.plan) }
	}
	for _, test := range []struct {
		name            string
		change          func(*pullRequest)
		status, comment string
	}{
		{"a minimum effect", loosen(func(p *plan.Plan) { p.MinimumEffect, p.Judging.Aim, p.Judging.Coarse = 0.9, 0.95, 0.96 }), "judged by rules of its own",
			"judged by rules of its own: `minimum-effect=0.9 aim=0.95 coarse=0.96`, where the default branch has `minimum-effect=0.02 aim=0.05 coarse=0.1`."},
		{"an alpha", loosen(func(p *plan.Plan) { p.Alpha = 1e-7 }), "judged by rules of its own", "`alpha=1e-07`, where the default branch has `alpha=0.01`."},
		{"a power", loosen(func(p *plan.Plan) { p.Judging.Power = 0.51 }), "judged by rules of its own", "`power=0.51`, where the default branch has `power=0.95`"},
		{"looks", loosen(func(p *plan.Plan) { p.Judging.Looks = []int{12} }), "judged by rules of its own", "`looks=6,12`"},
		{"another base", func(p *pullRequest) { p.fake.Base = strings.Repeat("e", 40) }, "not compared with the merge base", "the merge base is `" + strings.Repeat("e", 40) + "`"},
		{"a base that GitHub doesn't know", func(p *pullRequest) { p.fake.Base = "" }, "its base could not be checked", "GitHub knows none"},
		{"no right to ask", func(p *pullRequest) { p.fake.Withheld = []string{"GET compare"} }, "its base could not be checked", "lacks the permission `contents: read`"},
	} {
		for _, gate := range []bool{false, true} {
			t.Run(test.name, func(t *testing.T) {
				p := newPullRequest(t)
				p.plan.Judging = new(*p.plan.Judging)
				test.change(p)
				if gate {
					p.policy.FailOnSlower = true
				}
				p.left(1)
				said, err := p.comment(p.ended())
				want := map[bool]string{false: "success", true: "error"}[gate]
				if s := p.status(); err != nil || s.State != want || !strings.Contains(s.Description, test.status) {
					t.Errorf("%v, %s, %+v, want %s, and %s", err, said, s, want, test.status)
				}
				if all := p.fake.Comments[12]; len(all) != 1 || !strings.Contains(all[0].Body, test.comment) {
					t.Errorf("%+v, want %s", all, test.comment)
				}
				// Somebody with the right to set the label may accept it.
				if gate {
					p.fake.Pulls[1].Labels = append(p.fake.Pulls[1].Labels, struct {
						Name string `json:"name"`
					}{"slower is fine"})
					if p.comment(p.ended()); p.status().State != "success" || !strings.HasPrefix(p.status().Description, "accepted by label: ") {
						t.Errorf("%+v, want it accepted", p.status())
					}
				}
			})
		}
	}
}

// Of the jobs that share a project's false alarms one may have left nothing at all.
func TestJobsThatLeaveNothing(t *testing.T) {
	p := newProject(t)
	p.leaveJobs("cobench-report", map[string]float64{"linux": 1, "linux-arm": 1}, same)
	p.fake.Artifacts[7]["cobench-report"] = without(t, p.fake.Artifacts[7]["cobench-report"], "linux-arm")
	p.policy.FailOnSlower = true
	said, err := p.comment(p.ended())
	if s := p.status(); err != nil || s.State != "error" || !strings.Contains(s.Description, "1 job left nothing") || len(p.fake.Comments[12]) != 1 {
		t.Errorf("%v, %s, %+v, %+v", err, said, s, p.fake.Comments[12])
	}
}

// What stands in the comment tells nobody to do anything.
func TestNoSentenceInTheComment(t *testing.T) {
	p := newPullRequest(t)
	with := func(s string) string {
		return strings.NewReplacer("AMD EPYC 7763 64-Core Processor", "Free coins at evil.example 7763",
			"side: base\n", "toolchain: call us now 1.26.8\nside: base\n", "side: head\n", "toolchain: go1.26.9\nside: head\n").Replace(s)
	}
	head := with(measured(t, p.plan, x86Job, 1.2))
	p.leave(map[string]string{x86Job: head, armJob: measured(t, p.plan, armJob, 1)})
	if said, err := p.comment(p.ended()); err != nil || len(p.fake.Comments[12]) != 1 {
		t.Fatalf("%v, %s", err, said)
	}
	body := p.fake.Comments[12][0].Body
	for _, word := range []string{"Free", "coins", "evil", "example", "call", "now"} {
		if strings.Contains(body, word) {
			t.Errorf("%q is in\n%s", word, body)
		}
	}
	for _, want := range []string{"7763", "Neoverse-N2", " 1.26.8 → go1.26.9"} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q in\n%s", want, body)
		}
	}
}

// A comment that is deleted between reading and writing is made anew.
func TestEditOfACommentThatIsGone(t *testing.T) {
	p := newPullRequest(t)
	gone := forge.Comment{ID: 5, Body: mark(noPolicy) + "\nold"}
	gone.User.Type = "Bot"
	p.fake.Comments[12] = []forge.Comment{gone}
	p.fake.Broken = map[string][]forgetest.Fault{"PATCH issues/comments": {{Status: 404, Body: `{"message": "Not Found"}`}}}
	p.left(1.2)
	said, err := p.comment(p.ended())
	if all := p.fake.Comments[12]; err != nil || len(all) != 2 || !strings.Contains(all[1].Body, "**1 slower**") || !strings.Contains(said, "comment 5 is gone") {
		t.Errorf("%v, %s, %+v", err, said, all)
	}
}

// What takes no end to judge is refused, at once.
func TestArtifactsThatTakeNoEnd(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(p *pullRequest)
		want   string
	}{
		{"a look after so many rounds", func(p *pullRequest) {
			p.leave(map[string]string{x86Job: strings.ReplaceAll(measured(t, p.plan, x86Job, 1), "looks=6,8,12,18,26,38,56,80,112,160", "looks=6,999999999999")})
		}, "judged by"},
		{"the same in its plan", func(p *pullRequest) {
			p.plan.Judging.Looks = []int{999_999_999_999}
			p.leave(map[string]string{})
		}, "2 looks up to 999999999999 rounds: want 50 looks and 1000 rounds at most"},
		{"so many rounds", func(p *pullRequest) {
			p.leave(map[string]string{x86Job: strings.ReplaceAll(measured(t, p.plan, x86Job, 1), "round: 7\n", "round: 16000\n")})
		}, `round "16000": want 1 to 1000`},
		{"so many benchmarks", func(p *pullRequest) {
			text := measured(t, p.plan, x86Job, 1)
			var more strings.Builder
			for i := range 6000 {
				more.WriteString("BenchmarkPingPong/hops=" + strings.Repeat("1", 1+i%25) + "/n=" + strings.Repeat("2", 1+i/25%25) + "/m=" + strings.Repeat("3", 1+i/625) + " 1 5 ns/op\n")
			}
			p.leave(map[string]string{x86Job: text + more.String()})
		}, "more than 5000 benchmarks"},
		{"so many values", func(p *pullRequest) {
			p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1) + "BenchmarkX 1" + strings.Repeat(" 5 ns/op", 200) + "\n"})
		}, "200 values: want 100 at most"},
		{"so many results", func(p *pullRequest) {
			p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1) + strings.Repeat("BenchmarkX 1 5 ns/op\n", 1_000_000)})
		}, "more than 300000 results"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPullRequest(t)
			p.plan.Judging = new(*p.plan.Judging)
			test.change(p)
			said, err := p.comment(p.ended())
			if err != nil || !strings.Contains(said, "refused: ") || !strings.Contains(said, test.want) || p.status().State != "error" {
				t.Errorf("%v, %s, %+v, want %s", err, said, p.status(), test.want)
			}
		})
	}
}

// What a stranger calls a commit, and what he says of failures, is no line of the
// log of a job that may write.
func TestTheLogIsPlain(t *testing.T) {
	const evil = "::error title=x::gone"
	for _, test := range []struct {
		name  string
		leave func(*pullRequest)
	}{
		{"a field of a plan", func(p *pullRequest) {
			text := strings.Replace(string(pipelinetest.Artifact(t, "pr", p.plan, nil)), "x", "x", 1)
			p.fake.Artifacts[7] = map[string][]byte{artifact.Name: []byte(text)}
			p.fake.Artifacts[7][artifact.Name] = pipelinetest.Zip(t, map[string]string{"plans/pr.json": `{"version": 1, "a\n` + evil + `\u001b[2J##[error]y": 1}`})
		}},
		{"a name of a file", func(p *pullRequest) {
			p.fake.Artifacts[7] = map[string][]byte{artifact.Name: pipelinetest.Zip(t, map[string]string{"\n" + evil + "\x1b[31m": "x"})}
		}},
		{"a commit", func(p *pullRequest) {
			p.plan.Sides[0].Commit = "\n" + evil + "\u202e"
			p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1)})
		}},
		{"a job", func(p *pullRequest) {
			p.plan.Jobs[0].ID = "\n" + evil
			p.leave(map[string]string{armJob: measured(t, p.plan, armJob, 1)})
		}},
		{"a judging line", func(p *pullRequest) {
			p.leave(map[string]string{x86Job: strings.ReplaceAll(measured(t, p.plan, x86Job, 1), "judging: ", "judging: \x1b]0;"+evil+"\x07 ##[add-mask]a")})
		}},
		{"a parameter's value", func(p *pullRequest) {
			p.leave(map[string]string{x86Job: strings.ReplaceAll(measured(t, p.plan, x86Job, 1), "hops=10000", "hops=\r"+evil)})
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPullRequest(t)
			p.plan.Judging = new(*p.plan.Judging)
			test.leave(p)
			said, err := p.comment(p.ended())
			if err != nil || !strings.Contains(said, "refused: ") {
				t.Errorf("%v, %s, want it refused", err, said)
			}
			for line := range strings.Lines(said) {
				if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") || strings.ContainsAny(line, "\x1b\x07\r\u202e") || len(line) > 3*pipeline.MostLine {
					t.Errorf("%q", line)
				}
			}
		})
	}
}
