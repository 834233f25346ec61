package comment

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
)

// A chat is the other end of a webhook.
type chat struct {
	*httptest.Server
	got    [][]byte
	answer int
}

func newChat(t *testing.T) *chat {
	c := &chat{answer: http.StatusOK}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(r.Body)
		if err != nil || r.URL.Path != "/services/hidden" {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		c.got = append(c.got, text)
		w.WriteHeader(c.answer)
	}))
	t.Cleanup(c.Close)
	return c
}

// What got slower goes to a chat once, in Slack's format.
func TestSlackMessage(t *testing.T) {
	c, p := newChat(t), newPullRequest(t)
	p.webhook = "slack+" + c.URL + "/services/hidden"
	p.fake.Pulls[1].HTML = "https://github.com/acme/bench/pull/12"
	p.profiled(take)
	said, err := p.comment(p.ended())
	if err != nil || len(c.got) != 1 || !strings.Contains(said, "pull request 12: message sent to the webhook") || strings.Contains(said, "hidden") {
		t.Fatalf("%v, %d messages, %s", err, len(c.got), said)
	}
	var message struct {
		Text   string
		Unfurl *bool `json:"unfurl_links"`
	}
	if err := json.Unmarshal(c.got[0], &message); err != nil || message.Unfurl == nil || *message.Unfurl {
		t.Errorf("%v, %s", err, c.got[0])
	}
	golden(t, "testdata/slack.txt", message.Text)
	// Neither the same again nor good news is told.
	p.comment(p.ended())
	p.left(1)
	p.comment(p.ended())
	if len(c.got) != 1 {
		t.Errorf("%d messages, want one", len(c.got))
	}
}

// Without Slack it is the report's document, by its own schema, and what it is of.
func TestJSONMessage(t *testing.T) {
	c, p := newChat(t), newPullRequest(t)
	p.webhook = c.URL + "/services/hidden"
	p.policy.FailOnSlower = true
	p.profiled(take)
	if said, err := p.comment(p.ended()); err != nil || len(c.got) != 1 {
		t.Fatalf("%v, %d messages, %s", err, len(c.got), said)
	}
	var got map[string]any
	if err := json.Unmarshal(c.got[0], &got); err != nil {
		t.Fatal(err)
	}
	if got["repository"] != "acme/bench" || got["pullRequest"] != 12.0 || got["run"] != p.run.HTML || got["state"] != "failure" || !strings.HasPrefix(got["description"].(string), "1 slower") || got["head"] != headSHA {
		t.Errorf("%s", c.got[0])
	}
	text, err := os.ReadFile(filepath.Join(pipelinetest.Checkout(t), "site/public/schema/report.json"))
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err == nil {
		err = resolved.Validate(got)
	}
	if err != nil {
		t.Error(err)
	}
	if delete(got, "rows"); resolved.Validate(got) == nil {
		t.Error("the schema takes a report without rows")
	}
}

// A webhook that fails is one warning, is not tried again, and loses nothing else.
func TestWebhookThatFails(t *testing.T) {
	c := newChat(t)
	c.answer = http.StatusInternalServerError
	for address, want := range map[string]string{
		"slack+" + c.URL + "/services/hidden": "the webhook got no message: the answer is 500",
		"http://example.com/services/hidden":  "the webhook got no message: want an address that begins with https://",
		"hidden":                              "the webhook got no message: want an address such as https://hooks.slack.com/…",
	} {
		p := newPullRequest(t)
		p.webhook = address
		p.profiled(take)
		said, err := p.comment(p.ended())
		if err != nil || strings.Count(said, want+"\n") != 1 || strings.Contains(said, "hidden") || strings.Contains(said, "example.com") {
			t.Errorf("%v, want once %q in\n%s", err, want, said)
		}
		if len(p.fake.Comments[12]) != 1 || len(p.fake.Checks) != 1 || p.status().State != "success" {
			t.Errorf("%+v, %+v, %+v", p.fake.Comments, p.fake.Checks, p.status())
		}
		p.comment(p.ended())
	}
	if len(c.got) != 1 {
		t.Errorf("%d messages, want one", len(c.got))
	}
}

// A chat shows a stranger's names as names.
func TestMessageOfStrangers(t *testing.T) {
	c, p := newChat(t), newProject(t)
	p.webhook = "slack+" + c.URL + "/services/hidden"
	p.fake.Pulls[1].HTML = "https://github.com/acme/bench/pull/12|<!channel>"
	p.leaveJobs("cobench-report", map[string]float64{"linux": 1.2}, func(s string) string {
		return strings.ReplaceAll(s, "Count/two_words#01", "X/<!channel>|<https://evil.example|fine>&`")
	})
	if said, err := p.comment(p.ended()); err != nil || len(c.got) != 1 {
		t.Fatalf("%v, %d messages, %s", err, len(c.got), said)
	}
	var message struct{ Text string }
	if err := json.Unmarshal(c.got[0], &message); err != nil {
		t.Fatal(err)
	}
	if i := strings.Index(message.Text, "<"); i != strings.Index(message.Text, "<"+p.run.HTML+"|The run>") || strings.Contains(message.Text, "channel|") || !slices.Contains(strings.Fields(message.Text), "#12:") {
		t.Errorf("%s", message.Text)
	}
}
