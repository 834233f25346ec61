// Package httpclient gets to-dos from a server, a limited number at a time. It matches Kotlin's cobench.workloads.httpclient.
//
// It takes the number of requests and the limit, and returns a checksum of each answer. The server is another process, which New starts
// and Close ends. It refuses values out of range.
package httpclient

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/cobench/cobench/go/workload/counterpart"
	"github.com/cobench/cobench/go/workload/figure"
)

// A Config says what to get, and how.
type Config struct {
	Requests    int
	Limit       int    // requests at work at once
	Delay       int    // milliseconds that the server waits before each answer
	Counterpart string // the program that serves
	Now         func() time.Time
}

// todosSum is the CRC-32 of the five to-dos that every request is answered with.
const todosSum = 0x3b7dc18a

// A Workload is a client and its server. The connections, as many as are needed at once, are kept from run to run; the first run
// opens them.
type Workload struct {
	config    Config
	server    *counterpart.Process
	url       string
	client    *http.Client
	permits   chan struct{}
	sent      int // requests of all runs so far
	served    int // and what the server says
	latencies *figure.LatencyRing
}

// New refuses values out of range, and fails where the server does not start.
func New(c Config) (*Workload, error) {
	switch {
	case c.Requests < 1:
		return nil, fmt.Errorf("requests=%d: want 1 or more", c.Requests)
	case c.Limit < 1:
		return nil, fmt.Errorf("limit=%d: want 1 or more", c.Limit)
	case c.Delay < 0:
		return nil, fmt.Errorf("delay=%d: want 0 or more", c.Delay)
	}
	server, err := counterpart.Start(c.Counterpart, "todos", "-delay", strconv.Itoa(c.Delay)+"ms")
	if err != nil {
		return nil, err
	}
	line, err := server.Hear()
	url, ok := strings.CutPrefix(line, "listening ")
	if err == nil && !ok {
		err = fmt.Errorf("%s: %q: want listening and an address", c.Counterpart, line)
	}
	if err != nil {
		return nil, errors.Join(err, server.Close())
	}
	transport := &http.Transport{MaxIdleConnsPerHost: c.Limit}
	return &Workload{
		config: c, server: server, url: url,
		client:    &http.Client{Transport: transport},
		permits:   make(chan struct{}, c.Limit),
		latencies: figure.NewLatencyRing(),
	}, nil
}

// An Outcome is what came of one request.
type Outcome struct {
	Sum  uint32 // CRC-32 of the body
	Took time.Duration
	Err  error
}

// Run sends every request, each from a goroutine of its own: what is measured.
func (w *Workload) Run() []Outcome {
	outcomes := make([]Outcome, w.config.Requests)
	w.sent += len(outcomes)
	var all sync.WaitGroup
	for i := range outcomes {
		all.Go(func() {
			w.permits <- struct{}{}
			begun := w.config.Now()
			sum, err := w.get()
			outcomes[i] = Outcome{sum, w.config.Now().Sub(begun), err}
			<-w.permits
		})
	}
	all.Wait()
	return outcomes
}

// get is one operation.
func (w *Workload) get() (uint32, error) {
	response, err := w.client.Get(w.url)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err
	}
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("status %d: want %d", response.StatusCode, http.StatusOK)
	}
	return crc32.ChecksumIEEE(body), nil
}

// Check refuses outcomes with a request that failed or was answered otherwise, and names the first; and a server that has not served
// as many requests as all runs so far have sent.
func (w *Workload) Check(outcomes []Outcome) error {
	if len(outcomes) != w.config.Requests {
		return fmt.Errorf("%d requests: want %d", len(outcomes), w.config.Requests)
	}
	for i, o := range outcomes {
		if o.Err != nil {
			return fmt.Errorf("request %d: %w", i, o.Err)
		}
		if o.Sum != todosSum {
			return fmt.Errorf("request %d was answered by checksum %08x: want %08x", i, o.Sum, uint32(todosSum))
		}
	}
	line, err := w.server.Ask("count")
	if err != nil {
		return err
	}
	served, err := strconv.Atoi(strings.TrimPrefix(line, "served "))
	if err != nil {
		return fmt.Errorf("%s: %q: want served and a number", w.config.Counterpart, line)
	}
	if w.served += served; w.served != w.sent {
		return fmt.Errorf("the server has served %d requests: want %d", w.served, w.sent)
	}
	for _, o := range outcomes {
		w.latencies.Add(o.Took)
	}
	return nil
}

// Figures returns percentiles of how long a request took, once it was at work.
func (w *Workload) Figures() []figure.Figure { return w.latencies.Percentiles(50, 95, 99) }

// Close ends the server and waits for its end.
func (w *Workload) Close() error {
	w.client.CloseIdleConnections()
	return w.server.Close()
}
