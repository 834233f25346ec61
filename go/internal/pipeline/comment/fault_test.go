package comment

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/pipeline/gate"
	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
)

// without is a zip file without the files that have a word in their names.
func without(t testing.TB, packed []byte, word string) []byte {
	from, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	kept := map[string]string{}
	for _, f := range from.File {
		if strings.Contains(f.Name, word) {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		kept[f.Name] = string(text)
	}
	return pipelinetest.Zip(t, kept)
}

// What GitHub may answer in place of what was asked for. A row more is a fault
// more, at every call that the comment makes.
var apiFaults = []struct {
	name  string
	fault forgetest.Fault
	// passes says that the same call made again is answered, and so all is as if
	// nothing had been.
	passes bool
}{
	{"401", forgetest.Fault{Status: 401, Body: `{"message": "Bad credentials"}`}, false},
	{"403", forgetest.Fault{Status: 403, Body: `{"message": "Forbidden"}`}, false},
	{"403 of a permission", forgetest.Fault{Status: 403, Body: `{"message": "Resource not accessible by integration"}`}, false},
	{"403 of a limit", forgetest.Fault{Status: 403, Header: map[string]string{"Retry-After": "3"}}, true},
	{"404", forgetest.Fault{Status: 404, Body: `{"message": "Not Found"}`}, false},
	{"409", forgetest.Fault{Status: 409, Body: `{"message": "Conflict"}`}, false},
	{"422", forgetest.Fault{Status: 422, Body: `{"message": "Validation Failed"}`}, false},
	{"429", forgetest.Fault{Status: 429, Header: map[string]string{"Retry-After": "7"}}, true},
	{"500", forgetest.Fault{Status: 500}, true},
	{"502 in HTML", forgetest.Fault{Status: 502, Body: "<html>"}, true},
	{"500, and done all the same", forgetest.Fault{Status: 500, Done: true}, true},
	{"a connection that breaks", forgetest.Fault{}, true},
	{"an answer cut short", forgetest.Fault{Cut: true}, true},
	{"no JSON", forgetest.Fault{Status: 200, Body: "<html>"}, false},
	{"another shape", forgetest.Fault{Status: 200, Body: `{"a": [1]}`}, false},
	{"a message with commands", forgetest.Fault{Status: 418, Body: `{"message": "\n::error::gone\u001b[2J"}`}, false},
}

// The calls of a comment on what got slower, where nothing was said before and
// where something was.
var commentCalls = []string{
	"GET actions/workflows", "GET pulls", "GET actions/runs", "GET actions/artifacts", "GET compare", "POST statuses", "GET issues", "POST issues", "PATCH issues",
	"GET commits", "POST check-runs",
}

// Whatever GitHub answers, once or from then on, what got slower is never told to
// be fine, nothing is said twice, what fails is told, and the next time all is well.
func TestFaultsOfTheAPI(t *testing.T) {
	slower := slowerBy(t, 1.2)
	for _, call := range commentCalls {
		for _, test := range apiFaults {
			for _, times := range []int{1, 30} {
				if times > 1 && !test.passes { // it is not made again
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%d", call, test.name, times), func(t *testing.T) {
					p := newProject(t)
					p.fake.Artifacts[7] = map[string][]byte{gate.ProjectArtifact: slower}
					p.policy.FailOnSlower = true
					before := 0
					if strings.HasPrefix(call, "PATCH") {
						said := forge.Comment{ID: 5, Body: mark(noPolicy) + "\nold"}
						said.User.Type = "Bot"
						p.fake.Comments[12], before = []forge.Comment{said}, 1
					}
					p.fake.Broken = map[string][]forgetest.Fault{call: slices.Repeat([]forgetest.Fault{test.fault}, times)}
					said, err := p.comment(p.ended())
					if len(p.fake.Broken[call]) == times {
						t.Fatalf("the call was not made: %v", p.fake.Calls)
					}
					p.neverFine(said, before)
					if test.passes && times == 1 && err != nil {
						t.Errorf("%v, %s: want it done", err, said)
					}
					if err == nil && len(p.fake.Statuses[headSHA]) == 0 && len(p.fake.Comments[12]) == before {
						t.Errorf("nothing was said, and nothing was told to be wrong: %s", said)
					}
					if err != nil && !strings.Contains(said, "cobench: ") {
						t.Errorf("%v without a reason: %s", err, said)
					}
					p.fake.Broken = nil
					said, err = p.comment(p.ended())
					all := p.fake.Comments[12]
					if err != nil || p.status().State != "failure" || len(all) == 0 || !strings.Contains(all[len(all)-1].Body, "**1 slower**") {
						t.Errorf("the next time: %v, %s, %+v, %+v", err, said, p.status(), all)
					}
					p.neverFine(said, before)
				})
			}
		}
	}
}

// slowerBy is what a project's pull request leaves that made something slower.
func slowerBy(t *testing.T, ratio float64) (packed []byte) {
	t.Run("artifact", func(t *testing.T) {
		p := newProject(t)
		p.leaveJobs(gate.ProjectArtifact, map[string]float64{"linux": ratio}, same)
		packed = p.fake.Artifacts[7][gate.ProjectArtifact]
	})
	return packed
}

// neverFine holds what was said to what got slower; a comment that was there
// before may be gone.
func (p *pullRequest) neverFine(said string, before int) {
	p.t.Helper()
	for _, s := range p.fake.Statuses[headSHA] {
		if s.State == "success" {
			p.t.Errorf("what got slower is a success: %+v", s)
		}
	}
	if n := len(p.fake.Comments[12]); n > 1+before {
		p.t.Errorf("%d comments", n)
	}
	checked := map[string]bool{}
	for _, c := range p.fake.Checks {
		if c.Conclusion != "failure" || checked[c.External] {
			p.t.Errorf("check %s: %s, twice: %v", c.External, c.Conclusion, checked[c.External])
		}
		checked[c.External] = true
	}
	for line := range strings.Lines(said) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.ContainsAny(line, "\x1b\r") || strings.Contains(line, "Bearer") {
			p.t.Errorf("%q", line)
		}
	}
}
