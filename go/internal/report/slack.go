package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/cobench/cobench/go/internal/markdown"
)

// escaped is what Slack's mrkdwn takes for the beginning of a link, a mention or an
// entity, as its documentation wants it written.
var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// Slack is a text as one line in which Slack finds neither link nor mention.
func Slack(text string) string { return escaped.Replace(markdown.Plain(text, mostSlack)) }

// mostSlack is bytes of a text in such a message.
const mostSlack = 1000

// WriteSlack writes the rows that changed for a chat, in Slack's mrkdwn: a line for
// each, and one for each function that moved.
func WriteSlack(w io.Writer, r *Report) error {
	var out strings.Builder
	changed := r.changed()
	for i, x := range changed[:min(commentRows, len(changed))] {
		fmt.Fprintf(&out, "• %s: %s %s %s\n", x.verdicts(), slackCode(r.on(x)), slackCode(x.name()), Slack(joined(x.values(), x.change(), x.beside())))
		if i >= explained {
			continue
		}
		for _, reason := range x.reasons() {
			for _, f := range reason.functions {
				fmt.Fprintf(&out, "        %s %s %s\n", gained(f, reason.unit), slackCode(shortName(f.Name)), Slack(joined(at(f), inDiff(f))))
			}
		}
	}
	if more := len(changed) - commentRows; more > 0 {
		fmt.Fprintf(&out, "and %d more changes\n", more)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// slackCode is a text as code.
func slackCode(text string) string {
	return "`" + Slack(strings.ReplaceAll(text, "`", "'")) + "`"
}
