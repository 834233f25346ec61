package main

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
)

// A caller as README.md shows it gets neither a check nor a message, since it grants no
// right to the one and passes no secret for the other; with the lines that pipeline.md
// adds to it, both arrive.
func TestWorkflowsOfACheckAndAMessage(t *testing.T) {
	s := newProject(t)
	slowerRun(t, s.fake)
	s.fake.Settings = map[string]string{"contents/words.go": contents(t, slowWords)}
	chat := newChat(t)
	secret := []string{"--secret", "SLACK_WEBHOOK=slack+" + chat.URL + "/services/hidden"}
	ended := s.ended(7, "pull_request", pipelinetest.Head, "stranger/bench", "feature")

	s.grants("comment.yml")
	said, err := s.call("comment.yml", "workflow_run", s.main, ended, secret...)
	if err != nil || len(s.fake.Comments[12]) != 1 || len(s.fake.Checks) > 0 || len(chat.messages()) > 0 || !strings.Contains(said, "no lines are marked: add checks: write to the job's permissions") {
		t.Fatalf("%v, %d comments, %+v, %q\n%s", err, len(s.fake.Comments[12]), s.fake.Checks, chat.messages(), said)
	}

	s.adds("comment.yml", checkAndMessage(t))
	s.grants("comment.yml")
	s.fake.Comments[12] = nil // what has been said is no news
	said, err = s.call("comment.yml", "workflow_run", s.commit("a check and a message"), ended, secret...)
	if err != nil || len(s.fake.Checks) != 1 {
		t.Fatalf("%v, %d checks, want one\n%s", err, len(s.fake.Checks), said)
	}
	c := s.fake.Checks[0]
	if c.Name != "cobench-lines" || c.Commit != pipelinetest.Head || c.Conclusion != "neutral" || !strings.HasPrefix(c.Output.Title, "1 slower") || !strings.Contains(c.Output.Summary, "| slower | `go` | `PingPong/") {
		t.Errorf("%+v", c)
	}
	if marked := c.Output.Annotations; len(marked) != 1 || marked[0].Path != "words.go" || marked[0].Start != 5 || marked[0].End != 5 || marked[0].Level != "warning" ||
		marked[0].Title != "slower: words.Count" || !strings.Contains(marked[0].Message, "It is in the diff.") {
		t.Errorf("marked are %+v\n%s", marked, said)
	}
	if got := chat.messages(); len(got) != 1 || !strings.HasPrefix(got[0], `POST /services/hidden {"text":"*acme/bench*, benchmarks of #12: 1 slower`) || strings.Contains(said, "hidden") {
		t.Errorf("the webhook got %q\n%s", got, said)
	}
}

// checkAndMessage are the lines that pipeline.md adds to a caller for a check and a message.
func checkAndMessage(t *testing.T) string {
	text, err := os.ReadFile(trendCallers)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("(?s)### A check and a message\n.*?```\n(.*?)```").FindStringSubmatch(string(text))
	if found == nil {
		t.Fatal("pipeline.md shows no lines for a check and a message")
	}
	return found[1]
}

// adds puts lines into a caller: those below one that it has behind that, others at its end.
func (s *shop) adds(file, lines string) {
	file = filepath.Join(".github/workflows", file)
	text, err := os.ReadFile(filepath.Join(s.dir, file))
	if err != nil {
		s.t.Fatal(err)
	}
	caller, below := string(text), ""
	for line := range strings.Lines(lines) {
		switch {
		case strings.Contains(caller, "\n"+line):
			below = line
		case strings.HasPrefix(line, "      "):
			caller = strings.Replace(caller, "\n"+below, "\n"+below+line, 1)
		default:
			caller += line
		}
	}
	s.write(file, caller)
}

// grants makes GitHub hold the token to what a caller's job is granted.
func (s *shop) grants(file string) {
	text, err := os.ReadFile(filepath.Join(s.dir, ".github/workflows", file))
	if err != nil {
		s.t.Fatal(err)
	}
	s.fake.Granted = readWorkflowText(s.t, string(text)).Jobs["comment"].Permissions
}

// contents is a file as GitHub's API answers with it.
func contents(t *testing.T, text string) string {
	answer, err := json.Marshal(map[string]string{"encoding": "base64", "content": base64.StdEncoding.EncodeToString([]byte(text))})
	if err != nil {
		t.Fatal(err)
	}
	return string(answer)
}

// A chat keeps the messages that it gets.
type chat struct {
	*httptest.Server
	mu  sync.Mutex
	got []string
}

func newChat(t *testing.T) *chat {
	c := &chat{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		c.mu.Lock()
		defer c.mu.Unlock()
		c.got = append(c.got, r.Method+" "+r.URL.Path+" "+string(text))
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *chat) messages() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.got)
}
