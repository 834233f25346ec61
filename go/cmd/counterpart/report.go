package main

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// A report is what came of an attack. Its JSON is the answer to "attack".
type report struct {
	First    uint64 `json:"first-id"` // the requests have the ids from here on
	Requests int    `json:"requests"` // that were due: rate × duration
	Sent     int    `json:"sent"`     // without those that could not be sent in time
	OK       int    `json:"ok"`       // answered with 200 and the object that was sent
	Rate     int    `json:"rate"`     // that was asked for, a second

	// Achieved is OK a second, from when the first request was due until the
	// last answer, 200 or not, had come; but at least for as long as the attack
	// should take, so that it is never above Rate. (Vegeta's throughput counts
	// from the first request to the last answer too, but n requests span only
	// n-1 intervals, so that it may be above the rate that was asked for; its
	// rate counts requests, answered or not, and doesn't wait for answers.)
	Achieved float64 `json:"achieved"`

	// Pace is the rate at which the middle nine tenths of the OK answers came:
	// it tells whether the server kept up, whatever the latency, which Achieved
	// loses at the end of a short attack. 0 for fewer than 2 answers.
	Pace      float64       `json:"pace"`
	intervals int           // between those answers
	span      time.Duration // that they take together

	// Held tells whether the server held the rate, as hold would have it.
	Held bool `json:"held"`

	ErrorRate float64   `json:"error-rate"` // share of Requests that are not OK, 0 to 1
	Errors    []failure `json:"errors"`     // the most frequent 5, none if there were none

	// Latency is of all requests, the failed ones too: from when each was due
	// to when its answer had been read, or it had failed. Vegeta's latency
	// begins when a worker takes the request up, which is later where the
	// workers are busy with a slow server: the requests that meet it at its
	// worst would count as the fastest, which is coordinated omission.
	Latency latency `json:"latency-ns"`
	// Late is the part of it before the request was taken up to be sent: the
	// load's own fault where the server keeps up.
	Late latency `json:"late-ns"`

	Connections int  `json:"connections"` // opened during the attack
	UnderWay    int  `json:"under-way"`   // requests, most at once
	Limit       int  `json:"limit"`       // of connections and of requests under way at once
	CPUs        int  `json:"cpus"`        // processors that the load may use
	Apart       bool `json:"apart"`       // and which none of the parent's are among

	Histogram []bucket `json:"histogram"` // of the latencies
}

// A latency sums up times, each to the nanosecond.
type latency struct {
	Mean time.Duration `json:"mean"`
	P50  time.Duration `json:"p50"`
	P95  time.Duration `json:"p95"`
	P99  time.Duration `json:"p99"`
	Max  time.Duration `json:"max"`
}

// sum sorts the times and sums them up.
func sum(all []time.Duration) latency {
	slices.Sort(all)
	return latency{mean(all), percentile(all, 50), percentile(all, 95), percentile(all, 99), percentile(all, 100)}
}

// A tally is taken of the results of one attack as they come.
type tally struct {
	schedule  *schedule
	first     uint64
	notSent   int
	latencies []time.Duration // of every request
	late      []time.Duration // of every request
	answered  []time.Duration // of the OK ones: when, since the first request was due
	end       time.Duration   // of the last, likewise
	failures  failures
}

func newTally(s *schedule, first uint64) *tally {
	return &tally{
		schedule: s, first: first, failures: failures{},
		latencies: make([]time.Duration, 0, s.requests),
		late:      make([]time.Duration, 0, s.requests),
		answered:  make([]time.Duration, 0, s.requests),
	}
}

func (t *tally) add(r *vegeta.Result) {
	begun, due := t.schedule.begun, t.schedule.due(r.Seq)
	end := r.End()
	t.latencies = append(t.latencies, end.Sub(due))
	t.late = append(t.late, r.Timestamp.Sub(due))
	t.end = max(t.end, end.Sub(begun))
	switch text := t.failure(r); text {
	case "":
		t.answered = append(t.answered, end.Sub(begun))
	case errNotSent.Error():
		t.notSent++
		fallthrough
	default:
		t.failures[text]++
	}
}

// failure is why a request failed, or "".
func (t *tally) failure(r *vegeta.Result) string {
	switch {
	case r.Error != "":
		return short(r.Error)
	case r.Code != http.StatusOK:
		return strings.TrimSpace(fmt.Sprintf("%d %s", r.Code, http.StatusText(int(r.Code))))
	case !bytes.Equal(bytes.TrimSuffix(r.Body, []byte("\n")), object(t.first+r.Seq)):
		return "answered with another object"
	}
	return ""
}

func (t *tally) report() report {
	n, ok := len(t.latencies), len(t.answered)
	r := report{
		First: t.first, Requests: n, Sent: n - t.notSent, OK: ok, Rate: t.schedule.rate,
		Achieved:  float64(ok) / max(t.end, t.schedule.after(uint64(n))).Seconds(),
		ErrorRate: float64(n-ok) / float64(n),
		Errors:    t.failures.most(),
		Latency:   sum(t.latencies),
		Late:      sum(t.late),
		Histogram: histogram(t.latencies),
	}
	slices.Sort(t.answered)
	if r.intervals, r.span = middle(t.answered, r.Rate); r.span > 0 {
		r.Pace = float64(r.intervals) / r.span.Seconds()
	}
	r.Held = r.held()
	return r
}

// middle returns how many intervals there are from the beginning to the end of
// the middle nine tenths of the times, which are in ascending order, and how
// long they are together. Either is the middle of a twentieth, by how late its
// answers came: a hiccup of the machine that happens to lie there, and is short
// against a twentieth of the attack, says nothing of the server.
func middle(sorted []time.Duration, rate int) (intervals int, span time.Duration) {
	n := len(sorted)
	part := n / 20
	switch {
	case n < 2:
		return 0, 0
	case part < 2:
		return n - 1, sorted[n-1] - sorted[0]
	}
	due := func(k int) time.Duration { return time.Duration(k) * time.Second / time.Duration(rate) }
	late := func(from int) time.Duration {
		var all []time.Duration
		for k := from; k < from+part; k++ {
			all = append(all, sorted[k]-due(k))
		}
		slices.Sort(all)
		return all[part/2]
	}
	first, last := part, n-2*part
	return last - first, due(last-first) + late(last) - late(first)
}
