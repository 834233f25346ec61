package pingpong

import (
	"fmt"
	"testing"
	"testing/synctest"
)

func prepared(t *testing.T, c Config) *Workload {
	t.Helper()
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestEveryNumberOfHops(t *testing.T) {
	for hops, want := range map[int]Ball{1: {1, Pong}, 2: {2, Ping}, 3: {3, Pong}, 1000: {1000, Ping}, 1001: {1001, Pong}} {
		t.Run(fmt.Sprint(hops), func(t *testing.T) {
			w := prepared(t, Config{hops})
			synctest.Test(t, func(t *testing.T) {
				game := w.Run()
				if *game.ball != want {
					t.Errorf("%+v, want %+v", *game.ball, want)
				}
				if err := w.Check(game); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestFigures(t *testing.T) {
	w := prepared(t, Config{2 * 3 * sampled})
	for range 2 {
		w.Run()
	}
	if got := len(w.trips.took); got != 6 {
		t.Errorf("%d round trips were sampled, want 6", got)
	}
	for _, d := range w.trips.took {
		if d <= 0 || d.Minutes() > 1 {
			t.Errorf("a round trip took %v", d)
		}
	}
	figures := w.Figures()
	if len(figures) != 2 || figures[0].Unit != "p50-ns" || figures[1].Unit != "p99-ns" || figures[0].Value > figures[1].Value {
		t.Errorf("figures %v, want p50-ns and p99-ns", figures)
	}
	if figures := w.Figures(); figures != nil {
		t.Errorf("figures %v once more, want none", figures)
	}
	w = prepared(t, Config{2*sampled - 1})
	w.Run()
	if figures := w.Figures(); figures != nil {
		t.Errorf("figures %v of a run without a sample, want none", figures)
	}
}

func TestConfigRefused(t *testing.T) {
	if _, err := New(Config{0}); err == nil || err.Error() != "hops=0: want 1 or more" {
		t.Errorf("error %v, want one that names hops", err)
	}
}

func TestWrongBallRefused(t *testing.T) {
	w := prepared(t, Config{9})
	right := w.Run()
	if n := testing.AllocsPerRun(10, func() { _ = w.Check(right) }); n != 0 {
		t.Errorf("a check allocates %v times, want 0", n)
	}
	for want, game := range map[string]Game{
		"the ball made 8 hops: want 9":                   {&Ball{8, Ping}, 4, 4},
		"ping holds the ball after 9 hops: want pong":    {&Ball{9, Ping}, 4, 5},
		"nobody holds the ball after 9 hops: want pong":  {&Ball{9, "nobody"}, 4, 5},
		"ping received 1 balls and pong 2: want 4 and 5": {&Ball{9, Pong}, 1, 2},
	} {
		if err := w.Check(&game); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
