package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/report"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// benchWorkflow is the file of the workflow that measures.
const benchWorkflow = "bench.yml"

// statusContext is the name of the commit status.
const statusContext = "cobench"

// commentMark begins the one comment, and is not shown.
const commentMark = "<!-- cobench -->"

// comment says on a pull request what its benchmarks have shown: a status of
// the commit, and one comment where there is anything to say. It runs with the
// right to write, and so takes numbers alone from what the pull request's own
// run has left.
func (c command) comment(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("comment", flag.ContinueOnError)
	file := flags.String("event", "", "`file` with GitHub's event: a run of the benchmarks that has ended, or a label")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	_, conf, err := checkout()
	if err != nil {
		return err
	}
	hub, err := c.gitHub()
	if err != nil {
		return err
	}
	run, err := c.measuredRun(ctx, hub, *file)
	if err != nil || run == nil {
		return err
	}
	pulls, err := c.pullsOf(ctx, hub, *run)
	if err != nil {
		return err
	}
	for _, pull := range pulls {
		if err := c.commentOn(ctx, hub, conf.Pipeline, conf, *run, pull); err != nil {
			return fmt.Errorf("pull request %d: %w", pull.Number, err)
		}
	}
	return nil
}

func (c command) gitHub() (forge.GitHub, error) {
	hub := forge.GitHub{
		API: toolchain.Getenv(c.environ, "GITHUB_API_URL"), Repository: toolchain.Getenv(c.environ, "GITHUB_REPOSITORY"),
		Token: toolchain.Getenv(c.environ, "GITHUB_TOKEN"), Now: c.now,
	}
	if hub.API == "" || strings.Count(hub.Repository, "/") != 1 {
		return hub, errors.New("GITHUB_API_URL and GITHUB_REPOSITORY: want the address of the interface, and owner/name, as a workflow has them")
	}
	return hub, nil
}

// gitHubEvent is the part of an event that says which run it is about.
type gitHubEvent struct {
	Run         *forge.Run  `json:"workflow_run"`
	PullRequest *forge.Pull `json:"pull_request"`
	Repository  struct {
		FullName      string `json:"full_name"`
		DefaultBranch string `json:"default_branch"`
	} `json:"repository"`
}

func readGitHubEvent(file string) (gitHubEvent, error) {
	var event gitHubEvent
	if file == "" {
		return event, errors.New("-event is missing: want the file that GITHUB_EVENT_PATH names")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return event, err
	}
	if err := json.Unmarshal(text, &event); err != nil {
		return event, fmt.Errorf("%s: %w", file, err)
	}
	return event, nil
}

// readRunEvent refuses an event that is about no run.
func readRunEvent(file string) (gitHubEvent, error) {
	event, err := readGitHubEvent(file)
	if err == nil && event.Run == nil {
		err = fmt.Errorf("%s: no run of a workflow", file)
	}
	return event, err
}

// measuredRun is the run of the benchmarks that an event is about: the one that
// has ended, or the newest of a pull request that got or lost a label. nil is
// none.
func (c command) measuredRun(ctx context.Context, hub forge.GitHub, file string) (*forge.Run, error) {
	event, err := readGitHubEvent(file)
	switch {
	case err != nil:
		return nil, err
	case event.Run != nil && event.Run.Event != string(plan.PullRequest):
		fmt.Fprintf(c.stderr, "run %d is of a %s: nothing to comment on\n", event.Run.ID, event.Run.Event)
		return nil, nil
	case event.Run != nil:
		return event.Run, nil
	case event.PullRequest == nil:
		return nil, fmt.Errorf("%s: neither a run nor a pull request", file)
	}
	commit := event.PullRequest.Head.SHA
	runs, err := hub.Runs(ctx, benchWorkflow, string(plan.PullRequest), commit, 20)
	if err != nil {
		return nil, err
	}
	for _, run := range runs {
		if run.Status == "completed" && run.HeadSHA == commit {
			return &run, nil
		}
	}
	fmt.Fprintf(c.stderr, "no run of %s has ended yet: its end will look at the labels\n", commit)
	return nil, nil
}

// pullsOf are the open pull requests whose newest commit a run has measured. A
// run of a fork does not say of which it is; its branch and its commit do.
func (c command) pullsOf(ctx context.Context, hub forge.GitHub, run forge.Run) ([]forge.Pull, error) {
	if run.Head.Owner.Login == "" || run.HeadBranch == "" {
		fmt.Fprintf(c.stderr, "the repository or the branch of run %d is gone: nothing to comment on\n", run.ID)
		return nil, nil
	}
	all, err := hub.PullsOf(ctx, run.Head.Owner.Login, run.HeadBranch)
	if err != nil {
		return nil, err
	}
	var pulls []forge.Pull
	for _, p := range all {
		switch {
		case p.Head.Repo == nil || p.Head.Repo.FullName != run.Head.FullName:
			continue
		case p.State != "open":
			fmt.Fprintf(c.stderr, "pull request %d is %s: left alone\n", p.Number, p.State)
		case p.Head.SHA != run.HeadSHA:
			fmt.Fprintf(c.stderr, "pull request %d is at %s by now, and this is of %s: left alone\n", p.Number, p.Head.SHA, run.HeadSHA)
		default:
			pulls = append(pulls, p)
		}
	}
	if len(pulls) == 0 {
		fmt.Fprintf(c.stderr, "no open pull request is at %s: nothing to comment on\n", run.HeadSHA)
	}
	return pulls, nil
}

// A finding is what there is to say of a pull request.
type finding struct {
	report  *report.Report
	missing []artifact.Missing
}

func (c command) commentOn(ctx context.Context, hub forge.GitHub, wanted config.Pipeline, conf config.Config, run forge.Run, pull forge.Pull) error {
	status := forge.Status{Context: statusContext, Target: run.HTML}
	found, err := findings(ctx, hub, run)
	var refused refusal
	switch {
	case errors.As(err, &refused):
		fmt.Fprintf(c.stderr, "refused: %v\n", err)
		status.State, status.Description = "error", refused.status
		return hub.SetStatus(ctx, run.HeadSHA, status)
	case err != nil:
		return err
	}
	accepted := pull.Has(wanted.AcceptLabel)
	status.State, status.Description = found.verdict(wanted, accepted)
	if err := hub.SetStatus(ctx, run.HeadSHA, status); err != nil {
		return err
	}
	body, err := found.text(conf, run, accepted)
	if err != nil {
		return err
	}
	return c.say(ctx, hub, pull.Number, body, found.clean())
}

// A refusal is of an artifact, with what the status says of it: never what the
// artifact says.
type refusal struct {
	error
	status string
}

func (r refusal) Unwrap() error { return r.error }

// findings reads what a run has left.
func findings(ctx context.Context, hub forge.GitHub, run forge.Run) (finding, error) {
	refuse := func(err error) error {
		return refusal{err, "the run's report is none that cobench makes: see the log of the comment's run"}
	}
	stored, err := hub.Artifacts(ctx, run.ID, artifact.Name)
	if err != nil {
		return finding{}, err
	}
	if len(stored) == 0 {
		return finding{}, refusal{fmt.Errorf("run %d left no artifact %s", run.ID, artifact.Name), "nothing was measured: the run ended with " + conclusion(run)}
	}
	newest := stored[len(stored)-1]
	if newest.Size > artifact.MostPacked {
		return finding{}, refuse(fmt.Errorf("artifact %s: %d bytes, want %d at most", newest.Name, newest.Size, artifact.MostPacked))
	}
	packed, err := hub.Download(ctx, newest, artifact.MostPacked)
	if err != nil {
		return finding{}, err
	}
	a, err := artifact.Unpack(artifact.Name+".zip", packed)
	if err == nil {
		a, err = a.Numbers(artifact.Name + ".zip")
	}
	if err != nil {
		return finding{}, refuse(err)
	}
	i := slices.IndexFunc(a.Plans, func(p plan.Named) bool { return p.Name == pullRequestPlan })
	if i < 0 || len(a.Plans) > 1 || !a.Plans[i].Judged() {
		return finding{}, refuse(fmt.Errorf("want one plan, %s, of two sides", pullRequestPlan))
	}
	p := a.Plans[i]
	if head := p.Sides[1].Commit; head != run.HeadSHA {
		return finding{}, refuse(fmt.Errorf("it is of commit %.80q, and the run of %s", head, run.HeadSHA))
	}
	from := sources(a, p)
	if len(from) == 0 {
		return finding{}, refusal{errors.New("no job has results"), "nothing was measured: the run ended with " + conclusion(run)}
	}
	r, err := report.Read(from)
	if err != nil {
		return finding{}, refuse(err)
	}
	return finding{r, a.Missing()}, nil
}

// conclusion is one of the words that GitHub has for how a run ended.
func conclusion(run forge.Run) string {
	if run.Conclusion == "" {
		return "no word"
	}
	return strings.ReplaceAll(run.Conclusion, "_", " ")
}

// clean tells whether there is nothing that a comment would have to say.
func (f finding) clean() bool {
	for _, v := range []report.Verdict{report.Slower, report.Failed, report.Faster, report.New, report.Removed} {
		if f.report.Count(v) > 0 {
			return false
		}
	}
	return len(f.missing) == 0
}

// verdict is the commit's status: a failure only where the repository wants
// one, and nobody has accepted it.
func (f finding) verdict(wanted config.Pipeline, accepted bool) (state, description string) {
	description = f.report.Headline()
	if n := len(f.missing); n > 0 {
		description += fmt.Sprintf("; %d jobs without results", n)
	}
	if rest := f.report.Rest(); rest != "" {
		description += "; " + rest
	}
	bad := f.report.Count(report.Slower) + f.report.Count(report.Failed)
	switch {
	case !wanted.FailOnSlower:
		return "success", description
	case bad > 0 && accepted:
		return "success", "accepted by label: " + description
	case bad > 0:
		return "failure", description
	case len(f.missing) > 0:
		return "error", description
	}
	return "success", description
}

// mostComment is far below what GitHub takes.
const mostComment = 64_000

func (f finding) text(conf config.Config, run forge.Run, accepted bool) (string, error) {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n### Benchmarks\n\n", commentMark)
	if err := report.WriteMarkdown(&text, f.report); err != nil {
		return "", err
	}
	const shown = 10
	for i, m := range f.missing {
		if i == shown {
			fmt.Fprintf(&text, "\nand %d jobs more\n", len(f.missing)-shown)
			break
		}
		fmt.Fprintf(&text, "\nMissing: job %s\n", markdown.Code(m.Job))
	}
	if profile, err := conf.Profile("pr"); err == nil && (math.Abs(f.report.Alpha/profile.Alpha-1) > 1e-6 || f.report.MinimumEffect != profile.MinimumEffect) {
		fmt.Fprintf(&text, "\nThis pull request is judged by rules of its own: false alarms in %g of reports, where the default branch has %g; changes from %g on, where it has %g.\n",
			f.report.Alpha, profile.Alpha, f.report.MinimumEffect, profile.MinimumEffect)
	}
	if accepted && f.report.Count(report.Slower)+f.report.Count(report.Failed) > 0 {
		fmt.Fprintf(&text, "\nAccepted by the label %s.\n", markdown.Code(conf.Pipeline.AcceptLabel))
	}
	if run.HTML != "" {
		fmt.Fprintf(&text, "\n[The run](%s) has all rows and the raw results.\n", run.HTML)
	}
	if text.Len() > mostComment {
		return "", fmt.Errorf("a comment of %d bytes, want %d at most", text.Len(), mostComment)
	}
	return text.String(), nil
}

// say writes the one comment. Where all is well and nothing was said before,
// the status is enough.
func (c command) say(ctx context.Context, hub forge.GitHub, pull int, body string, clean bool) error {
	err := c.sayOnce(ctx, hub, pull, body, clean)
	if forge.Stumbled(err) { // over a new one, which may be there
		err = c.sayOnce(ctx, hub, pull, body, clean)
	}
	return err
}

func (c command) sayOnce(ctx context.Context, hub forge.GitHub, pull int, body string, clean bool) error {
	comments, err := hub.Comments(ctx, pull)
	if err != nil {
		return err
	}
	for _, comment := range comments {
		if comment.User.Type != "Bot" || !strings.HasPrefix(comment.Body, commentMark) {
			continue
		}
		if strings.TrimSpace(comment.Body) == strings.TrimSpace(body) {
			fmt.Fprintf(c.stderr, "pull request %d: the comment says so already\n", pull)
			return nil
		}
		fmt.Fprintf(c.stderr, "pull request %d: comment %d edited\n", pull, comment.ID)
		return hub.EditComment(ctx, comment.ID, body)
	}
	if clean {
		fmt.Fprintf(c.stderr, "pull request %d: nothing to say, and nothing was said before\n", pull)
		return nil
	}
	fmt.Fprintf(c.stderr, "pull request %d: comment made\n", pull)
	return hub.AddComment(ctx, pull, body)
}
