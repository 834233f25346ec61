package main

import (
	"testing"
	"time"
)

func TestSchedule(t *testing.T) {
	for _, test := range []struct {
		rate     int
		duration time.Duration
		requests uint64
		last     time.Duration
	}{
		{2000, 10 * time.Second, 20_000, 10*time.Second - 500*time.Microsecond},
		{8000, 100 * time.Millisecond, 800, 100*time.Millisecond - 125*time.Microsecond},
		// By intervals of whole nanoseconds it would be 0.6 ms early.
		{30_000, time.Minute, 1_800_000, time.Minute - 33_334*time.Nanosecond},
		{100_000, time.Minute, 6_000_000, time.Minute - 10*time.Microsecond},
		{3, time.Second, 3, 666_666_666},
		{15, 100 * time.Millisecond, 1, 0},
		{1, 100 * time.Millisecond, 1, 0},
	} {
		s := newSchedule(test.rate, test.duration)
		if s.requests != test.requests {
			t.Errorf("%d/s for %v: %d requests, want %d", test.rate, test.duration, s.requests, test.requests)
		}
		if got := s.after(s.requests - 1); got != test.last {
			t.Errorf("%d/s for %v: the last is due after %v, want %v", test.rate, test.duration, got, test.last)
		}
	}
}

func TestPace(t *testing.T) {
	s := newSchedule(1000, 100*time.Millisecond)
	for n := range s.requests {
		if n == 50 {
			time.Sleep(10 * time.Millisecond) // what falls behind catches up, and is not moved
		}
		wait, stop := s.Pace(0, n)
		if wait != 0 || stop {
			t.Fatalf("request %d: wait %v, stop %v", n, wait, stop)
		}
		if early := time.Until(s.due(n)); early > 0 {
			t.Fatalf("request %d is %v early", n, early)
		}
	}
	if _, stop := s.Pace(0, s.requests); !stop {
		t.Error("no stop after the last")
	}
	// With room for a busy machine: without the sleeping it would be 0, and
	// with a move 109 ms at least.
	if took := time.Since(s.begun); took < 99*time.Millisecond || took > 5*time.Second {
		t.Errorf("100 requests at 1000/s took %v", took)
	}
}
