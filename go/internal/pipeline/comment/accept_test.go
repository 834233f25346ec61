package comment

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// What the default branch accepts makes no status fail, and stays in the comment. The
// pull request's own file has no say: nobody reads it.
func TestAcceptedSlowdowns(t *testing.T) {
	for _, test := range []struct {
		name, file, state, starts, comment string
	}{
		{"accepted", "accepted:\n  - {benchmark: 'Count/.*', ceiling: 0.5, reason: 'checksums `x` @everyone', until: 2026-12-31}\n", "success", "1 accepted",
			"| accepted | `go` | `Count/two_words#01-4` |"},
		{"its reason", "accepted:\n  - {benchmark: 'Count/.*', ceiling: 0.5, reason: 'checksums `x` @everyone', until: 2026-12-31}\n", "success", "1 accepted",
			"`up to 50 % until 2026-12-31: checksums 'x' @everyone` |"},
		{"above the ceiling", "accepted:\n  - {benchmark: 'Count/.*', ceiling: 0.1, reason: checksums, until: 2026-12-31}\n", "failure", "1 slower", "| slower |"},
		{"expired", "accepted:\n  - {benchmark: 'Count/.*', ceiling: 0.5, reason: checksums, until: 2026-01-31}\n", "failure", "1 slower", "`cobench.yaml`: `accepted Count/.* has expired on 2026-01-31: checksums`"},
		{"a threshold", "thresholds:\n  - {benchmark: 'Count/.*', minimum-effect: 0.3}\n", "success", "1 accepted", "`not above its threshold of 30 %`"},
		{"broken", "accepted: {}\n", "failure", "1 slower", "| slower |"},
		{"none", "", "failure", "1 slower", "| slower |"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newProject(t)
			p.policy.FailOnSlower, p.policy.Branch, p.policy.Today = true, "main", time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
			p.leaveJobs("cobench-report", map[string]float64{"linux": 1.2}, same)
			if test.file != "" {
				encoded := base64.StdEncoding.EncodeToString([]byte(test.file))
				text, err := json.Marshal(map[string]string{"encoding": "base64", "content": encoded[:20] + "\n" + encoded[20:]})
				if err != nil {
					t.Fatal(err)
				}
				p.fake.Settings = map[string]string{"contents/cobench.yaml": string(text)}
			}
			said, err := p.comment(p.ended())
			if err != nil {
				t.Fatalf("%v: %s", err, said)
			}
			if s := p.status(); s.State != test.state || !strings.HasPrefix(s.Description, test.starts) {
				t.Errorf("%+v\n%s", s, said)
			}
			if comments := p.fake.Comments[12]; len(comments) != 1 || !strings.Contains(comments[0].Body, test.comment) {
				t.Errorf("no %q in %+v", test.comment, comments)
			}
		})
	}
}
