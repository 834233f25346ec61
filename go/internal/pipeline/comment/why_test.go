package comment

import (
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
)

// profiled leaves what both jobs measured, PingPong slower on one, and what a profile says of its
// functions.
func (p *pullRequest) profiled(functions string) {
	p.t.Helper()
	var text strings.Builder
	if err := p.plan.Write(&text); err != nil {
		p.t.Fatal(err)
	}
	p.fake.Artifacts[7] = map[string][]byte{artifact.Name: pipelinetest.Zip(p.t, map[string]string{
		"plans/pr.json":                 text.String(),
		"results/pr/" + x86Job + ".txt": measured(p.t, p.plan, x86Job, 1.2),
		"results/pr/" + armJob + ".txt": measured(p.t, p.plan, armJob, 1),
		"why/pr/" + x86Job + ".json": `{"rows": [{"runtime": "go", "benchmark": "PingPong/hops=10000/exec=goroutine-4", "unit": "ns/op", "none": "see https://evil.example", "flame": "why/1/flame.html",
			"functions": [` + functions + `]}]}`,
	})}
}

// The functions that moved cross from a fork's artifact into the comment as names.
func TestWhyInTheComment(t *testing.T) {
	p := newPullRequest(t)
	p.profiled(`{"name": "a.com/b/pingpong.take", "file": "go/take.go", "line": 9, "base": 10, "head": 40, "inDiff": true}, {"name": "[x](https://evil.example) @everyone", "base": 1, "head": 0}`)
	if said, err := p.comment(p.ended()); err != nil || len(p.fake.Comments[12]) != 1 {
		t.Fatalf("%v: %s", err, said)
	}
	body := p.fake.Comments[12][0].Body
	for _, want := range []string{"| +30.0\u00a0ns | 10.0\u00a0ns → 40.0\u00a0ns | **in the diff** `pingpong.take` | `go/take.go:9` |", "%20%40everyone",
		"\nFlame graphs of the difference are in [the run's artifacts](https://github.com/acme/bench/actions/runs/7#artifacts):\n\n" +
			"- `PingPong/hops=10000/exec=goroutine-4`: `pr-ubuntu-24.04-hotspot/why/1/flame.html` in `run-pr-ubuntu-24.04-hotspot`\n"} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q in\n%s", want, body)
		}
	}
	for _, gone := range []string{"https://evil", "@everyone"} {
		if strings.Contains(body, gone) {
			t.Errorf("%q is in\n%s", gone, body)
		}
	}
}
