package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// maxDelay is the longest that an answer may be held back.
const maxDelay = time.Second

// todos is what every GET is answered with. The client checks it, so that a
// change here is another benchmark.
const todos = `[{"id":1,"title":"read the paper","completed":true},` +
	`{"id":2,"title":"build what it measured","completed":true},` +
	`{"id":3,"title":"measure it again","completed":false},` +
	`{"id":4,"title":"doubt the result","completed":false},` +
	`{"id":5,"title":"write down both","completed":false}]`

// A todoServer serves the to-dos and counts its answers.
type todoServer struct {
	http.Server
	url    string
	delay  time.Duration
	served atomic.Int64
}

// listen starts a server on a free port, and tells broken if it ends by itself.
func listen(delay time.Duration, broken func(error)) (*todoServer, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &todoServer{url: fmt.Sprintf("http://%s/todos", listener.Addr()), delay: delay}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /todos", s.get)
	s.Handler = mux
	s.ReadHeaderTimeout = timeout
	// No limit for idle connections: closing one under a client that is about
	// to use it would be an error of ours in its result.
	go func() {
		if err := s.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			broken(err)
		}
	}()
	return s, nil
}

func (s *todoServer) get(w http.ResponseWriter, r *http.Request) {
	if s.delay > 0 {
		time.Sleep(s.delay)
	}
	if r.Context().Err() != nil {
		return // nobody waits for it any more
	}
	// Counted before it is sent, so that who has read all answers finds them
	// all counted.
	s.served.Add(1)
	w.Header()["Content-Type"] = []string{"application/json"}
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(todos))}
	_, _ = w.Write([]byte(todos)) // the client may be gone
}

// answer is the protocol of stdin.
func (s *todoServer) answer(_ context.Context, line string) (string, error) {
	if line != "count" {
		return "", fmt.Errorf("%q: want count", line)
	}
	return fmt.Sprintf("served %d", s.served.Swap(0)), nil
}
