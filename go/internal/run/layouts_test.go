package run_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/progress"
)

// relinked runs a plan that wants a new layout in each round, by a linker that
// takes so long, and returns what was linked and the samples' records.
func relinked(t *testing.T, p plan.Plan, link func(layout string) error) (links []string, records []raw.Record, said []string) {
	t.Helper()
	p.Judging.Relink = true
	dir := filepath.Join(t.TempDir(), "run")
	f := &fake{}
	o := options(t, f, p, dir)
	measuredTimes(&o)
	o.Report = func(e progress.Event) { said = append(said, e.What) }
	o.Start = func(ctx context.Context, p process.Command) (process.Usage, error) {
		if i := slices.IndexFunc(p.Args, func(a string) bool { return strings.Contains(a, "-randlayout=") }); i >= 0 {
			_, layout, _ := strings.Cut(p.Args[i], "-randlayout=")
			side := "head"
			if strings.Contains(p.Dir, filepath.Join("build", "base")) {
				side = "base"
			}
			links = append(links, side+" "+layout)
			if err := link(layout); err != nil {
				return process.Usage{}, err
			}
		}
		return f.start(ctx, p)
	}
	if _, err := run.Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	records, err := raw.Dir(dir).Records()
	if err != nil {
		t.Fatal(err)
	}
	return links, records, said
}

func TestEachRoundHasALayoutOfItsOwn(t *testing.T) {
	links, records, _ := relinked(t, judgedPlan("slow"), func(string) error { return nil })
	seen := map[string]map[int]bool{plan.Base: {}, plan.Head: {}}
	for _, r := range records {
		if r.Sample.Round == 1 {
			if r.Layout != 0 {
				t.Errorf("round 1 of %s has layout %d before anything was measured", r.Sample.Side, r.Layout)
			}
			continue
		}
		if !strings.Contains(r.Command[0], filepath.Join("build", r.Sample.Side, "relinked")) {
			t.Errorf("round %d of %s ran %s", r.Sample.Round, r.Sample.Side, r.Command[0])
		}
		seen[r.Sample.Side][r.Layout] = true
	}
	rounds := len(records) / 2
	for side, layouts := range seen {
		// The fake's clock makes linking as slow as measuring, so that one serves several rounds.
		if len(layouts) < 3 || len(layouts) >= rounds-1 {
			t.Errorf("%s: %d layouts in %d rounds", side, len(layouts), rounds)
		}
		for layout := range layouts {
			if seen[plan.Base][layout] && seen[plan.Head][layout] {
				t.Errorf("layout %d on both sides", layout)
			}
		}
	}
	for i := 0; i < len(links); i += 2 {
		if b, h := strings.Fields(links[i]), strings.Fields(links[i+1]); b[0] != "base" || h[0] != "head" {
			t.Errorf("linked %v: want both sides before a round", links[i:i+2])
		}
	}
}

func TestWhatCannotBeLinkedStaysOnBothSides(t *testing.T) {
	links, records, said := relinked(t, judgedPlan("same", "slow"), func(layout string) error {
		if strings.ContainsAny(layout[len(layout)-1:], "13579") {
			return errors.New("exit status 1") // head's
		}
		return nil
	})
	if len(links) != 2 {
		t.Errorf("linked %v: want no more after the first failure", links)
	}
	for _, r := range records {
		if r.Layout != 0 || strings.Contains(r.Command[0], "relinked") {
			t.Errorf("round %d of %s ran %s, layout %d", r.Sample.Round, r.Sample.Side, r.Command[0], r.Layout)
		}
	}
	if !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, "all rounds share one code layout: ") }) {
		t.Errorf("nobody was told: %v", said)
	}
}

// A layout that the plan names is measured in every round.
func TestANamedLayoutStays(t *testing.T) {
	p := judgedPlan("same")
	p.Sides[1].Layout = 7
	links, _, _ := relinked(t, p, func(string) error { return nil })
	if !slices.Equal(links, []string{"head 7"}) {
		t.Errorf("linked %v, want head once, when it is built", links)
	}
}
