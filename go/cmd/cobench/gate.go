package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/plan"
)

// A doubt is a reason for which a pull request's verdicts are not taken for what
// the repository asked for, whatever they are. It never passes in silence.
type doubt struct {
	status  string // in a few words
	comment string // as Markdown
}

// foreignRules tells by which rules of its own a pull request was judged. They
// come with its code: it may loosen them until nothing is ever found.
func (w wishes) foreignRules(plans []plan.Named) (*doubt, error) {
	var theirs, ours []string
	for _, p := range plans {
		rules, err := p.Rules()
		if err != nil {
			return nil, err
		}
		wanted := w.rules
		wanted.Alpha = rules.Alpha // which the jobs share
		for i, word := range strings.Fields(rules.String()) {
			if own := strings.Fields(wanted.String())[i]; own != word && !slices.Contains(theirs, word) {
				theirs, ours = append(theirs, word), append(ours, own)
			}
		}
	}
	alpha := plans[0].Alpha
	jobs := math.Round(w.rules.Alpha / alpha) // that share it, each with a plan of its own where it is somebody's project
	same := !slices.ContainsFunc(plans, func(p plan.Named) bool { return p.Alpha != alpha })
	switch {
	case !same || !w.project && jobs != 1 || jobs < float64(len(plans)) || math.Abs(alpha*jobs/w.rules.Alpha-1) > 1e-6:
		theirs, ours = append(theirs, fmt.Sprintf("alpha=%g", alpha)), append(ours, fmt.Sprintf("alpha=%g", w.rules.Alpha))
	case len(theirs) == 0 && jobs > float64(len(plans)):
		silent := markdown.Count(int(jobs)-len(plans), "job")
		return &doubt{silent + " left nothing", fmt.Sprintf("%s of %d left nothing, not even what was to be measured.", silent, int(jobs))}, nil
	case len(theirs) == 0:
		return nil, nil
	}
	return &doubt{
		"judged by rules of its own",
		fmt.Sprintf("This pull request is judged by rules of its own: %s, where %s has %s.", markdown.Code(strings.Join(theirs, " ")), w.whose, markdown.Code(strings.Join(ours, " "))),
	}, nil
}

// foreignBase tells whether base is another commit than GitHub's merge base: by a
// base of its choice a pull request may hide what it made slower. Without a pull
// request that can be read, what it is to be merged into is taken to be the default
// branch.
func (c command) foreignBase(ctx context.Context, hub forge.GitHub, base, head, into string) (*doubt, error) {
	want, err := hub.MergeBase(ctx, into, head)
	switch {
	case forge.Withheld(err):
		c.lacks("contents: read", "it can't be told whether base is the merge base")
		return &doubt{"its base could not be checked", "It could not be checked whether base is the merge base: the job lacks the permission `contents: read`."}, nil
	case forge.Missing(err):
		return &doubt{"its base could not be checked", "It could not be checked whether base is the merge base: GitHub knows none."}, nil
	case err != nil:
		return nil, err
	case want == base:
		return nil, nil
	}
	return &doubt{"not compared with the merge base", fmt.Sprintf("Base is %s, and the merge base is %s: what lies between them counts for neither.", markdown.Code(base), markdown.Code(want))}, nil
}

// commitHash is of a commit: what else an artifact calls one is no argument of
// anything.
var commitHash = regexp.MustCompile(`^[0-9a-f]{40}([0-9a-f]{24})?$`)

// waits tells whether a run is none yet: a stranger's first one begins when
// somebody approves it.
func waits(run forge.Run) bool { return run.Conclusion == "action_required" }

// newer is a later run of the same benchmarks on the same commit, that has ended
// and speaks for it now, or nil.
func newer(run forge.Run, all []forge.Run) *forge.Run {
	for _, r := range all {
		later := cmp.Or(cmp.Compare(r.ID, run.ID), cmp.Compare(r.Attempt, run.Attempt)) > 0
		if later && r.Event == run.Event && ofSame(r, run.HeadSHA, run.Head.FullName) {
			return &r
		}
	}
	return nil
}

// ofSame tells whether a run has ended that has measured a commit of a repository:
// the same commit may be another fork's too, whose runs say nothing here.
func ofSame(run forge.Run, commit, repository string) bool {
	return run.Status == "completed" && run.HeadSHA == commit && run.Head.FullName == repository && !waits(run) && run.Conclusion != "skipped"
}

var workflowFile = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*\.ya?ml$`)

// workflowOf is the file of a run's workflow, as GitHub tells it.
func workflowOf(run forge.Run) string {
	file, _, _ := strings.Cut(run.Path, "@")
	if file = path.Base(file); workflowFile.MatchString(file) {
		return file
	}
	return benchWorkflow
}

// bases is the one commit that all plans of an artifact compare with.
func bases(a artifact.Artifact) (string, error) {
	base := a.Plans[0].Sides[0].Commit
	for _, p := range a.Plans {
		if b := p.Sides[0].Commit; b != base || !commitHash.MatchString(b) {
			return "", fmt.Errorf("plan %s: base is %.80q: want the hash of one commit for all plans", p.Name, b)
		}
	}
	return base, nil
}
