package gate

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/plan"
)

// A Doubt is a reason not to take a pull request's verdicts for what the
// repository asked for, whatever they are. It never passes in silence.
type Doubt struct {
	Status  string // in a few words
	Comment string // as Markdown
}

// foreignRules reports rules of its own that a pull request was judged by. They
// come with its code: it may loosen them until nothing is ever found.
func (p Policy) foreignRules(plans []plan.Named) (*Doubt, error) {
	var theirs, ours []string
	for _, n := range plans {
		rules, err := n.Rules()
		if err != nil {
			return nil, err
		}
		wanted := p.Rules
		wanted.Alpha = rules.Alpha // which the jobs share
		for i, word := range strings.Fields(rules.String()) {
			if own := strings.Fields(wanted.String())[i]; own != word && !slices.Contains(theirs, word) {
				theirs, ours = append(theirs, word), append(ours, own)
			}
		}
	}
	alpha := plans[0].Alpha
	jobs := math.Round(p.Rules.Alpha / alpha) // that share it, each with a plan of its own where it is somebody's project
	same := !slices.ContainsFunc(plans, func(n plan.Named) bool { return n.Alpha != alpha })
	switch {
	case !same || !p.Project && jobs != 1 || jobs < float64(len(plans)) || math.Abs(alpha*jobs/p.Rules.Alpha-1) > 1e-6:
		theirs, ours = append(theirs, fmt.Sprintf("alpha=%g", alpha)), append(ours, fmt.Sprintf("alpha=%g", p.Rules.Alpha))
	case len(theirs) == 0 && jobs > float64(len(plans)):
		silent := markdown.Count(int(jobs)-len(plans), "job")
		return &Doubt{silent + " left nothing", fmt.Sprintf("%s of %d left no results, not even a plan.", silent, int(jobs))}, nil
	case len(theirs) == 0:
		return nil, nil
	}
	return &Doubt{
		"judged by rules of its own",
		fmt.Sprintf("This pull request is judged by rules of its own: %s, where %s has %s.", markdown.Code(strings.Join(theirs, " ")), p.Whose, markdown.Code(strings.Join(ours, " "))),
	}, nil
}

// foreignBase tells whether base is another commit than GitHub's merge base: by a
// base of its choice a pull request may hide what it made slower. Without a pull
// request that can be read, what it is to be merged into is taken to be the default
// branch.
func foreignBase(ctx context.Context, hub forge.GitHub, log pipeline.Log, base, head, into string) (*Doubt, error) {
	want, err := hub.MergeBase(ctx, into, head)
	switch {
	case forge.Withheld(err):
		log.Lacks("contents: read", "it can't be told whether base is the merge base")
		return &Doubt{"its base could not be checked", "It could not be checked whether base is the merge base: the job lacks the permission `contents: read`."}, nil
	case forge.Missing(err):
		return &Doubt{"its base could not be checked", "It could not be checked whether base is the merge base: GitHub knows none."}, nil
	case err != nil:
		return nil, err
	case want == base:
		return nil, nil
	}
	return &Doubt{"not compared with the merge base", fmt.Sprintf("Base is %s, but the merge base is %s: the comparison includes the commits between them.", markdown.Code(base), markdown.Code(want))}, nil
}

// commitHash is of a commit: what else an artifact calls one is no argument of
// anything.
var commitHash = regexp.MustCompile(`^[0-9a-f]{40}([0-9a-f]{24})?$`)
