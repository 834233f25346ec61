package main

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// resultAt is that of a request taken up and ended so long after the first was due.
func resultAt(s *schedule, number uint64, taken, end time.Duration) *vegeta.Result {
	return &vegeta.Result{Seq: number, Code: 200, Timestamp: s.begun.Add(taken), Latency: end - taken, Body: object(1 + number)}
}

func TestReport(t *testing.T) {
	s := newSchedule(10, time.Second)
	s.begun = time.Now()
	y := newTally(s, 1)
	for n := range s.requests {
		due := s.after(n)
		r := resultAt(s, n, due+time.Millisecond, due+time.Duration(n+2)*time.Millisecond)
		switch n {
		case 3:
			r.Code, r.Error = 500, "500 Internal Server Error"
		case 5:
			r.Code = 204
		case 6:
			r.Body = object(1)
		case 7:
			r.Body = append(r.Body, '\n')
		case 9: // taken up late, and given up
			r = &vegeta.Result{Seq: n, Timestamp: s.begun.Add(7 * time.Second), Latency: time.Millisecond,
				Error: `Post "http://127.0.0.1:8123/": ` + errNotSent.Error()}
		}
		y.add(r)
	}
	got, err := json.MarshalIndent(y.report(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	// 6 OK in 7.001 s; the middle nine tenths of 6 are all 6, the last of
	// them due at 0.8 s and answered 10 ms later, the first after 2 ms.
	want := `{
 "first-id": 1,
 "requests": 10,
 "sent": 9,
 "ok": 6,
 "rate": 10,
 "achieved": 0.857020425653478,
 "pace": 6.188118811881187,
 "held": false,
 "error-rate": 0.4,
 "errors": [
  {
   "error": "204 No Content",
   "count": 1
  },
  {
   "error": "500 Internal Server Error",
   "count": 1
  },
  {
   "error": "answered with another object",
   "count": 1
  },
  {
   "error": "not sent in time: too many under way",
   "count": 1
  }
 ],
 "latency-ns": {
  "mean": 615500000,
  "p50": 6000000,
  "p95": 6101000000,
  "p99": 6101000000,
  "max": 6101000000
 },
 "late-ns": {
  "mean": 610900000,
  "p50": 1000000,
  "p95": 6100000000,
  "p99": 6100000000,
  "max": 6100000000
 },
 "connections": 0,
 "under-way": 0,
 "limit": 0,
 "cpus": 0,
 "apart": false,
 "histogram": [
  {
   "bound-ns": 2238721,
   "count": 1
  },
  {
   "bound-ns": 3162277,
   "count": 1
  },
  {
   "bound-ns": 4466835,
   "count": 1
  },
  {
   "bound-ns": 5011872,
   "count": 1
  },
  {
   "bound-ns": 6309573,
   "count": 1
  },
  {
   "bound-ns": 7079457,
   "count": 1
  },
  {
   "bound-ns": 8912509,
   "count": 1
  },
  {
   "bound-ns": 10000000,
   "count": 2
  },
  {
   "bound-ns": 6309573444,
   "count": 1
  }
 ]
}`
	if string(got) != want {
		t.Errorf("-want +got:\n%s", cmp.Diff(want, string(got)))
	}
}

// A server that answers all at once, in no time, achieves the rate and no more.
func TestAchieved(t *testing.T) {
	for _, test := range []struct {
		latency        time.Duration
		achieved, pace float64
	}{
		{0, 1000, 1000},
		{time.Millisecond, 1000, 1000},
		{11 * time.Millisecond, 100 / 0.110, 1000}, // the last is due at 99 ms
	} {
		s := newSchedule(1000, 100*time.Millisecond)
		s.begun = time.Now()
		y := newTally(s, 1)
		for n := range s.requests {
			y.add(resultAt(s, n, s.after(n), s.after(n)+test.latency))
		}
		r := y.report()
		if math.Abs(r.Achieved-test.achieved) > 1e-9 || math.Abs(r.Pace-test.pace) > 1e-9 {
			t.Errorf("latency %v: achieved %v, pace %v, want %v, %v", test.latency, r.Achieved, r.Pace, test.achieved, test.pace)
		}
	}
}

// A hiccup at either end is the machine's; to fall behind throughout, or for
// good, is the server's.
func TestMiddle(t *testing.T) {
	const rate, n = 500, 1000 // for 2 s
	ms := time.Millisecond
	for _, test := range []struct {
		name string
		late func(k int) time.Duration
		held bool
	}{
		{"always 3 ms", func(int) time.Duration { return 3 * ms }, true},
		{"20 ms at the beginning of the middle", func(k int) time.Duration {
			if k >= 40 && k < 60 {
				return 20 * ms
			}
			return ms
		}, true},
		{"20 ms near its end", func(k int) time.Duration {
			if k >= 940 && k < 960 {
				return 20 * ms
			}
			return ms
		}, true},
		{"later with each by 1 %", func(k int) time.Duration { return time.Duration(k) * 20 * time.Microsecond }, false},
		{"20 ms late from the midst on", func(k int) time.Duration {
			if k >= 500 {
				return 20 * ms
			}
			return ms
		}, false},
	} {
		var sorted []time.Duration
		for k := range n {
			sorted = append(sorted, time.Duration(k)*time.Second/rate+test.late(k))
		}
		slices.Sort(sorted)
		r := report{Rate: rate, Requests: n, OK: n}
		r.intervals, r.span = middle(sorted, rate)
		if r.held() != test.held {
			t.Errorf("%s: %d intervals in %v: held %t, want %t", test.name, r.intervals, r.span, r.held(), test.held)
		}
	}
}

func TestPercentile(t *testing.T) {
	var hundred []time.Duration
	for i := range 100 {
		hundred = append(hundred, time.Duration(i+1))
	}
	for _, test := range []struct {
		sorted  []time.Duration
		percent int
		want    time.Duration
	}{
		{nil, 50, 0},
		{[]time.Duration{7}, 1, 7},
		{[]time.Duration{7}, 99, 7},
		{[]time.Duration{1, 2}, 50, 1},
		{[]time.Duration{1, 2}, 51, 2},
		{[]time.Duration{1, 2, 3}, 50, 2},
		{hundred, 50, 50},
		{hundred, 95, 95},
		{hundred, 99, 99},
		{hundred, 100, 100},
		{hundred[:99], 99, 99},
	} {
		if got := percentile(test.sorted, test.percent); got != test.want {
			t.Errorf("p%d of %v is %v, want %v", test.percent, test.sorted, got, test.want)
		}
	}
}

func TestBounds(t *testing.T) {
	if !slices.IsSorted(bounds) || bounds[0] != 1 || bounds[len(bounds)-1] != 1e11 {
		t.Errorf("bounds are %v", bounds)
	}
	for i := int64(100); i < 1e11; i *= 10 {
		from, ok := slices.BinarySearch(bounds, i)
		if !ok || bounds[from+perDecade] != 10*i {
			t.Errorf("from %d to %d: %v, want %d buckets", i, 10*i, bounds[from:from+perDecade+1], perDecade)
		}
	}
}

func TestHistogram(t *testing.T) {
	// A bound belongs to its bucket; what is above all bounds goes into the last one.
	got := histogram([]time.Duration{0, 1, 1000, 1001, 1122, 1123, 1e11, 1e12})
	want := []bucket{{1, 2}, {1000, 1}, {1122, 2}, {1258, 1}, {100_000_000_000, 2}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFailures(t *testing.T) {
	f := failures{}
	for _, text := range []string{"a", "b", "c", "d", "e", "f", "e", "f", "f"} {
		f[text]++
	}
	if got, want := f.most(), []failure{{"f", 3}, {"e", 2}, {"a", 1}, {"b", 1}, {"c", 1}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestShort(t *testing.T) {
	const post = `Post "http://127.0.0.1:8123/": `
	for _, test := range []struct{ text, want string }{
		{post + "read tcp 127.0.0.1:40001->127.0.0.1:8123: read: connection reset by peer", "read tcp read: connection reset by peer"},
		{post + "dial tcp 127.0.0.1:8123: connect: connection refused", "dial tcp connect: connection refused"},
		{post + "EOF", "EOF"},
		{post + "context deadline exceeded (Client.Timeout exceeded while awaiting headers)", "timed out"},
		{post + "net/http: request canceled (Client.Timeout exceeded while awaiting headers)", "timed out"},
		{"context deadline exceeded (Client.Timeout or context cancellation while reading body)", "timed out"},
		{post + "context deadline exceeded", "timed out"},
		{"503 Service Unavailable", "503 Service Unavailable"},
		{strings.Repeat("ä", 80), strings.Repeat("ä", 50) + "…"},
		{"x" + strings.Repeat("ä", 80), "x" + strings.Repeat("ä", 49) + "…"}, // no half letter
	} {
		if got := short(test.text); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}
