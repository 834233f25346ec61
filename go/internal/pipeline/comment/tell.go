package comment

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/report"
	"github.com/cobench/cobench/go/internal/webhook"
)

// A message is what a webhook gets: a report, where it is of, and what the commit
// status says.
type message struct {
	Repository  string `json:"repository"` // owner/name
	PullRequest int    `json:"pullRequest"`
	Name        string `json:"name,omitempty"` // of these benchmarks among several
	Run         string `json:"run"`            // address of its page
	State       string `json:"state"`          // of the commit status: success, failure, error
	Description string `json:"description"`    // of the commit status
	report.Document
}

// tell sends what the comment says to the webhook. That it can't be sent loses
// nothing, and nothing is sent twice.
func (c Commenter) tell(ctx context.Context, run forge.Run, pull forge.Pull, v verdict) {
	if c.Webhook == "" {
		return
	}
	hook, err := webhook.Parse(c.Webhook)
	if err == nil {
		var what any
		if hook.Slack {
			what, err = c.slack(run, pull, v)
		} else {
			what = message{c.Hub.Repository, pull.Number, c.Policy.Name, run.HTML, v.status.State, v.status.Description, v.found.Report.Document()}
		}
		if err == nil {
			err = hook.Send(ctx, what)
		}
	}
	if err != nil {
		c.Log.Warn(fmt.Sprintf("the webhook got no message: %v", err))
		return
	}
	fmt.Fprintf(c.Log, "pull request %d: message sent to the webhook\n", pull.Number)
}

// slack is the message in the format of Slack's incoming webhooks.
func (c Commenter) slack(run forge.Run, pull forge.Pull, v verdict) (any, error) {
	var text strings.Builder
	what := "benchmarks"
	if c.Policy.Name != "" {
		what += " of " + c.Policy.Name
	}
	fmt.Fprintf(&text, "*%s*, %s of %s: %s\n", report.Slack(c.Hub.Repository), what, slackLink(pull.HTML, fmt.Sprintf("#%d", pull.Number)), report.Slack(v.status.Description))
	if err := report.WriteSlack(&text, v.found.Report); err != nil {
		return nil, err
	}
	if link := slackLink(run.HTML, "The run"); link != "The run" {
		fmt.Fprintf(&text, "%s shows every row.\n", link)
	}
	return map[string]any{"text": text.String(), "unfurl_links": false, "unfurl_media": false}, nil
}

// slackLink is a link, or its text alone where there is no address.
func slackLink(address, text string) string {
	if u, err := url.Parse(address); err != nil || u.Scheme != "https" || strings.ContainsAny(address, "<>| ") {
		return text
	}
	return "<" + address + "|" + text + ">"
}
