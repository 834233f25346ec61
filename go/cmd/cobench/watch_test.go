package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/classic"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
)

// One issue, opened, kept true and closed.
func TestTrendsThatRise(t *testing.T) {
	fake := forgetest.New(t)
	hub := forge.GitHub{API: fake.URL, Repository: forgetest.Repository, Token: "token", Now: time.Now}
	c := command{stderr: &bytes.Buffer{}}
	s := classic.Series{CPU: "A", Ruler: "1", Runtime: "go", Benchmark: "PingPong/exec=goroutine"}
	level := func(values int, ratio float64) {
		for range values {
			n := len(s.Values)
			s.Values = append(s.Values, classic.Value{Ratio: ratio * (1 + 0.002*float64(n%3)), Commit: fmt.Sprintf("%040x", n)})
		}
	}
	for _, step := range []struct {
		values int
		ratio  float64
		state  string
		said   string
	}{
		{20, 1, "", ""},
		{10, 1.2, "open", "+20.0 % | 000000000000…000000000000"},
		{10, 1.4, "open", "+40.0 %"},
		{20, 1, "closed", "All trends are back"},
	} {
		level(step.values, step.ratio)
		rises, err := classic.Rises([]classic.Series{s}, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.tell(context.Background(), hub, rises); err != nil {
			t.Fatal(err)
		}
		switch {
		case step.state == "" && len(fake.Issues) > 0:
			t.Errorf("%+v: nothing has risen", fake.Issues)
		case step.state != "" && (len(fake.Issues) != 1 || fake.Issues[0].State != step.state || !strings.Contains(fake.Issues[0].Body, step.said)):
			t.Errorf("%+v, want %s and %q", fake.Issues, step.state, step.said)
		}
	}
}
