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
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/publish"
)

// One issue, opened, kept true and closed, by the change points of the site.
func TestTrendsThatRise(t *testing.T) {
	fake := forgetest.New(t)
	hub := forge.GitHub{API: fake.URL, Repository: forgetest.Repository, Token: "token", Now: time.Now}
	c := command{stderr: &bytes.Buffer{}}
	root, n := t.TempDir(), 0
	level := func(values int, ratio float64) {
		for range values {
			commit, began := fmt.Sprintf("%040x", n), time.Date(2026, 11, 1, n, 0, 0, 0, time.UTC)
			text := fmt.Sprintf("cpu: A\ncores: 1\nruntime: go\nside: head\ncommit: %s\ndate: %s\nruler: 1\nruler-times: arithmetic=1e-9 memory=1e-9 channels=1e-9\nBenchmarkPingPong/exec=goroutine 1 %g ns/op\n",
				commit, began.Format(time.RFC3339), 100*ratio*(1+0.002*float64(n%3)))
			if _, err := history.Add(root, history.New(history.Main, began, commit, "1", "go"), []byte(text)); err != nil {
				t.Fatal(err)
			}
			n++
		}
	}
	for _, step := range []struct {
		values int
		ratio  float64
		state  string
		said   string
	}{
		{20, 1, "", ""},
		{10, 1.2, "open", "+20.0 % | 0.2 % | 000000000000…000000000000"},
		{10, 1.4, "open", "+40.0 %"},
		{20, 1, "closed", "All trends have returned"},
	} {
		level(step.values, step.ratio)
		trends, _, err := publish.ReadTrends(root, []string{"PingPong"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.tell(context.Background(), hub, classic.Rises(trends, 0.05), 0.05); err != nil {
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
