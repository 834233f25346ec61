package latest

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

// In a bubble, so that a subscriber that waits for ever fails.
func TestEveryPace(t *testing.T) {
	for _, pace := range []Pace{Seen, Free} {
		for _, subscribers := range []int{1, 2, 100} {
			for _, updates := range []int{1, 2, 1000} {
				c := Config{pace, subscribers, updates, 1}
				t.Run(fmt.Sprint(c), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						w := prepared(t, c)
						for range 2 {
							if err := w.Check(w.Run()); err != nil {
								t.Error(err)
							}
						}
						if got := w.Figures(); len(got) != 1 || got[0].Unit != "seen/op" || got[0].Value <= 0 || got[0].Value > 1 || pace == Seen && got[0].Value != 1 {
							t.Errorf("%v, want one share, 1 for pace=seen", got)
						}
						if got := w.Figures(); got != nil {
							t.Errorf("%v, want none where nothing ran in between", got)
						}
					})
				})
			}
		}
	}
}

// The sum is the same in Kotlin's test.
func TestSameWorkInEveryLanguage(t *testing.T) {
	if got := prepared(t, Config{Seen, 1, 100, 7}).sum; got != sameInKotlin {
		t.Errorf("%#x, want %#x", got, uint64(sameInKotlin))
	}
}

const sameInKotlin = 0x9d5cabf785697f28

func TestConfigRefused(t *testing.T) {
	for want, c := range map[string]Config{
		"pace=x: want one of seen, free": {"x", 1, 1, 1},
		"subscribers=0: want 1 or more":  {Seen, 0, 1, 1},
		"updates=0: want 1 or more":      {Seen, 1, 0, 1},
	} {
		if _, err := New(c); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongReceiptsRefused(t *testing.T) {
	w := prepared(t, Config{Seen, 2, 10, 1})
	for want, spoil := range map[string]func([]Receipt) []Receipt{
		"1 subscribers have a receipt: want 2":                                              func(r []Receipt) []Receipt { return r[1:] },
		"subscriber 1 saw 2 updates after a newer one and 0 of another value: want 0 and 0": func(r []Receipt) []Receipt { r[1].Late = 2; return r },
		"subscriber 0 saw 0 updates after a newer one and 1 of another value: want 0 and 0": func(r []Receipt) []Receipt { r[0].Wrong = 1; return r },
		"subscriber 0 saw update 8 last: want 9":                                            func(r []Receipt) []Receipt { r[0].Last = 8; return r },
		"subscriber 1 saw 9 updates: want 10":                                               func(r []Receipt) []Receipt { r[1].Seen = 9; return r },
		fmt.Sprintf("the sum of what subscriber 1 saw is 0x1: want %#x", w.sum):             func(r []Receipt) []Receipt { r[1].Sum = 1; return r },
	} {
		if err := w.Check(spoil(w.Run())); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
