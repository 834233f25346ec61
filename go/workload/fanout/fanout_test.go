package fanout

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func config(outcome Outcome) Config {
	return Config{Requests: 5, Children: 8, Outcome: outcome, Timeout: time.Second, Work: 100, Seed: 1, Now: time.Now}
}

func prepared(t *testing.T, c Config) *Workload {
	t.Helper()
	w, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// In a bubble, whose clock moves only when everybody waits: a request that times out takes its timeout, to the nanosecond, and no other
// takes any time.
func TestEveryOutcome(t *testing.T) {
	for outcome, want := range map[Outcome]time.Duration{Answers: 0, Failure: 0, Timeout: 5 * time.Second} {
		for _, children := range []int{1, 2, 100} {
			t.Run(fmt.Sprintf("outcome=%s children=%d", outcome, children), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c := config(outcome)
					c.Children = children
					w := prepared(t, c)
					begun := time.Now()
					if err := w.Check(w.Run()); err != nil {
						t.Error(err)
					}
					if took := time.Since(begun); took != want {
						t.Errorf("took %v, want %v", took, want)
					}
					for _, figure := range w.Figures() {
						if figure.Value != 0 {
							t.Errorf("%s is %v: want 0", figure.Unit, figure.Value)
						}
					}
				})
			})
		}
	}
}

// Time may be up before all children of a request have begun.
func TestMoreCancelledWhereTimeIsUp(t *testing.T) {
	w := prepared(t, config(Timeout))
	for tally, right := range map[Tally]bool{
		{TimedOut: 5, Replies: 35, Cancelled: 5}:  true,
		{TimedOut: 5, Replies: 30, Cancelled: 10}: true,
		{TimedOut: 5, Replies: 36, Cancelled: 4}:  false,
		{TimedOut: 5, Replies: 30, Cancelled: 5}:  false,
	} {
		if err := w.Check(tally); (err == nil) != right {
			t.Errorf("%+v: error %v", tally, err)
		}
	}
}

// The sum is the same in Kotlin's test.
func TestSameWorkInEveryLanguage(t *testing.T) {
	if got := prepared(t, config(Answers)).expected.Sum; got != sameInKotlin {
		t.Errorf("%#x, want %#x", got, uint64(sameInKotlin))
	}
}

const sameInKotlin = 0xc6a1f0a855f2a4c3

func TestConfigRefused(t *testing.T) {
	for want, spoil := range map[string]func(*Config){
		"requests=0: want 1 or more":                       func(c *Config) { c.Requests = 0 },
		"children=0: want 1 or more":                       func(c *Config) { c.Children = 0 },
		"outcome=x: want one of answers, failure, timeout": func(c *Config) { c.Outcome = "x" },
		"timeout=0: want 1 or more":                        func(c *Config) { c.Timeout = 0 },
		"work=-1: want 0 or more":                          func(c *Config) { c.Work = -1 },
	} {
		c := config(Answers)
		spoil(&c)
		if _, err := New(c); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWrongTallyRefused(t *testing.T) {
	w := prepared(t, config(Answers))
	for want, wrong := range map[string]Tally{
		"4 requests were answered, 0 failed and 1 timed out: want 5, 0 and 0": {Answered: 4, TimedOut: 1, Replies: 40, Sum: w.expected.Sum},
		"39 children answered and 1 were cancelled: want 40 and 0":            {Answered: 5, Replies: 39, Cancelled: 1, Sum: w.expected.Sum},
		fmt.Sprintf("the answers' sum is 0x1: want %#x", w.expected.Sum):      {Answered: 5, Replies: 40, Sum: 1},
	} {
		if err := w.Check(wrong); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
