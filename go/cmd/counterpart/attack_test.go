package main

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A server of a test counts what it is asked.
type server struct {
	*httptest.Server
	requests atomic.Int64
	mutex    sync.Mutex
	bodies   []string
}

func serve(t *testing.T, handle http.HandlerFunc) *server {
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.requests.Add(1)
		if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s of %q", r.Method, r.Header.Get("Content-Type"))
		}
		handle(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func echo(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) }

func testAttacker() *attacker {
	a := newAttacker(processors{count: 1})
	a.pause = 10 * time.Millisecond
	return a
}

// every calls one of two handlers: the second for each nth request.
func every(n int64, usual, other http.HandlerFunc) http.HandlerFunc {
	var count atomic.Int64
	return func(w http.ResponseWriter, r *http.Request) {
		if count.Add(1)%n == 0 {
			other(w, r)
		} else {
			usual(w, r)
		}
	}
}

func abort(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// Each server, attacked by 40 requests in 200 ms, which all reach it.
func TestAttack(t *testing.T) {
	for _, test := range []struct {
		name   string
		handle http.HandlerFunc
		errors []failure
	}{
		{"good", echo, []failure{}},
		{"with a newline", func(w http.ResponseWriter, r *http.Request) { echo(w, r); io.WriteString(w, "\n") }, []failure{}},
		{"slow", func(w http.ResponseWriter, r *http.Request) { time.Sleep(100 * time.Millisecond); echo(w, r) }, []failure{}},
		{"fails", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, []failure{{"503 Service Unavailable", 40}}},
		{"fails now and then", every(4, echo, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }),
			[]failure{{"500 Internal Server Error", 10}}},
		{"created", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(201); echo(w, r) }, []failure{{"201 Created", 40}}},
		{"leads elsewhere", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://example.com/", http.StatusFound)
		},
			[]failure{{"302 Found", 40}}},
		{"drops connections", every(4, echo, abort), []failure{{"EOF", 10}}},
		{"another object", every(8, echo, func(w http.ResponseWriter, _ *http.Request) { w.Write(object(1000)) }),
			[]failure{{"answered with another object", 5}}},
		{"a bit more", func(w http.ResponseWriter, r *http.Request) { echo(w, r); io.WriteString(w, " ") },
			[]failure{{"answered with another object", 40}}},
		{"much more", func(w http.ResponseWriter, r *http.Request) {
			echo(w, r)
			io.WriteString(w, strings.Repeat("x", 1<<16))
		},
			[]failure{{"answered with another object", 40}}},
		{"nothing", func(http.ResponseWriter, *http.Request) {}, []failure{{"answered with another object", 40}}},
		{"half", func(w http.ResponseWriter, r *http.Request) { w.Header().Set("Content-Length", "100"); echo(w, r) },
			[]failure{{"unexpected EOF", 40}}},
		{"never answers", func(_ http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body); <-r.Context().Done() },
			[]failure{{"timed out", 40}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.handle)
			a := testAttacker()
			if test.name == "never answers" {
				a.timeout = time.Second
			}
			r, err := a.attack(t.Context(), s.URL, newSchedule(200, 200*time.Millisecond))
			if err != nil {
				t.Fatal(err)
			}
			failed := 0
			for _, f := range test.errors {
				failed += f.Count
			}
			if !slices.Equal(r.Errors, test.errors) {
				t.Errorf("errors %v, want %v", r.Errors, test.errors)
			}
			if r.Requests != 40 || r.Sent != 40 || r.OK != 40-failed || r.ErrorRate != float64(failed)/40 {
				t.Errorf("%d requests, %d sent, %d OK, error rate %v", r.Requests, r.Sent, r.OK, r.ErrorRate)
			}
			if got := s.requests.Load(); got != 40 {
				t.Errorf("the server counts %d requests, want 40", got)
			}
			if r.First != 1 || r.Rate != 200 || r.Limit != maxConnections || r.CPUs != 1 || r.Apart {
				t.Errorf("%+v", r)
			}
			if r.Achieved > 200 || r.Achieved <= 0 && r.OK > 0 || r.Pace < 0 {
				t.Errorf("achieved %v, pace %v", r.Achieved, r.Pace)
			}
			if r.Connections < 1 || r.Connections > 40 || r.UnderWay < 1 || r.UnderWay > 40 {
				t.Errorf("%d connections, %d under way", r.Connections, r.UnderWay)
			}
			count := 0
			for _, b := range r.Histogram {
				count += b.Count
			}
			if l := r.Latency; count != 40 || l.Mean <= 0 || l.P50 > l.P95 || l.P95 > l.P99 || l.P99 > l.Max || r.Late.Max > l.Max {
				t.Errorf("latency %+v, late %+v, %d in the histogram", l, r.Late, count)
			}
		})
	}
}

// The server sees each object once, over all attacks, and keeps its connections.
func TestAttackSendsEachObjectOnce(t *testing.T) {
	var s *server
	s = serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mutex.Lock()
		s.bodies = append(s.bodies, string(body))
		s.mutex.Unlock()
		w.Write(body)
	})
	a := testAttacker()
	for i, first := range []uint64{1, 31} {
		r, err := a.attack(t.Context(), s.URL, newSchedule(300, 100*time.Millisecond))
		if err != nil || r.OK != 30 || r.First != first {
			t.Errorf("attack %d: %v, %+v", i, err, r)
		}
		if r.Connections > r.UnderWay+1 {
			t.Errorf("attack %d: %d connections for %d requests at once: they are not kept", i, r.Connections, r.UnderWay)
		}
	}
	var want []string
	for id := range uint64(60) {
		want = append(want, string(object(id+1)))
	}
	slices.Sort(s.bodies)
	slices.Sort(want)
	if !slices.Equal(s.bodies, want) {
		t.Errorf("the server got %v", s.bodies)
	}
}

// Where one worker is all there is, a server that stands still for a while
// makes all requests late that were due meanwhile, and all of them must tell.
// By Vegeta's own latency the median would be that of a fast server.
func TestAttackOmitsNothing(t *testing.T) {
	const still = 300 * time.Millisecond
	var once sync.Once
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		once.Do(func() { time.Sleep(still) })
		echo(w, r)
	})
	a := testAttacker()
	a.connections = 1
	r, err := a.attack(t.Context(), s.URL, newSchedule(200, still))
	if err != nil || r.OK != 60 || r.Limit != 1 || r.Connections != 1 || r.UnderWay != 1 {
		t.Fatalf("%v, %+v", err, r)
	}
	// The one in the middle was due half-way, so it waited for the other half.
	if r.Latency.Max < still || r.Latency.P50 < still/2-5*time.Millisecond || r.Late.P50 < still/3 {
		t.Errorf("latency %+v, late %+v of a server that stood still for %v", r.Latency, r.Late, still)
	}
}

// A server that never answers can't make an attack endless.
func TestAttackGivesUp(t *testing.T) {
	s := serve(t, func(_ http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body); <-r.Context().Done() })
	a := testAttacker()
	a.connections, a.timeout = 2, 100*time.Millisecond
	begun := time.Now()
	r, err := a.attack(t.Context(), s.URL, newSchedule(1000, 300*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	if r.Requests != 300 || r.OK != 0 || r.ErrorRate != 1 || r.Achieved != 0 || r.Pace != 0 {
		t.Errorf("%+v", r)
	}
	if int64(r.Sent) != s.requests.Load() || r.Sent > 40 {
		t.Errorf("%d sent, and %d came to the server, want the same few", r.Sent, s.requests.Load())
	}
	if !slices.Contains(r.Errors, failure{errNotSent.Error(), 300 - r.Sent}) {
		t.Errorf("errors %v, want %d not sent", r.Errors, 300-r.Sent)
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestAttackOnDeadPort(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	r, err := testAttacker().attack(t.Context(), "http://"+listener.Addr().String(), newSchedule(100, 100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	if want := []failure{{"dial tcp connect: connection refused", 10}}; !slices.Equal(r.Errors, want) || r.OK != 0 || r.Connections != 0 {
		t.Errorf("errors %v, want %v; %+v", r.Errors, want, r)
	}
}

func TestAttackOnServerThatDies(t *testing.T) {
	var answered atomic.Int64
	var s *server
	s = serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch n := s.requests.Load(); {
		case n == 20:
			s.Listener.Close()
			fallthrough
		case n > 20:
			panic(http.ErrAbortHandler)
		}
		echo(w, r)
		answered.Add(1)
	})
	r, err := testAttacker().attack(t.Context(), s.URL, newSchedule(200, 200*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	if r.Requests != 40 || int64(r.OK) != answered.Load() || r.OK > 20 {
		t.Errorf("%d of %d OK, and the server answered %d", r.OK, r.Requests, answered.Load())
	}
	counted := 0
	for _, f := range r.Errors {
		counted += f.Count
	}
	if counted != 40-r.OK || !slices.ContainsFunc(r.Errors, func(f failure) bool { return f.Error == "dial tcp connect: connection refused" }) {
		t.Errorf("errors %v of %d failed requests", r.Errors, 40-r.OK)
	}
}

func TestAttackBrokenOff(t *testing.T) {
	gone := make(chan bool)
	s := serve(t, func(http.ResponseWriter, *http.Request) { <-gone })
	defer close(gone)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	begun := time.Now()
	c := begin(t, func(in io.Reader, out io.Writer) error {
		return converse(ctx, in, out, newAttacker(processors{}).answer)
	})
	c.say("attack " + s.URL + " 100 100ms") // all are sent when it is broken off, and none is answered
	if err := c.end(t); err != nil {
		t.Error(err)
	}
	if took := time.Since(begun); took > 3*time.Second {
		t.Errorf("took %v", took)
	}
}

// The answers as the other side reads them.
func TestAttackAnswers(t *testing.T) {
	s := serve(t, echo)
	c := begin(t, func(in io.Reader, out io.Writer) error { return converse(t.Context(), in, out, testAttacker().answer) })

	var r map[string]any
	if err := json.Unmarshal([]byte(c.ask(t, "attack "+s.URL+"/some/path 50 100ms")), &r); err != nil || r["ok"] != 5.0 {
		t.Errorf("%v, %v", r, err)
	}
	if got, want := c.ask(t, "attack "+s.URL+" fast 100ms"), `error RATE "fast": want a whole number of requests a second from 1 to 100000`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := c.ask(t, "hold "+s.URL+" 20 100ms"), `{"rate":20,"held":20,"attacks":1}`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
