package comment

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
)

var update = flag.Bool("update", false, "write the golden files")

func TestCommentIsOneAndIsEdited(t *testing.T) {
	p := newPullRequest(t)
	// Others have commented, and somebody has put our mark at the beginning of his.
	for i := range 5 {
		other := forge.Comment{ID: int64(100 + i), Body: mark(noPolicy) + " I am cobench"}
		other.User.Type = "User"
		p.fake.Comments[12] = append(p.fake.Comments[12], other)
	}
	p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1.2), armJob: measured(t, p.plan, armJob, 1)})
	if said, err := p.comment(p.ended()); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	comments := p.fake.Comments[12]
	if len(comments) != 6 {
		t.Fatalf("%d comments, want one more than 5", len(comments))
	}
	for _, want := range []string{mark(noPolicy), "**1 slower**", "| slower | `go linux/amd64` | `PingPong/hops=10000/exec=goroutine-4` |", "1 unchanged within ±2 %", p.run.HTML} {
		if !strings.Contains(comments[5].Body, want) {
			t.Errorf("no %q in\n%s", want, comments[5].Body)
		}
	}
	golden(t, "testdata/comment.md", comments[5].Body)
	if s := p.status(); s.State != "success" || !strings.HasPrefix(s.Description, "1 slower; 1 unchanged") || s.Context != "cobench" || s.Target != p.run.HTML {
		t.Errorf("%+v", s)
	}
	// The same again says nothing new; a better commit is said in the same place.
	if said, _ := p.comment(p.ended()); !strings.Contains(said, "the comment is up to date") {
		t.Error(said)
	}
	p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1), armJob: measured(t, p.plan, armJob, 1)})
	p.comment(p.ended())
	if comments := p.fake.Comments[12]; len(comments) != 6 || !strings.Contains(comments[5].Body, "**no change found**") || strings.Contains(comments[5].Body, "slower |") {
		t.Errorf("%d comments, the last one\n%s", len(comments), comments[len(comments)-1].Body)
	}
	if p.fake.Leaked || len(p.fake.Comments[11]) > 0 {
		t.Error("the token or a closed pull request was touched")
	}
}

func TestQuietWhereAllIsWell(t *testing.T) {
	p := newPullRequest(t)
	p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1), armJob: measured(t, p.plan, armJob, 1)})
	said, err := p.comment(p.ended())
	if err != nil || len(p.fake.Comments[12]) > 0 || p.status().State != "success" {
		t.Errorf("%v, %s, %v, %+v", err, said, p.fake.Comments, p.status())
	}
	if want := "no change found; 2 unchanged within ±2 %"; p.status().Description != want {
		t.Errorf("%q, want %q", p.status().Description, want)
	}
}

func TestMissingJobsAreNamed(t *testing.T) {
	p := newPullRequest(t)
	p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1)})
	p.comment(p.ended())
	if len(p.fake.Comments[12]) != 1 || !strings.Contains(p.fake.Comments[12][0].Body, "Missing: job `"+armJob+"`") {
		t.Errorf("%+v", p.fake.Comments[12])
	}
	if !strings.Contains(p.status().Description, "1 job without results") {
		t.Errorf("%+v", p.status())
	}
}

func TestPullRequestsThatMovedOn(t *testing.T) {
	for _, test := range []struct {
		name string
		pull func(*pullRequest) []forge.Pull
		want string
	}{
		{"closed", func(p *pullRequest) []forge.Pull { return []forge.Pull{p.pull(12, "closed", headSHA)} }, "pull request 12 is closed: skipped"},
		{"force-pushed", func(p *pullRequest) []forge.Pull { return []forge.Pull{p.pull(12, "open", strings.Repeat("d", 40))} }, "pull request 12 is now at dddd"},
		{"none", func(*pullRequest) []forge.Pull { return nil }, "no open pull request is at bbbb"},
		{"of another repository", func(p *pullRequest) []forge.Pull {
			pull := p.pull(12, "open", headSHA)
			pull.Head.Repo.FullName = "stranger/other"
			return []forge.Pull{pull}
		}, "no open pull request"},
		{"of a fork that is gone", func(p *pullRequest) []forge.Pull {
			pull := p.pull(12, "open", headSHA)
			pull.Head.Repo = nil
			return []forge.Pull{pull}
		}, "no open pull request"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPullRequest(t)
			p.fake.Pulls = test.pull(p)
			p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 2), armJob: measured(t, p.plan, armJob, 2)})
			said, err := p.comment(p.ended())
			if err != nil || !strings.Contains(said, test.want) || len(p.fake.Comments) > 0 || len(p.fake.Statuses) > 0 {
				t.Errorf("%v, %s, want %s; %v %v", err, said, test.want, p.fake.Comments, p.fake.Statuses)
			}
		})
	}
}

// Nothing that a stranger puts into an artifact is said in our name.
func TestHostileArtifactsOfForks(t *testing.T) {
	p := newPullRequest(t)
	good := measured(t, p.plan, x86Job, 1.2)
	evil := func(old, new string) map[string]string {
		if !strings.Contains(good, old) {
			t.Fatalf("no %q", old)
		}
		return map[string]string{x86Job: strings.ReplaceAll(good, old, new)}
	}
	for _, test := range []struct {
		name    string
		results map[string]string
		packed  []byte
		want    string
	}{
		{"a name with Markdown", evil("PingPong/", "[x](https://evil.example)/"), nil, "want a name such as"},
		{"a name with HTML", evil("hops=10000", "hops=<img/src=x>"), nil, "want a name such as"},
		{"a machine with a mention", evil("AMD EPYC", "@everyone"), nil, "cpu: "},
		{"rules that are none", evil("looks=", "```"), nil, "judged by "},
		{"another commit", evil(headSHA, strings.Repeat("e", 40)), nil, "which was not planned"},
		{"a way up", map[string]string{"../../../x": good}, nil, "want plans/NAME.json"},
		{"no zip", nil, []byte("PK nothing"), "not a zip file"},
		{"a bomb", map[string]string{x86Job: good, armJob: strings.Repeat("\n", 70<<20)}, nil, "more than 67108864 bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newPullRequest(t)
			if test.packed != nil {
				p.fake.Artifacts[7] = map[string][]byte{artifact.Name: test.packed}
			} else {
				p.leave(test.results)
			}
			said, err := p.comment(p.ended())
			if err != nil || !strings.Contains(said, "refused: ") || !strings.Contains(said, test.want) {
				t.Errorf("%v, %s, want %s", err, said, test.want)
			}
			if s := p.status(); s.State != "error" || strings.Contains(s.Description, "evil") || len(p.fake.Comments) > 0 {
				t.Errorf("%+v, %v", s, p.fake.Comments)
			}
		})
	}
	// Words where words may stand are left out.
	words := measured(t, p.plan, armJob, 1) + "round: 25\nreason: @everyone see [this](https://evil.example) <b>\nside: head\nBenchmarkBoom/exec=goroutine-4 1 1 failures\nside: base\ncommit: " + baseSHA + "\nBenchmarkBoom/exec=goroutine-4 1 1 failures\n"
	p.leave(map[string]string{x86Job: good, armJob: words})
	if out, err := p.comment(p.ended()); err != nil || len(p.fake.Comments[12]) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	body := p.fake.Comments[12][0].Body
	for _, gone := range []string{"evil", "everyone", "<b>"} {
		if strings.Contains(body, gone) {
			t.Errorf("%q is in the comment:\n%s", gone, body)
		}
	}
	if !strings.Contains(body, artifact.Unsaid) || !strings.Contains(body, "fails on both sides: ") {
		t.Errorf("the failure is not told:\n%s", body)
	}
}

func TestReportThatIsNotThere(t *testing.T) {
	p := newPullRequest(t)
	p.run.Conclusion = "timed_out"
	if said, err := p.comment(p.ended()); err != nil || p.status().State != "error" || p.status().Description != "nothing was measured: the run ended with timed out" {
		t.Errorf("%v, %s, %+v", err, said, p.status())
	}
	// The artifact of another pull request's commit.
	p.plan.Sides[1].Commit = strings.Repeat("d", 40)
	p.leave(map[string]string{x86Job: strings.ReplaceAll(measured(t, p.plan, x86Job, 1), headSHA, strings.Repeat("d", 40))})
	if said, _ := p.comment(p.ended()); !strings.Contains(said, "its commit is") || p.status().State != "error" {
		t.Errorf("%s, %+v", said, p.status())
	}
	if said, err := p.comment(map[string]any{"zen": "x"}); err == nil || !strings.Contains(said, "neither a run nor a pull request") {
		t.Errorf("%v, %s", err, said)
	}
}

// A label accepts what got slower: nothing is measured again.
func TestLabelAccepts(t *testing.T) {
	p := newPullRequest(t)
	p.leave(map[string]string{x86Job: measured(t, p.plan, x86Job, 1.2), armJob: measured(t, p.plan, armJob, 1)})
	p.policy.FailOnSlower = true
	p.comment(p.ended())
	if s := p.status(); s.State != "failure" {
		t.Errorf("%+v", s)
	}
	p.fake.Pulls[1].Labels = append(p.fake.Pulls[1].Labels, struct {
		Name string `json:"name"`
	}{"slower is fine"})
	labelled := map[string]any{"action": "labeled", "pull_request": p.fake.Pulls[1]}
	if said, err := p.comment(labelled); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if s := p.status(); s.State != "success" || !strings.HasPrefix(s.Description, "accepted by label: 1 slower") {
		t.Errorf("%+v", s)
	}
	if comments := p.fake.Comments[12]; len(comments) != 1 || !strings.Contains(comments[0].Body, "Accepted by the label `slower is fine`") {
		t.Errorf("%+v", comments)
	}
	p.fake.Pulls[1].Labels = nil
	p.comment(map[string]any{"action": "unlabeled", "pull_request": p.fake.Pulls[1]})
	if s := p.status(); s.State != "failure" {
		t.Errorf("%+v", s)
	}
	p.fake.WorkRuns = nil
	if said, err := p.comment(labelled); err != nil || !strings.Contains(said, "no run of bbb") {
		t.Errorf("%v: %s", err, said)
	}
}

// golden holds text to a file, which -update writes.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is otherwise now; if it should be, go test ./internal/pipeline/comment -update\n%s", file, got)
	}
}
