package plan

import (
	"fmt"

	"github.com/cobench/cobench/go/internal/config"
)

// A Cost is the runner minutes that an event takes in all. GitHub counts whole
// minutes of each job.
type Cost struct {
	Plan    int // of the job that plans
	Measure int // of those that measure
	Confirm int // that these may take besides, where much may have moved
	Report  int // of the job that brings their results together
	After   int // of what follows
	Follows string
}

// Total is what an event is expected to take.
func (c Cost) Total() int { return c.Plan + c.Measure + c.Report + c.After }

// CostOf adds up what an event takes, by bench-config/costs.yaml.
func CostOf(c config.Config, trigger Trigger, plans []Named) Cost {
	cost := Cost{Plan: minutes(c.Jobs.Plan)}
	for _, p := range plans {
		for _, j := range p.Jobs {
			likely, most := j.Estimate.Minutes()
			cost.Measure += likely
			cost.Confirm += most - likely
		}
	}
	if cost.Measure > 0 {
		cost.Report = minutes(c.Jobs.Report)
	}
	switch trigger {
	case PullRequest:
		cost.After, cost.Follows = minutes(c.Jobs.Comment), "comment"
	case Push, Schedule, Dispatch:
		cost.After, cost.Follows = minutes(c.Jobs.Publish), "history and site"
	}
	return cost
}

func (c Cost) follows() string {
	if c.After == 0 {
		return ""
	}
	return fmt.Sprintf(", %s %d", c.Follows, c.After)
}
