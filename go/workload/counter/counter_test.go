package counter

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

// The same number stands in the Kotlin twin's tests.
func TestChecksum(t *testing.T) {
	const want = 150078
	for _, variant := range variants {
		t.Run(string(variant), func(t *testing.T) {
			skipRace(t, variant)
			w := prepared(t, Config{variant, 100_000, 3, 1})
			if w.expected != want {
				t.Errorf("%d is expected, want %d", w.expected, want)
			}
			for run := range 2 {
				if got := w.Run(); got != want && !w.races() {
					t.Errorf("run %d: total %d, want %d", run, got, want)
				}
			}
		})
	}
}

func TestEveryVariantAndNumberOfWorkers(t *testing.T) {
	for _, variant := range variants {
		for _, workers := range []int{1, 2, 7, 64, 200} {
			for _, increments := range []int{1, 100, 1001} {
				t.Run(fmt.Sprintf("%s/workers=%d/increments=%d", variant, workers, increments), func(t *testing.T) {
					skipRace(t, variant)
					synctest.Test(t, func(t *testing.T) {
						w := prepared(t, Config{variant, increments, workers, 1})
						if err := w.Check(w.Run()); err != nil {
							t.Error(err)
						}
					})
				})
			}
		}
	}
}

func TestSharesAreAllIncrements(t *testing.T) {
	for _, test := range []struct{ increments, workers, first, last int }{
		{10, 3, 4, 3},
		{9, 3, 3, 3},
		{2, 3, 1, 0},
	} {
		w := prepared(t, Config{Isolated, test.increments, test.workers, 1})
		sum := 0
		for _, s := range w.shares {
			sum += s.increments
		}
		first, last := w.shares[0].increments, w.shares[test.workers-1].increments
		if sum != test.increments || first != test.first || last != test.last {
			t.Errorf("%+v: %d in all, the first has %d and the last %d", test, sum, first, last)
		}
	}
}

func TestConfigRefused(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"variant=x: want one of isolated, returned, atomic, mutex, striped, confined, plain, volatile": func(c *Config) { c.Variant = "x" },
		"increments=0: want 1 or more": func(c *Config) { c.Increments = 0 },
		"workers=-1: want 1 or more":   func(c *Config) { c.Workers = -1 },
	} {
		config := Config{Isolated, 10, 2, 1}
		change(&config)
		if _, err := New(config); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongTotalRefused(t *testing.T) {
	for _, variant := range variants {
		for _, workers := range []int{1, 2} {
			w := prepared(t, Config{variant, 10, workers, 1})
			right := w.expected
			if err := w.Check(right); err != nil {
				t.Fatal(err)
			}
			if n := testing.AllocsPerRun(10, func() { _ = w.Check(right) }); n != 0 {
				t.Errorf("%s: a check allocates %v times, want 0", variant, n)
			}
			want := fmt.Sprintf(": want %d", right)
			wrong := []int64{0, right + 1, right - 1}
			if (variant == Plain || variant == Volatile) && workers == 2 {
				want = fmt.Sprintf(": want 1 to %d", right)
				wrong = wrong[:2]
			}
			for _, total := range wrong {
				want := fmt.Sprintf("total is %d%s", total, want)
				if err := w.Check(total); err == nil || err.Error() != want {
					t.Errorf("%s, workers=%d: error %v, want %s", variant, workers, err, want)
				}
			}
		}
	}
}

func TestFiguresOfRaces(t *testing.T) {
	for _, variant := range variants {
		w := prepared(t, Config{variant, 1000, 2, 1})
		if got := w.Figures(); got != nil {
			t.Errorf("%s: %v, want none before anything ran", variant, got)
		}
		_ = w.Check(w.expected)
		if !w.races() {
			if got := w.Figures(); got != nil {
				t.Errorf("%s: %v, want none", variant, got)
			}
			continue
		}
		_ = w.Check(w.expected / 2)
		got := w.Figures()
		if len(got) != 1 || got[0].Unit != "lost-updates/op" || got[0].Value < 0.249 || got[0].Value > 0.251 {
			t.Errorf("%s: %v, want a quarter of lost-updates/op", variant, got)
		}
		if got := w.Figures(); got != nil {
			t.Errorf("%s: %v, want none where nothing ran in between", variant, got)
		}
	}
}

// skipRace keeps the race detector from what is a race by design. It has nothing against [Volatile].
func skipRace(t *testing.T, variant Variant) {
	t.Helper()
	if raceDetector && variant == Plain {
		t.Skip("plain is a data race, which is what it measures")
	}
}
