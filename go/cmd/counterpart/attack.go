package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

const (
	// maxConnections is how many requests can be under way at once, each on a
	// connection of its own. Only a server that is behind by so many gets its
	// requests later than they are due, and their latencies tell.
	maxConnections = 4096
	// timeout is how long a request may take, and how late it may be sent.
	timeout = 5 * time.Second
	// maxBody is more than any object has.
	maxBody = 1024
)

// errNotSent is of a request that all workers were too busy to send in time.
// So an attack ends in bounded time, whatever the server does.
var errNotSent = errors.New("not sent in time: too many under way")

// An attacker attacks servers, one after the other.
type attacker struct {
	processors  processors
	connections int
	timeout     time.Duration
	pause       time.Duration // between the attacks of hold
	objects     uint64        // ids that are used up
}

func newAttacker(p processors) *attacker {
	return &attacker{processors: p, connections: maxConnections, timeout: timeout, pause: pause}
}

// answer is the protocol of stdin.
func (a *attacker) answer(ctx context.Context, line string) (string, error) {
	o, err := parseOrder(line)
	if err != nil {
		return "", err
	}
	var result any
	if o.verb == "hold" {
		result, err = a.hold(ctx, o)
	} else {
		result, err = a.attack(ctx, o.url, newSchedule(o.rate, o.duration))
	}
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(result)
	return string(text), err
}

// attack sends the requests of a schedule and waits for all their answers. It
// fails if ctx ends before, and never because of the server.
func (a *attacker) attack(ctx context.Context, url string, s *schedule) (report, error) {
	ctx, end := context.WithCancel(ctx)
	defer end()
	p := a.newPost(ctx, s)
	a.objects += s.requests
	defer p.transport.CloseIdleConnections()
	v := vegeta.NewAttacker(
		vegeta.Client(&http.Client{
			Transport:     p,
			Timeout:       a.timeout,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}),
		vegeta.MaxWorkers(uint64(a.connections)),
		vegeta.MaxBody(maxBody),
	)
	defer v.Stop()
	t := newTally(s, p.first)
	// No duration: the schedule stops the attack.
	results := v.Attack(vegeta.NewStaticTargeter(vegeta.Target{Method: http.MethodPost, URL: url}), s, 0, "")
	for under := true; under; {
		select {
		case r, ok := <-results:
			if under = ok; ok {
				t.add(r)
			}
		case <-ctx.Done():
			go func() { // the workers have to get rid of theirs
				for range results {
				}
			}()
			return report{}, context.Cause(ctx)
		}
	}
	r := t.report()
	r.Connections, r.UnderWay = int(p.connections.Load()), int(p.most.Load())
	r.Limit, r.CPUs, r.Apart = a.connections, a.processors.count, a.processors.apart
	return r, nil
}

// A post makes Vegeta's requests into those of the objects. It is an
// http.RoundTripper, and no vegeta.Targeter, since those aren't told the
// number of the request, by which its result is checked and its latency found.
type post struct {
	ctx       context.Context
	schedule  *schedule
	latest    time.Duration // after which it isn't sent any more
	first     uint64        // id of the first object
	header    http.Header
	transport *http.Transport

	connections    atomic.Int64 // opened
	underWay, most atomic.Int64
}

func (a *attacker) newPost(ctx context.Context, s *schedule) *post {
	p := &post{ctx: ctx, schedule: s, latest: a.timeout, first: a.objects + 1, header: http.Header{"Content-Type": {"application/json"}}}
	dialer := &net.Dialer{}
	p.transport = &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			c, err := dialer.DialContext(ctx, network, address)
			if err == nil {
				p.connections.Add(1)
			}
			return c, err
		},
		MaxConnsPerHost:     a.connections,
		MaxIdleConnsPerHost: a.connections,
		DisableCompression:  true,
	}
	return p
}

func (p *post) RoundTrip(r *http.Request) (*http.Response, error) {
	number, err := strconv.ParseUint(r.Header.Get("X-Vegeta-Seq"), 10, 64)
	switch {
	case err != nil:
		return nil, fmt.Errorf("number of the request: %w", err)
	case p.ctx.Err() != nil:
		return nil, context.Cause(p.ctx)
	case time.Since(p.schedule.due(number)) > p.latest:
		return nil, errNotSent
	}
	body := object(p.first + number)
	own := *r
	own.Header = p.header // of which the transport makes a copy where it adds to it
	own.ContentLength = int64(len(body))
	// For a connection that the server has closed meanwhile: a request of
	// which nothing was sent is then sent on another one.
	own.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	own.Body, _ = own.GetBody()

	under := p.underWay.Add(1)
	defer p.underWay.Add(-1)
	for most := p.most.Load(); under > most && !p.most.CompareAndSwap(most, under); most = p.most.Load() {
	}
	return p.transport.RoundTrip(&own)
}
