package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/cobench/cobench/go/internal/changepoint"
	"github.com/cobench/cobench/go/internal/classic"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/markdown"
	"github.com/cobench/cobench/go/internal/publish"
)

// The issue about the trends of the default branch is known by its label and
// its mark.
const (
	watchLabel = "benchmarks"
	watchMark  = "<!-- cobench trends -->"
)

// watch opens or updates one issue where trends of the default branch have
// risen, and closes it when they are back. It does nothing where the repository
// has not opted in.
func (c command) watch(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("ci watch", flag.ContinueOnError)
	tree := flags.String("history", "", "`folder` with the history of results")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	if *tree == "" {
		return errors.New("ci watch: want -history")
	}
	root, conf, err := checkout()
	if err != nil {
		return err
	}
	if !conf.Pipeline.ChangePointIssue {
		fmt.Fprintln(c.stderr, "change-point-issue is false in profiles.yaml: no issue is opened")
		return nil
	}
	main, err := conf.Profile("main")
	if err != nil {
		return err
	}
	trends, _, err := publish.ReadTrends(*tree, conf.Pipeline.Headline, told(c.log(ctx, forge.Repository(root))))
	if err != nil {
		return err
	}
	trends, _ = classic.Ruled(trends)
	hub, err := c.server().Hub()
	if err != nil {
		return err
	}
	return c.tell(ctx, hub, classic.Rises(trends, main.MinimumEffect), main.MinimumEffect)
}

func (c command) tell(ctx context.Context, hub forge.GitHub, rises []classic.Rise, effect float64) error {
	issues, err := hub.Issues(ctx, watchLabel)
	if err != nil {
		return err
	}
	var open *forge.Issue
	for _, issue := range issues {
		if issue.User.Type == "Bot" && strings.HasPrefix(issue.Body, watchMark) {
			open = &issue
			break
		}
	}
	body := riseText(rises, effect)
	switch {
	case open == nil && len(rises) == 0:
		return nil
	case open == nil:
		fmt.Fprintf(c.stderr, "%d trends have risen: issue opened\n", len(rises))
		return hub.AddIssue(ctx, "The default branch got slower", body, watchLabel)
	case len(rises) == 0:
		fmt.Fprintf(c.stderr, "all trends are back: issue %d closed\n", open.Number)
		return hub.EditIssue(ctx, open.Number, body, "closed")
	case strings.TrimSpace(open.Body) == strings.TrimSpace(body):
		return nil
	}
	fmt.Fprintf(c.stderr, "%d trends have risen: issue %d edited\n", len(rises), open.Number)
	return hub.EditIssue(ctx, open.Number, body, "open")
}

func riseText(rises []classic.Rise, effect float64) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n", watchMark)
	if len(rises) == 0 {
		fmt.Fprintln(&text, "All trends have returned to their level.")
		return text.String()
	}
	fmt.Fprint(&text, "These trends have risen, as ratios to the ruler, and have not returned:\n\n| benchmark | runtime | CPU | change | noise | commits | p |\n|---|---|---|---|---|---|---|\n")
	for _, r := range rises {
		fmt.Fprintf(&text, "| %s | %s | %s | %+.1f %% | %.1f %% | %s…%s | %.2g |\n", markdown.Code(r.Benchmark), markdown.Code(r.Runtime), markdown.Code(r.CPU), 100*(r.Ratio-1), 100*r.Noise, r.From[:min(12, len(r.From))], r.To[:min(12, len(r.To))], r.P)
	}
	fmt.Fprintf(&text, "\nA change is listed if %d commits or more were measured after it and the level is still more than %g %% up. Noise is how far single values spread around their level (standard deviation).\n",
		changepoint.Defaults.Settled, 100*max(effect, changepoint.Defaults.MinEffect))
	fmt.Fprint(&text, "\nA new kernel or machine can cause a change point too. To find the commit: `cobench bisect`.\n")
	return text.String()
}
