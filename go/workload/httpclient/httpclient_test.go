package httpclient

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cobench/cobench/go/workload/counterpart/counterparttest"
)

var valid = Config{Requests: 20, Limit: 4, Delay: 0, Now: time.Now}

func prepare(t *testing.T, program string, change func(*Config)) *Workload {
	t.Helper()
	config := valid
	config.Counterpart = program
	change(&config)
	w, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func TestEveryLimitAndDelay(t *testing.T) {
	program := counterparttest.Build(t)
	for _, delay := range []int{0, 5} {
		for _, limit := range []int{1, 3, 64} { // in turn, a few, more than there are requests
			t.Run(fmt.Sprintf("delay=%d/limit=%d", delay, limit), func(t *testing.T) {
				w := prepare(t, program, func(c *Config) { c.Limit, c.Delay = limit, delay })
				for range 2 {
					if err := w.Check(w.Run()); err != nil {
						t.Fatal(err)
					}
				}
				p50 := w.Figures()[0]
				if least := float64(delay) * 1e6; p50.Unit != "p50-ns" || p50.Value < least || p50.Value > least+1e9 {
					t.Errorf("%v %s, want %v or more", p50.Value, p50.Unit, least)
				}
			})
		}
	}
}

// Results may be checked after all runs, as those of a cold process are.
func TestChecksAfterAllRuns(t *testing.T) {
	w := prepare(t, counterparttest.Build(t), func(c *Config) {})
	first, second := w.Run(), w.Run()
	for _, outcomes := range [][]Outcome{first, second} {
		if err := w.Check(outcomes); err != nil {
			t.Error(err)
		}
	}
}

// The clock is held still until all requests that may be at work have asked for it; one more would be seen in the time after.
func TestLimit(t *testing.T) {
	program := counterparttest.Build(t)
	for _, test := range []struct{ limit, want int }{{1, 1}, {3, 3}, {64, 20}} {
		var begun atomic.Int64
		all, move := make(chan struct{}), make(chan struct{})
		w := prepare(t, program, func(c *Config) {
			c.Limit = test.limit
			c.Now = func() time.Time {
				if begun.Add(1) == int64(test.want) {
					close(all)
				}
				<-move
				return time.Now()
			}
		})
		ended := make(chan error, 1)
		go func() { ended <- w.Check(w.Run()) }()
		<-all
		time.Sleep(10 * time.Millisecond)
		if got := begun.Load(); got != int64(test.want) {
			t.Errorf("limit=%d: %d requests of 20 are at work, want %d", test.limit, got, test.want)
		}
		close(move)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

func TestConfigRefused(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"requests=0: want 1 or more": func(c *Config) { c.Requests = 0 },
		"limit=0: want 1 or more":    func(c *Config) { c.Limit = 0 },
		"delay=-1: want 0 or more":   func(c *Config) { c.Delay = -1 },
	} {
		config := valid
		config.Counterpart = "/missing"
		change(&config)
		if _, err := New(config); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestServerThatDoesNotStart(t *testing.T) {
	config := valid
	config.Counterpart = counterparttest.Build(t)
	config.Delay = 2000
	_, err := New(config)
	if want := `counterpart todos: exit status 2: counterpart: todos: invalid value "2000ms" for flag -delay: want 0s to 1s, such as 5ms (flags: -delay)`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}

	config.Counterpart = filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(config.Counterpart, []byte("#!/bin/sh\necho hello\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err = New(config)
	if want := config.Counterpart + `: "hello": want listening and an address`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestWrongOutcomesRefused(t *testing.T) {
	w := prepare(t, counterparttest.Build(t), func(c *Config) {})
	right := w.Run()
	if err := w.Check(right); err != nil {
		t.Fatal(err)
	}
	for want, wrong := range map[string]func([]Outcome) []Outcome{
		fmt.Sprintf("request 3 was answered by checksum %08x: want %08x", uint32(todosSum+1), uint32(todosSum)): func(o []Outcome) []Outcome { o[3].Sum++; return o },
		"request 2: file already closed": func(o []Outcome) []Outcome { o[2].Err = os.ErrClosed; return o },
		"19 requests: want 20":           func(o []Outcome) []Outcome { return o[1:] },
	} {
		if err := w.Check(wrong(slices.Clone(right))); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	if _, err := w.get(); err != nil { // one that no run has sent
		t.Fatal(err)
	}
	if err := w.Check(right); err == nil || err.Error() != "the server has served 21 requests: want 20" {
		t.Errorf("error %v", err)
	}
}

func TestOtherStatusRefused(t *testing.T) {
	w := prepare(t, counterparttest.Build(t), func(c *Config) {})
	w.url = strings.TrimSuffix(w.url, "/todos")
	if err := w.Check(w.Run()); err == nil || err.Error() != "request 0: status 404: want 200" {
		t.Errorf("error %v", err)
	}
}

func TestServerThatDies(t *testing.T) {
	w := prepare(t, counterparttest.Build(t), func(c *Config) {})
	if err := w.Check(w.Run()); err != nil {
		t.Fatal(err)
	}
	if err := w.server.Close(); err != nil {
		t.Fatal(err)
	}
	err := w.Check(w.Run())
	if err == nil || !strings.HasPrefix(err.Error(), `request 0: Get "http://127.0.0.1:`) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, want a line that names request 0", err)
	}
}

func TestFigures(t *testing.T) {
	w := prepare(t, counterparttest.Build(t), func(c *Config) {
		var ticks atomic.Int64
		c.Limit = 1
		c.Now = func() time.Time { n := ticks.Add(1); return time.Unix(0, n*n) } // 3, 7, 11, … ns from each to the next
	})
	if err := w.Check(w.Run()); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(w.Figures()); got != "[{39 p50-ns} {75 p95-ns} {79 p99-ns}]" {
		t.Errorf("figures %s of 3, 7, …, 79 ns", got)
	}
	if got := w.Figures(); len(got) != 0 {
		t.Errorf("figures %v of nothing", got)
	}
}
