package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/compare"
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

// wishes are what a repository wants of what is said of its pull requests. They
// come from its default branch: a pull request has no part in them.
type wishes struct {
	project              bool   // it is somebody's own, without a bench-config
	name                 string // of these benchmarks among several in it, "" of all there are
	failOnSlower         bool
	acceptLabel          string
	alpha, minimumEffect float64
	whose                string // alpha and minimumEffect these are
}

func (w wishes) artifact() string {
	switch {
	case !w.project:
		return artifact.Name
	case w.name == "":
		return projectArtifact
	}
	return projectArtifact + "-" + w.name
}

func (w wishes) mark() string {
	if w.name == "" {
		return commentMark
	}
	return "<!-- cobench " + w.name + " -->"
}

func (w wishes) context() string {
	if w.name == "" {
		return statusContext
	}
	return statusContext + ": " + w.name
}

// projectArtifact is what the workflow for other repositories calls what it
// leaves: none of theirs should be called so already.
const projectArtifact = "cobench-report"

// readWishes are those of the checkout's bench-config, or of the flags where there
// is none.
func readWishes(flags *flag.FlagSet, given wishes, wanted failOn) (wishes, error) {
	if _, err := root(); err != nil {
		given.project, given.failOnSlower = true, wanted != ""
		given.alpha, given.minimumEffect, given.whose = plan.FoundAlpha, plan.FoundEffect, "cobench"
		if given.name != "" && !artifact.IsName(given.name) {
			return wishes{}, fmt.Errorf("-name %.60q: want lower-case letters, numbers, dots and dashes", given.name)
		}
		return given, wanted.check(flags)
	}
	var err error
	flags.Visit(func(f *flag.Flag) {
		if f.Name != "event" {
			err = fmt.Errorf("comment: -%s: bench-config/%s says it here", f.Name, config.ProfilesFile)
		}
	})
	if err != nil {
		return wishes{}, err
	}
	_, conf, err := checkout()
	if err != nil {
		return wishes{}, err
	}
	return wishesOf(conf)
}

// wishesOf are those of a bench-config.
func wishesOf(conf config.Config) (wishes, error) {
	profile, err := conf.Profile("pr")
	if err != nil {
		return wishes{}, err
	}
	return wishes{
		failOnSlower: conf.Pipeline.FailOnSlower, acceptLabel: conf.Pipeline.AcceptLabel,
		alpha: profile.Alpha, minimumEffect: profile.MinimumEffect, whose: "the default branch",
	}, nil
}

// comment says on a pull request what its benchmarks have shown: a status of
// the commit, and one comment where there is anything to say. It runs with the
// right to write, and so takes numbers alone from what the pull request's own
// run has left.
func (c command) comment(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("comment", flag.ContinueOnError)
	file := flags.String("event", "", "`file` with GitHub's event: a run of the benchmarks that has ended, or a label")
	var given wishes
	var wanted failOn
	flags.StringVar(&given.name, "name", "", "of a project: `name` of these benchmarks, where the repository has several")
	flags.StringVar(&given.acceptLabel, "accept-label", "", "of a project: `label` by which a pull request is accepted all the same")
	flags.StringVar((*string)(&wanted), "fail-on", "", "of a project: the status fails if a `verdict` was given: slower")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	want, err := readWishes(flags, given, wanted)
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
	if forge.Withheld(err) {
		c.lacks("pull-requests: write", "there is no comment, and no label is seen")
		_, _, err := c.setStatus(ctx, hub, want, *run, false)
		return err
	} else if err != nil {
		return err
	}
	for _, pull := range pulls {
		if err := c.commentOn(ctx, hub, want, *run, pull); err != nil {
			return fmt.Errorf("pull request %d: %w", pull.Number, err)
		}
	}
	return nil
}

// lacks tells which permission the job would have to have, where GitHub shows it.
func (c command) lacks(permission, without string) {
	command := ""
	if toolchain.Getenv(c.environ, "GITHUB_ACTIONS") == "true" {
		command = "::warning title=cobench::"
	}
	fmt.Fprintf(c.stderr, "%sthe job lacks the permission %s: %s\n", command, permission, without)
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
	part    float64 // of the jobs, that has results
	ended   string  // how the run did, if not with success and nothing here says why
}

func (c command) commentOn(ctx context.Context, hub forge.GitHub, want wishes, run forge.Run, pull forge.Pull) error {
	accepted := want.acceptLabel != "" && pull.Has(want.acceptLabel)
	found, said, err := c.setStatus(ctx, hub, want, run, accepted)
	if err != nil || found == nil {
		return err
	}
	body, err := found.text(want, run, accepted)
	if err != nil {
		return err
	}
	err = c.say(ctx, hub, pull.Number, want.mark(), body, found.clean())
	if !forge.Withheld(err) {
		return err
	}
	c.lacks("pull-requests: write", "there is no comment; the page of the run has all of it")
	if !said {
		return errMeasured{errors.New("nothing could be said: the job has neither permission")}
	}
	return nil
}

// setStatus says of the commit what its benchmarks have shown. It returns nil
// where there is nothing more to say, and whether the status could be set.
func (c command) setStatus(ctx context.Context, hub forge.GitHub, want wishes, run forge.Run, accepted bool) (found *finding, said bool, err error) {
	status := forge.Status{Context: want.context(), Target: run.HTML}
	all, err := findings(ctx, hub, want, run)
	var refused refusal
	switch {
	case errors.As(err, &refused):
		fmt.Fprintf(c.stderr, "refused: %v\n", err)
		status.State, status.Description = "error", refused.status
	case forge.Withheld(err):
		return nil, false, fmt.Errorf("the job lacks the permission actions: read, without which the run's report can't be had: %w", err)
	case err != nil:
		return nil, false, err
	default:
		found = &all
		status.State, status.Description = all.verdict(want, accepted)
	}
	err = hub.SetStatus(ctx, run.HeadSHA, status)
	if forge.Withheld(err) {
		c.lacks("statuses: write", fmt.Sprintf("there is no status %s", status.Context))
		return found, false, nil
	}
	return found, err == nil, err
}

// A refusal is of an artifact, with what the status says of it: never what the
// artifact says.
type refusal struct {
	error
	status string
}

func (r refusal) Unwrap() error { return r.error }

// findings reads what a run has left.
func findings(ctx context.Context, hub forge.GitHub, want wishes, run forge.Run) (finding, error) {
	refuse := func(err error) error {
		return refusal{err, "the run's report is none that cobench makes: see the log of the comment's run"}
	}
	stored, err := hub.Artifacts(ctx, run.ID, want.artifact())
	if err != nil {
		return finding{}, err
	}
	if len(stored) == 0 {
		return finding{}, refusal{fmt.Errorf("run %d left no artifact %s", run.ID, want.artifact()), "nothing was measured: the run ended with " + conclusion(run)}
	}
	newest := stored[len(stored)-1]
	if newest.Size > artifact.MostPacked {
		return finding{}, refuse(fmt.Errorf("artifact %s: %d bytes, want %d at most", newest.Name, newest.Size, artifact.MostPacked))
	}
	packed, err := hub.Download(ctx, newest, artifact.MostPacked)
	if err != nil {
		return finding{}, err
	}
	a, err := artifact.Unpack(newest.Name+".zip", packed)
	if err == nil {
		err = want.check(a, run)
	}
	if err == nil {
		a, err = a.Numbers(newest.Name + ".zip")
	}
	if err != nil {
		return finding{}, refuse(err)
	}
	var from []compare.Source
	jobs := 0
	for _, p := range a.Plans {
		from = append(from, sources(a, p)...)
		jobs += len(p.Jobs)
	}
	if len(from) == 0 {
		return finding{}, refusal{errors.New("no job has results"), "nothing was measured: the run ended with " + conclusion(run)}
	}
	r, err := report.Read(from)
	if err != nil {
		return finding{}, refuse(err)
	}
	f := finding{report: r, missing: a.Missing(), part: float64(len(from)) / float64(jobs)}
	if run.Conclusion != "success" && f.bad() == 0 && len(f.missing) == 0 {
		f.ended = conclusion(run)
	}
	return f, nil
}

// check holds the plans of an artifact to what a pull request has: one, or of a
// project one for each job; of two sides, of which head is what was run.
func (w wishes) check(a artifact.Artifact, run forge.Run) error {
	for _, p := range a.Plans {
		switch {
		case w.project && (p.Project == nil || len(p.Jobs) != 1 || p.Jobs[0].ID != p.Name || !p.Judged()):
			return fmt.Errorf("plan %s: want one of a project, of job %s and two sides", p.Name, p.Name)
		case !w.project && (p.Name != pullRequestPlan || p.Project != nil || len(a.Plans) > 1 || !p.Judged()):
			return fmt.Errorf("plan %s: want one plan, %s, of two sides", p.Name, pullRequestPlan)
		case p.Sides[1].Commit != run.HeadSHA:
			return fmt.Errorf("plan %s: it is of commit %.80q, and the run of %s", p.Name, p.Sides[1].Commit, run.HeadSHA)
		}
	}
	return nil
}

// conclusion is one of the words that GitHub has for how a run ended.
func conclusion(run forge.Run) string {
	if run.Conclusion == "" {
		return "no word"
	}
	return strings.ReplaceAll(run.Conclusion, "_", " ")
}

// bad is how many benchmarks got slower or failed.
func (f finding) bad() int { return f.report.Count(report.Slower) + f.report.Count(report.Failed) }

// clean tells whether there is nothing that a comment would have to say.
func (f finding) clean() bool {
	for _, v := range []report.Verdict{report.Slower, report.Failed, report.Faster, report.New, report.Removed} {
		if f.report.Count(v) > 0 {
			return false
		}
	}
	return len(f.missing) == 0 && f.ended == ""
}

// verdict is the commit's status: a failure only where the repository wants
// one, and nobody has accepted it.
func (f finding) verdict(want wishes, accepted bool) (state, description string) {
	description = f.report.Headline()
	if n := len(f.missing); n > 0 {
		description += "; " + markdown.Count(n, "job") + " without results"
	}
	if f.ended != "" {
		description += "; the run ended with " + f.ended
	}
	if rest := f.report.Rest(); rest != "" {
		description += "; " + rest
	}
	bad := f.bad()
	switch {
	case !want.failOnSlower:
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

func (f finding) text(want wishes, run forge.Run, accepted bool) (string, error) {
	var text strings.Builder
	title := "Benchmarks"
	if want.name != "" {
		title += " of " + want.name
	}
	fmt.Fprintf(&text, "%s\n### %s\n\n", want.mark(), title)
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
	// The jobs share alpha, those too of which nothing is there.
	if alpha := f.report.Alpha / f.part; math.Abs(alpha/want.alpha-1) > 1e-6 || f.report.MinimumEffect != want.minimumEffect {
		fmt.Fprintf(&text, "\nThis pull request is judged by rules of its own: false alarms in %g of reports, where %s has %g; changes from %g on, where it has %g.\n",
			alpha, want.whose, want.alpha, f.report.MinimumEffect, want.minimumEffect)
	}
	if f.ended != "" {
		fmt.Fprintf(&text, "\nThe run ended with %s: some of it may not be here.\n", f.ended)
	}
	if accepted && f.bad() > 0 {
		fmt.Fprintf(&text, "\nAccepted by the label %s.\n", markdown.Code(want.acceptLabel))
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
func (c command) say(ctx context.Context, hub forge.GitHub, pull int, mark, body string, clean bool) error {
	err := c.sayOnce(ctx, hub, pull, mark, body, clean)
	if forge.Stumbled(err) { // over a new one, which may be there
		err = c.sayOnce(ctx, hub, pull, mark, body, clean)
	}
	return err
}

func (c command) sayOnce(ctx context.Context, hub forge.GitHub, pull int, mark, body string, clean bool) error {
	comments, err := hub.Comments(ctx, pull)
	if err != nil {
		return err
	}
	for _, comment := range comments {
		if comment.User.Type != "Bot" || !strings.HasPrefix(comment.Body, mark) {
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
