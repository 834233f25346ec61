package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/pipeline/comment"
	"github.com/cobench/cobench/go/internal/pipeline/event"
	"github.com/cobench/cobench/go/internal/pipeline/gate"
)

func (c command) comment(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("ci comment", flag.ContinueOnError)
	file := flags.String("event", "", "`file` with GitHub's event: a run of the benchmarks that has ended, or a label")
	var given gate.Policy
	flags.StringVar(&given.Name, "name", "", "of a project: `name` of these benchmarks, where the repository has several")
	flags.StringVar(&given.AcceptLabel, "accept-label", "", "of a project: `label` by which a pull request is accepted all the same")
	flags.BoolVar(&given.FailOnSlower, "fail-on-slower", false, "of a project: the status fails if something got slower")
	if err := c.parse(flags, args, 0, ""); err != nil {
		return err
	}
	policy, err := policyOf(flags, given)
	if err != nil {
		return err
	}
	hub, err := c.server().Hub()
	if err != nil {
		return err
	}
	e, err := event.Read(*file)
	if err != nil {
		return err
	}
	policy.Today, policy.Branch = c.now(), e.Repository.DefaultBranch
	return comment.Commenter{Hub: hub, Policy: policy, Log: c.jobLog(), Webhook: c.getenv(webhookAddress)}.Comment(ctx, e)
}

// webhookAddress is the variable that holds the address of a webhook: a secret, and so
// no flag, which all on the machine can see.
const webhookAddress = "COBENCH_WEBHOOK"

// policyOf is that of the checkout's bench-config, or of the flags where there is
// none.
func policyOf(flags *flag.FlagSet, given gate.Policy) (gate.Policy, error) {
	if _, err := root(); err != nil {
		return gate.OfProject(given)
	}
	var err error
	flags.Visit(func(f *flag.Flag) {
		if f.Name != "event" {
			err = fmt.Errorf("ci comment: -%s: set this in bench-config/%s instead", f.Name, config.ProfilesFile)
		}
	})
	if err != nil {
		return given, err
	}
	_, conf, err := checkout()
	if err != nil {
		return given, err
	}
	return gate.OfConfig(conf)
}
