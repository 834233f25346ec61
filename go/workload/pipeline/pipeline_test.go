package pipeline

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

// In a bubble, so that a stage that does not end fails.
func TestEveryPipeline(t *testing.T) {
	for _, between := range []Between{Calls, Channels} {
		for _, stages := range []int{1, 2, 3, 10} {
			for _, capacity := range []int{0, 1, 64} {
				c := Config{between, stages, 1000, capacity, 1}
				t.Run(fmt.Sprint(c), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						w := prepared(t, c)
						for range 2 {
							if err := w.Check(w.Run()); err != nil {
								t.Error(err)
							}
						}
					})
				})
			}
		}
	}
}

// What arrives is the same in Kotlin's test.
func TestSameWorkInEveryLanguage(t *testing.T) {
	if got := prepared(t, Config{Calls, 4, 1000, 0, 1}).expected; got != sameInKotlin {
		t.Errorf("%#v, want %#v", got, sameInKotlin)
	}
}

var sameInKotlin = Receipt{763, 0xf629a234053e6260, 1}

func TestConfigRefused(t *testing.T) {
	for want, c := range map[string]Config{
		"between=x: want one of calls, channels": {"x", 1, 1, 0, 1},
		"stages=0: want 1 or more":               {Calls, 0, 1, 0, 1},
		"messages=0: want 1 or more":             {Calls, 1, 0, 0, 1},
		"capacity=-1: want 0 or more":            {Calls, 1, 1, -1, 1},
	} {
		if _, err := New(c); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongReceiptRefused(t *testing.T) {
	w := prepared(t, Config{Calls, 2, 100, 0, 1})
	right := w.expected
	for want, wrong := range map[string]Receipt{
		fmt.Sprintf("%d messages arrived: want %d of 100", right.Count-1, right.Count):                     {right.Count - 1, right.Chain, 1},
		fmt.Sprintf("the chain of the messages that arrived is %#x: want %#x", right.Chain+1, right.Chain): {right.Count, right.Chain + 1, 1},
		"2 parties had a part: want 1 for between=calls":                                                   {right.Count, right.Chain, 2},
	} {
		if err := w.Check(wrong); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
