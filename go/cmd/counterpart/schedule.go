package main

import "time"

// A schedule says when each request of an attack is due: the first at once,
// and so many a second from then on. It is the Pacer of Vegeta's attack.
//
// Vegeta's own constant pacer leaves the sleeping to time.Sleep, which is up
// to a millisecond late in a process that has nothing else to do, truncates
// the interval to nanoseconds, and ends by the clock: a generator that falls
// behind sends less, which nobody sees. Here the number of requests is fixed.
type schedule struct {
	rate     int // requests a second
	requests uint64
	begun    time.Time // when the first is due; zero until Pace is asked for it
}

// newSchedule returns that of rate for a duration, with at least one request.
func newSchedule(rate int, duration time.Duration) *schedule {
	n := uint64(rate) * uint64(duration) / uint64(time.Second)
	return &schedule{rate: rate, requests: max(n, 1)}
}

// after is how long after the first request the nth from it is due.
func (s *schedule) after(n uint64) time.Duration {
	return time.Duration(n * uint64(time.Second) / uint64(s.rate))
}

// due is when the request of that number is due, from 0.
func (s *schedule) due(n uint64) time.Time { return s.begun.Add(s.after(n)) }

// Pace waits until the next request is due, and stops after the last. It
// takes the time itself, since Vegeta's own tells nothing of when it began.
func (s *schedule) Pace(_ time.Duration, sent uint64) (time.Duration, bool) {
	if sent == s.requests {
		return 0, true
	}
	if s.begun.IsZero() {
		s.begun = time.Now()
	}
	for due := s.due(sent); ; {
		wait := time.Until(due)
		if wait <= 0 {
			return 0, false
		}
		sleep(wait)
	}
}

// Rate is what Vegeta's plots show.
func (s *schedule) Rate(time.Duration) float64 { return float64(s.rate) }
