package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"
)

func TestSearch(t *testing.T) {
	for _, top := range []int{1, 2, 3, 10, 100, 2000, 8000, maxRate} {
		for capacity := 0; capacity <= top; capacity = max(capacity+1, capacity*101/100) {
			tried := map[int]bool{}
			found, err := search(top, func(rate int) (bool, error) {
				if rate < 1 || rate > top || tried[rate] {
					t.Errorf("top %d, capacity %d: tried %d, after %v", top, capacity, rate, tried)
				}
				tried[rate] = true
				return rate <= capacity, nil
			})
			switch {
			case err != nil:
				t.Error(err)
			case found.Rate != top || found.Attacks != len(tried) || found.Attacks > 12:
				t.Errorf("top %d, capacity %d: %+v in %d attacks", top, capacity, found, len(tried))
			case found.Held > 0 && !tried[found.Held]:
				t.Errorf("top %d, capacity %d: held %d was not tried", top, capacity, found.Held)
			case found.Held > capacity || capacity > max(found.Held, int(bracket*float64(found.Held))):
				t.Errorf("top %d, capacity %d: held %d", top, capacity, found.Held)
			}
		}
	}
}

// A server that is there one time and not the next can't keep it searching.
func TestSearchIsBounded(t *testing.T) {
	n := 0
	if found, err := search(maxRate, func(int) (bool, error) { n++; return n%2 == 0, nil }); err != nil || n > maxAttacks {
		t.Errorf("%+v, %v after %d attacks", found, err, n)
	}
	torn := errors.New("torn")
	if _, err := search(maxRate, func(int) (bool, error) { return false, torn }); !errors.Is(err, torn) {
		t.Errorf("got %v, want %v", err, torn)
	}
}

func TestHeld(t *testing.T) {
	ms := time.Millisecond
	for _, test := range []struct {
		name               string
		rate, requests, ok int
		intervals          int
		span               time.Duration
		want               bool
	}{
		{"as asked", 2000, 20_000, 20_000, 18_000, 9000 * ms, true},
		{"at 99.9 %", 2000, 20_000, 20_000, 18_000, 9009 * ms, true},
		{"at 99.8 %", 2000, 20_000, 20_000, 18_000, 9018 * ms, false},
		{"faster: it made up for a slow beginning", 2000, 20_000, 20_000, 18_000, 8900 * ms, true},
		{"99.9 % answered", 2000, 20_000, 19_980, 18_000, 9000 * ms, true},
		{"less answered", 2000, 20_000, 19_979, 18_000, 9000 * ms, false},
		{"short by one interval", 100, 10, 10, 9, 100 * ms, true},
		{"short by two", 100, 10, 10, 9, 110 * ms, false},
		{"one request", 10, 1, 1, 0, 0, true},
		{"none answered", 10, 1, 0, 0, 0, false},
	} {
		r := report{Rate: test.rate, Requests: test.requests, OK: test.ok, intervals: test.intervals, span: test.span}
		if got := r.held(); got != test.want {
			t.Errorf("%s: %t, want %t", test.name, got, test.want)
		}
	}
}

// A server that answers one request at a time, each after 2 ms, has a capacity
// of less than 500 a second, and more than 10 on any machine that tests run on.
func TestHold(t *testing.T) {
	one := make(chan bool, 1)
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		one <- true
		time.Sleep(2 * time.Millisecond)
		<-one
		echo(w, r)
	})
	a := testAttacker()
	found, err := a.hold(t.Context(), order{"hold", s.URL, 1600, minDuration})
	if err != nil {
		t.Fatal(err)
	}
	if found.Rate != 1600 || found.Held < 10 || found.Held >= 500 || found.Attacks < 5 {
		t.Errorf("%+v, want 10 to 500 held", found)
	}
	if s.requests.Load() != int64(a.objects) {
		t.Errorf("the server counts %d requests, the attacker %d", s.requests.Load(), a.objects)
	}
}

func TestHoldBrokenOff(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) })
	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer cancel()
	a := testAttacker()
	a.pause = time.Minute
	if _, err := a.hold(ctx, order{"hold", s.URL, 100, minDuration}); fmt.Sprint(err) != "context deadline exceeded" {
		t.Errorf("got %v, want the end of the context", err)
	}
}
