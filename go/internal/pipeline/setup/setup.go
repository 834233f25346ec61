// Package setup tells what a repository on GitHub has of what the pipeline needs
// there, and how to get what is missing. It changes nothing.
package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/goccy/go-yaml"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/pipeline"
)

// Check looks at hub's repository, and writes a line for each thing that the
// pipeline in a checkout needs. It returns an error where something is missing.
func Check(ctx context.Context, out io.Writer, hub forge.GitHub, checkout string, conf config.Config) error {
	flows, err := ownWorkflows(checkout)
	if err != nil {
		return err
	}
	s := &setup{hub: hub, conf: conf, flows: flows}
	for _, check := range []func(context.Context) error{s.repository, s.workflows, s.actions, s.tokens, s.site, s.environment, s.data, s.label} {
		if err := check(ctx); err != nil {
			return err
		}
	}
	return s.write(out)
}

// A setup is what was found of a repository.
type setup struct {
	hub   forge.GitHub
	conf  config.Config
	flows workflowFiles
	about forge.About
	found []noticed
}

// A noticed thing is one line.
type noticed struct{ mark, name, text string }

// The marks are doctor's, and one for what the token may not see.
const (
	good    = "✓"
	bad     = "✗"
	aside   = "–"
	unknown = "?"
)

func (s *setup) say(mark, name, format string, args ...any) {
	s.found = append(s.found, noticed{mark, name, fmt.Sprintf(format, args...)})
}

// unseen notes what the token may not see; another error ends all.
func (s *setup) unseen(name string, err error) error {
	if !forge.Unseen(err) {
		return err
	}
	s.say(unknown, name, "the token may not see it: look there yourself, or use an administrator's")
	return nil
}

func (s *setup) write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, s.hub.Repository)
	problems := 0
	for _, f := range s.found {
		if f.mark == bad {
			problems++
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\n", f.mark, f.name, f.text)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if problems > 0 {
		return fmt.Errorf("%s found", markdown.Count(problems, "problem"))
	}
	_, err := fmt.Fprintf(out, "\nNothing is missing. To publish a site before the first measurement: gh workflow run pages.yml -R %s\n", s.hub.Repository)
	return err
}

// workflowFiles is what this checkout's workflows want.
type workflowFiles struct {
	paths    []string // of those that the pipeline consists of
	branches []string // whose pushes are measured
	actions  []string // owner/name, of others
}

var usedAction = regexp.MustCompile(`(?m)\buses: ([A-Za-z0-9-]+/[A-Za-z0-9._-]+)[^@\s]*@`)

func ownWorkflows(root string) (workflowFiles, error) {
	var w workflowFiles
	for _, name := range []string{pipeline.BenchWorkflow, "comment.yml", "pages.yml"} {
		file := ".github/workflows/" + name
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		if err != nil {
			return w, err
		}
		w.paths = append(w.paths, file)
		for _, found := range usedAction.FindAllStringSubmatch(string(text), -1) {
			w.actions = append(w.actions, found[1])
		}
		var on struct {
			On struct {
				Push struct{ Branches []string }
			}
		}
		if err := yaml.Unmarshal(text, &on); err != nil {
			return w, fmt.Errorf("%s: %w", file, err)
		}
		w.branches = append(w.branches, on.On.Push.Branches...)
	}
	slices.Sort(w.actions)
	w.actions = slices.Compact(w.actions)
	return w, nil
}

func (s *setup) repository(ctx context.Context) (err error) {
	const name = "repository"
	if s.about, err = s.hub.About(ctx); err != nil {
		if forge.Missing(err) || forge.Unseen(err) {
			return fmt.Errorf("%s: not found, or hidden from this token: set GITHUB_TOKEN, or run gh auth login (%w)", s.hub.Repository, err)
		}
		return err
	}
	switch {
	case s.about.Archived:
		s.say(bad, name, "is archived: nothing runs there")
	case s.about.Private:
		s.say(aside, name, "is private: Pages need a plan that has them, and their site is for everybody unless the plan says otherwise")
	default:
		s.say(good, name, "is there")
	}
	if branch := s.about.DefaultBranch; slices.Contains(s.flows.branches, branch) {
		s.say(good, "default branch", "%s", branch)
	} else {
		s.say(bad, "default branch", "is %s, and bench.yml measures pushes to %s: name it there under on.push.branches", branch, strings.Join(s.flows.branches, ", "))
	}
	return nil
}

func (s *setup) workflows(ctx context.Context) error {
	const name = "workflows"
	states, err := s.hub.Workflows(ctx)
	if err != nil {
		return s.unseen(name, err)
	}
	for _, file := range s.flows.paths {
		switch base := path.Base(file); states[file] {
		case "active":
			s.say(good, base, "is active")
		case "":
			s.say(bad, base, "is not on the default branch: push it there")
		default:
			s.say(bad, base, "is %s: gh workflow enable %s -R %s", strings.ReplaceAll(states[file], "_", " "), base, s.hub.Repository)
		}
	}
	return nil
}

func (s *setup) actions(ctx context.Context) error {
	const name = "actions"
	p, err := s.hub.ActionsPolicy(ctx)
	if err != nil {
		return s.unseen(name, err)
	}
	if !p.Enabled {
		s.say(bad, name, "are off: gh api -X PUT repos/%s/actions/permissions -F enabled=true -f allowed_actions=all", s.hub.Repository)
		return nil
	}
	var refused []string
	for _, action := range s.flows.actions {
		if !allowed(p, action) {
			refused = append(refused, action+"@*")
		}
	}
	switch {
	case len(refused) == 0:
		s.say(good, name, "may run")
	case p.Verified && p.Allowed == "selected":
		s.say(aside, name, "may run if their makers are verified ones: %s; else allow them under Settings, Actions, General", strings.Join(refused, ", "))
	default:
		s.say(bad, name, "may not run: allow %s under Settings, Actions, General", strings.Join(refused, ", "))
	}
	return nil
}

// allowed tells whether the policy names an action.
func allowed(p forge.ActionsPolicy, action string) bool {
	owner, _, _ := strings.Cut(action, "/")
	if p.Allowed != "selected" {
		return p.Allowed != "local_only"
	}
	return p.GitHub && (owner == "actions" || owner == "github") || slices.ContainsFunc(p.Patterns, func(pattern string) bool {
		named, _, _ := strings.Cut(pattern, "@")
		ok, err := path.Match(named, action)
		return err == nil && ok
	})
}

func (s *setup) tokens(ctx context.Context) error {
	const name = "token of a job"
	standing, err := s.hub.TokenDefault(ctx)
	switch {
	case err != nil:
		return s.unseen(name, err)
	case standing == "read":
		s.say(good, name, "may read, unless the job asks for more, as those that publish do")
	default:
		s.say(aside, name, "may write where a job doesn't say: no job here needs that; gh api -X PUT repos/%s/actions/permissions/workflow -f default_workflow_permissions=read", s.hub.Repository)
	}
	return nil
}

func (s *setup) site(ctx context.Context) error {
	const name = "site"
	p, err := s.hub.Pages(ctx)
	switch {
	case forge.Missing(err):
		s.say(bad, name, "Pages are off: gh api -X POST repos/%s/pages -f build_type=workflow, or Settings, Pages, Source: GitHub Actions", s.hub.Repository)
	case err != nil:
		return s.unseen(name, err)
	case p.Source != "workflow":
		s.say(bad, name, "is made of a branch: gh api -X PUT repos/%s/pages -f build_type=workflow, or Settings, Pages, Source: GitHub Actions", s.hub.Repository)
	default:
		s.say(good, name, "%s", p.HTML)
	}
	return nil
}

// siteEnvironment is what pages.yml deploys to.
const siteEnvironment = "github-pages"

func (s *setup) environment(ctx context.Context) error {
	const name = "environment"
	branch := s.about.DefaultBranch
	e, patterns, err := s.hub.Environment(ctx, siteEnvironment)
	switch {
	case forge.Missing(err):
		s.say(aside, name, "%s is made by the first deployment", siteEnvironment)
		return nil
	case err != nil:
		return s.unseen(name, err)
	}
	mayDeploy := true
	if e.Branches != nil && e.Branches.Custom {
		mayDeploy = slices.ContainsFunc(patterns, func(p string) bool {
			ok, err := path.Match(p, branch)
			return err == nil && ok
		})
	} else if e.Branches != nil && e.Branches.Protected {
		if mayDeploy, err = s.hub.Branch(ctx, branch); err != nil {
			return s.unseen(name, err)
		}
	}
	switch {
	case !mayDeploy:
		s.say(bad, name, "%s takes nothing from %s: add it under Settings, Environments, %s", siteEnvironment, branch, siteEnvironment)
	case slices.ContainsFunc(e.Rules, func(r struct {
		Type string `json:"type"`
	}) bool {
		return r.Type == "required_reviewers" || r.Type == "wait_timer"
	}):
		s.say(aside, name, "%s holds each deployment back until somebody or some time lets it go", siteEnvironment)
	default:
		s.say(good, name, "%s takes deployments of %s", siteEnvironment, branch)
	}
	return nil
}

// refusing are the rules that keep a job from adding to a branch.
var refusing = []string{"creation", "update", "pull_request", "required_status_checks", "required_deployments", "required_signatures", "merge_queue", "workflows", "code_scanning", "code_quality"}

// data checks the branch of the history, in the repository that it lies in.
func (s *setup) data(ctx context.Context) error {
	const name = "history"
	at, err := s.dataRepository(ctx)
	if err != nil || at == nil {
		return err
	}
	rules, err := at.BranchRules(ctx, pipeline.DataBranch)
	if err != nil {
		if forge.Missing(err) {
			s.say(bad, name, "%s is not there, or not shown to this token", at.Repository)
			return nil
		}
		return s.unseen(name, err)
	}
	rules = slices.DeleteFunc(rules, func(r string) bool { return !slices.Contains(refusing, r) })
	protected, err := at.Branch(ctx, pipeline.DataBranch)
	absent := forge.Missing(err)
	if err != nil && !absent {
		return s.unseen(name, err)
	}
	switch {
	case len(rules) > 0:
		s.say(bad, name, "a ruleset of %s holds branch %s to %s, which keeps jobs from adding to it: leave the branch out", at.Repository, pipeline.DataBranch, strings.Join(rules, ", "))
	case protected:
		s.say(bad, name, "branch %s of %s is protected, which keeps jobs from adding to it: Settings, Branches", pipeline.DataBranch, at.Repository)
	case absent:
		s.say(aside, name, "branch %s of %s is made by the first run", pipeline.DataBranch, at.Repository)
	default:
		s.say(good, name, "branch %s of %s is there", pipeline.DataBranch, at.Repository)
	}
	return nil
}

// dataRepository is where the history lies: here, or in a repository of its own,
// which a secret has to open. It is nil where the variable names none.
func (s *setup) dataRepository(ctx context.Context) (*forge.GitHub, error) {
	const name = "history"
	at := s.hub
	own, err := s.hub.Variable(ctx, pipeline.DataRepository)
	if err != nil && !forge.Missing(err) {
		if err := s.unseen("variable "+pipeline.DataRepository, err); err != nil {
			return nil, err
		}
	}
	if own == "" {
		return &at, nil
	}
	if !pipeline.IsRepository(own) {
		s.say(bad, name, "the variable %s is %q, want owner/name", pipeline.DataRepository, own)
		return nil, nil
	}
	at.Repository = own
	switch err := s.hub.Secret(ctx, pipeline.DataToken); {
	case forge.Missing(err):
		s.say(bad, name, "lies in %s, and the secret %s is missing: a token that may write contents there; gh secret set %s -R %s", own, pipeline.DataToken, pipeline.DataToken, s.hub.Repository)
	case err != nil:
		return &at, s.unseen("secret "+pipeline.DataToken, err)
	}
	return &at, nil
}

// label checks what people of the repository say to a pull request with, and
// what cobench says to them with.
func (s *setup) label(ctx context.Context) error {
	if p := s.conf.Pipeline; p.ChangePointIssue && !s.about.Issues {
		s.say(bad, "issues", "are off, and change-point-issue of profiles.yaml opens some: gh repo edit %s --enable-issues", s.hub.Repository)
	}
	label := s.conf.Pipeline.AcceptLabel
	if label == "" {
		return nil
	}
	switch err := s.hub.Label(ctx, label); {
	case forge.Missing(err):
		s.say(bad, "label", "%q is not there, by which what got slower is accepted: gh label create %q -R %s", label, label, s.hub.Repository)
	case err != nil && !errors.Is(err, context.Canceled):
		return s.unseen("label", err)
	default:
		s.say(good, "label", "%q", label)
	}
	return nil
}
