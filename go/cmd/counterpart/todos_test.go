package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"
)

func TestTodosAreFive(t *testing.T) {
	var all []struct {
		ID        int
		Title     string
		Completed *bool
	}
	if err := json.Unmarshal([]byte(todos), &all); err != nil {
		t.Fatal(err)
	}
	for i, todo := range all {
		if todo.ID != i+1 || todo.Title == "" || todo.Completed == nil {
			t.Errorf("to-do %d is %+v", i+1, todo)
		}
	}
	if len(all) != 5 {
		t.Errorf("%d to-dos, want 5", len(all))
	}
}

func serveTodos(t *testing.T, delay time.Duration) *todoServer {
	s, err := listen(delay, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func ask(t *testing.T, s *todoServer, line string) string {
	answer, err := s.answer(t.Context(), line)
	if err != nil {
		return "error " + err.Error()
	}
	return answer
}

func TestTodos(t *testing.T) {
	s := serveTodos(t, 0)
	if !strings.HasPrefix(s.url, "http://127.0.0.1:") || !strings.HasSuffix(s.url, "/todos") {
		t.Errorf("url %s", s.url)
	}
	reused := 0
	trace := &httptrace.ClientTrace{GotConn: func(c httptrace.GotConnInfo) {
		if c.Reused {
			reused++
		}
	}}
	for range 3 {
		req, _ := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), http.MethodGet, s.url, nil)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.Proto != "HTTP/1.1" || resp.StatusCode != 200 || string(body) != todos {
			t.Errorf("%s %s %q", resp.Proto, resp.Status, body)
		}
		if got := resp.Header.Get("Content-Type"); got != "application/json" || resp.ContentLength != int64(len(todos)) {
			t.Errorf("Content-Type %q, Content-Length %d", got, resp.ContentLength)
		}
	}
	if reused != 2 {
		t.Errorf("%d requests on a connection that was there, want 2", reused)
	}
	for _, test := range []struct {
		method, path string
		want         int
	}{{"POST", "", 405}, {"GET", "/1", 404}} {
		req, _ := http.NewRequest(test.method, s.url+test.path, nil)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != test.want {
			t.Errorf("%s %s is %d, want %d", test.method, test.path, resp.StatusCode, test.want)
		}
	}
	for _, test := range []struct{ line, want string }{
		{"count", "served 3"}, // neither of those that were refused
		{"count", "served 0"},
		{"", `error "": want count`},
		{"count\x00", `error "count\x00": want count`},
	} {
		if got := ask(t, s, test.line); got != test.want {
			t.Errorf("%q: got %q, want %q", test.line, got, test.want)
		}
	}
}

func TestTodosDelay(t *testing.T) {
	const delay = 30 * time.Millisecond
	s := serveTodos(t, delay)
	begun := time.Now()
	resp, err := http.Get(s.url)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if took := time.Since(begun); took < delay {
		t.Errorf("answered after %v, want %v", took, delay)
	}
	// One who doesn't wait isn't answered.
	impatient := http.Client{Timeout: delay / 3}
	if _, err := impatient.Get(s.url); err == nil {
		t.Error("answered before the delay")
	}
	time.Sleep(2 * delay)
	if got := ask(t, s, "count"); got != "served 1" {
		t.Errorf("got %q, want 1 served", got)
	}
}
