package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/judge"
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
	project      bool   // it is somebody's own, without a bench-config
	name         string // of these benchmarks among several in it, "" of all there are
	failOnSlower bool
	acceptLabel  string
	rules        judge.Rules // by which a report is judged, all its jobs together
	whose        string      // rules these are
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
		given.project, given.failOnSlower, given.whose = true, wanted != "", "cobench"
		if given.rules, err = plan.RulesOfFound(); err != nil {
			return wishes{}, err
		}
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
	rules, err := conf.Judging.Rules(profile.Alpha, profile.MinimumEffect, profile.Rounds)
	return wishes{
		failOnSlower: conf.Pipeline.FailOnSlower, acceptLabel: conf.Pipeline.AcceptLabel, rules: rules, whose: "the default branch",
	}, err
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
	event, err := readGitHubEvent(*file)
	if err != nil {
		return err
	}
	run, err := c.measuredRun(ctx, hub, event, *file)
	if forge.Withheld(err) {
		return lacksActions(err)
	} else if err != nil || run == nil {
		return err
	}
	if run.Event == string(plan.MergeGroup) {
		return c.reportGroup(ctx, hub, want, *run, event.Repository.DefaultBranch)
	}
	pulls, err := c.pullsOf(ctx, hub, *run)
	if forge.Withheld(err) {
		c.lacks("pull-requests: write", "there is no comment, and no label is seen")
		_, _, err := c.setStatus(ctx, hub, want, *run, event.Repository.DefaultBranch, false)
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

// lacks tells which permission the job would have to have.
func (c command) lacks(permission, without string) {
	c.warn(fmt.Sprintf("the job lacks the permission %s: %s", permission, without))
}

func (c command) gitHub() (forge.GitHub, error) {
	hub := forge.GitHub{
		API: toolchain.Getenv(c.environ, "GITHUB_API_URL"), Repository: toolchain.Getenv(c.environ, "GITHUB_REPOSITORY"),
		Token: toolchain.Getenv(c.environ, "GITHUB_TOKEN"), Now: c.now, Wait: c.wait,
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

// lacksActions is the error of a job that may read no run.
func lacksActions(err error) error {
	return fmt.Errorf("the job lacks the permission actions: read, without which the run's report can't be had: %w", err)
}

// measuredRun is the run of the benchmarks that an event is about: the one that
// has ended, or the newest of a pull request that got or lost a label. nil is
// none.
func (c command) measuredRun(ctx context.Context, hub forge.GitHub, event gitHubEvent, file string) (*forge.Run, error) {
	switch run := event.Run; {
	case run == nil && event.PullRequest == nil:
		return nil, fmt.Errorf("%s: neither a run nor a pull request", file)
	case run == nil:
		return c.labelledRun(ctx, hub, *event.PullRequest)
	case !commented(run.Event):
		fmt.Fprintf(c.stderr, "run %d is of a %s: nothing to comment on\n", run.ID, run.Event)
		return nil, nil
	case waits(*run):
		fmt.Fprintf(c.stderr, "run %d waits for somebody who approves it: nothing was measured yet\n", run.ID)
		return nil, nil
	}
	all, err := hub.Runs(ctx, workflowOf(*event.Run), event.Run.Event, event.Run.HeadSHA, mostRuns)
	if err != nil {
		return nil, err
	}
	if later := newer(*event.Run, all); later != nil {
		fmt.Fprintf(c.stderr, "run %d, attempt %d, has measured %s since: it is left to speak\n", later.ID, later.Attempt, event.Run.HeadSHA)
		return nil, nil
	}
	return event.Run, nil
}

// mostRuns is of one commit.
const mostRuns = 100

func (c command) labelledRun(ctx context.Context, hub forge.GitHub, pull forge.Pull) (*forge.Run, error) {
	if pull.Head.Repo == nil {
		fmt.Fprintf(c.stderr, "the repository of pull request %d is gone: nothing to comment on\n", pull.Number)
		return nil, nil
	}
	runs, err := hub.Runs(ctx, benchWorkflow, string(plan.PullRequest), pull.Head.SHA, mostRuns)
	if err != nil {
		return nil, err
	}
	var newest *forge.Run
	for _, run := range runs {
		if run.Event == string(plan.PullRequest) && ofSame(run, pull.Head.SHA, pull.Head.Repo.FullName) && (newest == nil || run.ID > newest.ID) {
			newest = &run
		}
	}
	if newest == nil {
		fmt.Fprintf(c.stderr, "no run of %s has ended yet: its end will look at the labels\n", pull.Head.SHA)
	}
	return newest, nil
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
	doubts  []doubt
	ended   string // how the run did, if not with success and nothing here says why
}

func (c command) commentOn(ctx context.Context, hub forge.GitHub, want wishes, run forge.Run, pull forge.Pull) error {
	accepted := want.acceptLabel != "" && pull.Has(want.acceptLabel)
	found, said, err := c.setStatus(ctx, hub, want, run, pull.Base.SHA, accepted)
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

// setStatus says of the commit, which is to be merged into another, what its
// benchmarks have shown. It returns nil where there is nothing more to say, and
// whether the status could be set.
func (c command) setStatus(ctx context.Context, hub forge.GitHub, want wishes, run forge.Run, into string, accepted bool) (found *finding, said bool, err error) {
	status := forge.Status{Context: want.context(), Target: run.HTML}
	all, err := c.findings(ctx, hub, want, run, into)
	var refused refusal
	switch {
	case errors.As(err, &refused):
		fmt.Fprintf(c.stderr, "refused: %v\n", err)
		status.State, status.Description = "error", refused.status
	case forge.Withheld(err):
		return nil, false, lacksActions(err)
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
func (c command) findings(ctx context.Context, hub forge.GitHub, want wishes, run forge.Run, into string) (finding, error) {
	stored, err := hub.Artifacts(ctx, run.ID, want.artifact())
	if err != nil {
		return finding{}, err
	}
	if len(stored) == 0 {
		return finding{}, refusal{fmt.Errorf("run %d left no artifact %s", run.ID, want.artifact()), "nothing was measured: the run ended with " + conclusion(run)}
	}
	newest := stored[len(stored)-1]
	if newest.Size > artifact.MostPacked {
		return finding{}, refused(fmt.Errorf("artifact %s: %d bytes, want %d at most", newest.Name, newest.Size, artifact.MostPacked))
	}
	packed, err := hub.Download(ctx, newest, artifact.MostPacked)
	if err != nil {
		return finding{}, err
	}
	f, base, err := within(readingLimit, func() (finding, string, error) { return want.read(newest.Name+".zip", packed, run) })
	if err != nil {
		return finding{}, err
	}
	foreign, err := c.foreignBase(ctx, hub, base, run.HeadSHA, into)
	if foreign != nil {
		f.doubts = append(f.doubts, *foreign)
	}
	return f, err
}

// refused is the refusal of an artifact that is none of cobench's.
func refused(err error) error {
	return refusal{err, "the run's report is none that cobench makes: see the log of the comment's run"}
}

// readingLimit is how long an artifact may take to be read and judged: many times
// what the largest does.
const readingLimit = 3 * time.Minute

// within refuses an artifact that takes longer.
func within(limit time.Duration, read func() (finding, string, error)) (finding, string, error) {
	type outcome struct {
		finding
		base string
		err  error
	}
	ended := make(chan outcome, 1)
	go func() {
		f, base, err := read()
		ended <- outcome{f, base, err}
	}()
	select {
	case o := <-ended:
		return o.finding, o.base, o.err
	case <-time.After(limit):
		return finding{}, "", refused(fmt.Errorf("the artifact was not read within %v", limit))
	}
}

// read judges what is in an artifact, and returns its base.
func (w wishes) read(name string, packed []byte, run forge.Run) (finding, string, error) {
	a, err := artifact.Unpack(name, packed)
	if err == nil {
		err = w.check(a, run)
	}
	if err == nil {
		a, err = a.Numbers(name)
	}
	if err != nil {
		return finding{}, "", refused(err)
	}
	base, err := bases(a)
	if err != nil {
		return finding{}, "", refused(err)
	}
	var from []compare.Source
	for _, p := range a.Plans {
		from = append(from, sources(a, p)...)
	}
	r := &report.Report{Alpha: a.Plans[0].Alpha, MinimumEffect: a.Plans[0].MinimumEffect}
	if !unchanged(a) {
		if len(from) == 0 {
			return finding{}, "", refusal{errors.New("no job has results"), "nothing was measured: the run ended with " + conclusion(run)}
		}
		if r, err = report.Read(from); err != nil {
			return finding{}, "", refused(err)
		}
	}
	f := finding{report: r, missing: a.Missing()}
	if run.Conclusion != "success" && f.bad() == 0 && len(f.missing) == 0 {
		f.ended = conclusion(run)
	}
	foreign, err := w.foreignRules(a.Plans)
	if err != nil {
		return finding{}, "", refused(err)
	}
	if foreign != nil {
		f.doubts = append(f.doubts, *foreign)
	}
	return f, base, nil
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
	for _, v := range report.AllocationVerdicts {
		if f.report.CountAllocations(v) > 0 {
			return false
		}
	}
	return len(f.missing) == 0 && f.ended == "" && f.report.Unanswered() == "" && len(f.doubts) == 0
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
	for _, d := range f.doubts {
		description += "; " + d.status
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
	case len(f.doubts) > 0 && accepted:
		return "success", "accepted by label: " + description
	case len(f.missing) > 0 || len(f.doubts) > 0 || f.report.Unanswered() != "":
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
	for _, d := range f.doubts {
		fmt.Fprintf(&text, "\n%s\n", d.comment)
	}
	if f.ended != "" {
		fmt.Fprintf(&text, "\nThe run ended with %s: some of it may not be here.\n", f.ended)
	}
	if accepted && f.bad()+len(f.doubts) > 0 {
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
		err := hub.EditComment(ctx, comment.ID, body)
		if forge.Missing(err) { // somebody has deleted it just now
			fmt.Fprintf(c.stderr, "pull request %d: comment %d is gone\n", pull, comment.ID)
			clean = false // something was said, which may be so no more
			continue
		}
		if err == nil {
			fmt.Fprintf(c.stderr, "pull request %d: comment %d edited\n", pull, comment.ID)
		}
		return err
	}
	if clean {
		fmt.Fprintf(c.stderr, "pull request %d: nothing to say, and nothing was said before\n", pull)
		return nil
	}
	if err := hub.AddComment(ctx, pull, body); err != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "pull request %d: comment made\n", pull)
	return nil
}
