// Package httpserver serves requests that arrive at a constant rate, whether or not earlier ones were answered. It matches Kotlin's
// cobench.workloads.httpserver.
//
// It takes a rate and a duration and returns what the load generator saw, a process that New starts and Close ends. It refuses values
// out of range.
package httpserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/cobench/cobench/go/workload/counterpart"
	"github.com/cobench/cobench/go/workload/figure"
)

// A Config says how a server is attacked.
type Config struct {
	Rate        int    // requests a second
	Duration    int    // seconds
	File        string // on: each request writes a file; off: none does
	Counterpart string // the program that attacks
}

const (
	// lowRate is the highest that every server has to hold. Of a higher one, what it holds is measured.
	lowRate = 2000
	// longest is how long an attack may take that is slower than it was to be.
	longest = time.Minute
	// step is how long a server is attacked at each rate that is tried to find the one it holds.
	step = 2 * time.Second
	// calm is how long a server does nothing that has nothing left to do; patience, how long that is waited for.
	calm, patience = 200 * time.Millisecond, 10 * time.Second
)

// A Workload is a server and what attacks it.
type Workload struct {
	config   Config
	folder   string
	server   *server
	attacker *counterpart.Process
	attacks  int
	rate     int // of the attacks to come: less than config's where it can't be held
	last     *Attack
	heap     uint64 // live bytes after the last
}

// New refuses values out of range, and fails where server or load do not start.
func New(c Config) (w *Workload, err error) {
	switch {
	case c.Rate < 1:
		return nil, fmt.Errorf("rate=%d: want 1 or more", c.Rate)
	case c.Duration < 1:
		return nil, fmt.Errorf("duration=%d: want 1 or more", c.Duration)
	case c.File != "on" && c.File != "off":
		return nil, fmt.Errorf("file=%s: want one of on, off", c.File)
	}
	w = &Workload{config: c, rate: c.Rate}
	defer func() {
		if err != nil {
			w, err = nil, errors.Join(err, w.Close())
		}
	}()
	if w.folder, err = os.MkdirTemp("", "httpserver-"); err != nil {
		return w, fmt.Errorf("%w: want a folder for temporary files that can be written", err)
	}
	if w.server, err = serve("127.0.0.1:0", c.File == "on"); err != nil {
		return w, err
	}
	w.attacker, err = counterpart.Start(c.Counterpart, "attack")
	return w, err
}

// requests is how many a run sends.
func (w *Workload) requests() int { return w.config.Rate * w.config.Duration }

// An Attack is what came of one: what the load says, and what the server saw.
type Attack struct {
	Report Report
	Err    error
	visit  *visit
}

// A Report is what the load says of an attack. What each field means stands in cmd/counterpart.
type Report struct {
	Requests, OK, Rate int
	Achieved, Pace     float64
	Held               bool
	ErrorRate          float64 `json:"error-rate"`
	Errors             []struct{ Error string }
	Latency            struct{ Mean, P50, P95, P99, Max int64 } `json:"latency-ns"`
}

// Run is one attack. It sends as many requests as the rate and the duration say also where the rate can't be held, and takes longer.
func (w *Workload) Run() *Attack {
	duration := time.Duration(w.requests()) * time.Second / time.Duration(w.rate)
	a := &Attack{}
	var line string
	if a.visit, line, a.Err = w.order("attack", w.rate, min(duration, longest)); a.Err == nil {
		a.Err = json.Unmarshal([]byte(line), &a.Report)
	}
	return a
}

// order has the server attacked, and returns what each side says.
func (w *Workload) order(verb string, rate int, duration time.Duration) (*visit, string, error) {
	w.attacks++
	v := &visit{folder: filepath.Join(w.folder, strconv.Itoa(w.attacks))}
	if err := os.Mkdir(v.folder, 0o700); err != nil {
		return v, "", err
	}
	w.server.visit.Store(v)
	line, err := w.attacker.Ask(fmt.Sprintf("%s %s %d %v", verb, w.server.url, rate, duration))
	return v, line, err
}

// Check refuses an attack after which client, server and files do not tell of as many requests, and one at a low rate that was not
// held, unless it is the first, by which the server warms up. Where the first at a higher rate was not, it looks for the rate that is,
// for the attacks to come.
func (w *Workload) Check(a *Attack) error {
	if a.Err != nil {
		return a.Err
	}
	r := a.Report
	served, err := w.leave(a.visit, r.OK == r.Requests)
	if err != nil {
		return err
	}
	// A request that failed for the client may have been served: its answer came too late.
	if served < r.OK || served > r.Requests || r.OK == r.Requests && served != r.OK {
		return fmt.Errorf("of %d requests the server served %d, and the client had %d answers: want as many", r.Requests, served, r.OK)
	}
	first, low := w.last == nil, w.config.Rate <= lowRate
	switch {
	case !r.Held && low && !first:
		return fmt.Errorf("held %d of %d requests a second: want 99.9 %%%s", r.held(), r.Rate, r.reason())
	case !r.Held && !low && first:
		if err := w.findRate(); err != nil {
			return err
		}
	}
	w.last = a
	w.heap = liveHeap()
	return nil
}

// held is the rate at which requests were answered, rounded down.
func (r Report) held() int {
	return int(math.Floor(min(r.Pace, float64(r.Rate)*(1-r.ErrorRate))))
}

// reason is the most frequent failure, if there was one.
func (r Report) reason() string {
	if len(r.Errors) == 0 {
		return ""
	}
	return ": " + r.Errors[0].Error
}

// leave waits until the server has got rid of an attack's last requests, unless all are answered, and removes its files. It returns how
// many requests it served, and refuses another number of files.
func (w *Workload) leave(v *visit, answered bool) (served int, err error) {
	served = int(v.served.Load())
	for waited, still := time.Duration(0), answered; !still && waited < patience; waited += calm {
		before := served
		time.Sleep(calm)
		served = int(v.served.Load())
		still = served == before
	}
	files, err := remove(v.folder)
	switch {
	case err != nil:
		return 0, err
	case w.server.files && files != served:
		return 0, fmt.Errorf("%d files of %d requests: want as many", files, served)
	}
	return served, nil
}

// remove removes a folder and returns how many files were in it.
func remove(folder string) (files int, err error) {
	opened, err := os.Open(folder)
	if err != nil {
		return 0, err
	}
	defer opened.Close()
	for {
		names, err := opened.Readdirnames(1000)
		files += len(names)
		if errors.Is(err, io.EOF) {
			return files, os.RemoveAll(folder)
		}
		if err != nil {
			return files, err
		}
	}
}

// findRate has the attacks to come at the highest rate that the server holds.
func (w *Workload) findRate() error {
	v, line, err := w.order("hold", w.config.Rate, min(step, time.Duration(w.config.Duration)*time.Second))
	if err != nil {
		return err
	}
	if _, err := w.leave(v, false); err != nil {
		return err
	}
	var holding struct{ Held int }
	if err := json.Unmarshal([]byte(line), &holding); err != nil {
		return err
	}
	if holding.Held == 0 {
		return fmt.Errorf("held 0 of %d requests a second: want 1 or more", w.config.Rate)
	}
	w.rate = holding.Held
	return nil
}

// liveHeap is how many bytes are in use after a collection.
func liveHeap() uint64 {
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return memory.HeapAlloc
}

// Figures returns what the load saw of the last attack; ns/op is what all requests of a run take together, each from when it was due
// until its answer had come.
func (w *Workload) Figures() []figure.Figure {
	if w.last == nil || w.last.visit == nil {
		return nil
	}
	r := w.last.Report
	w.last.visit = nil // they are told once
	return []figure.Figure{
		{Value: float64(r.Latency.Mean) * float64(w.requests()), Unit: "ns/op"},
		{Value: float64(r.Latency.P50), Unit: "p50-ns"},
		{Value: float64(r.Latency.P95), Unit: "p95-ns"},
		{Value: float64(r.Latency.P99), Unit: "p99-ns"},
		{Value: float64(r.Latency.Max), Unit: "max-ns"},
		{Value: r.Achieved, Unit: "achieved-ops/s"},
		{Value: r.ErrorRate, Unit: "error-rate"},
		{Value: float64(w.heap), Unit: "live-heap-B"},
	}
}

// Note says at which rate was measured, where it is not the one that was asked for.
func (w *Workload) Note() string {
	if w.rate == w.config.Rate {
		return ""
	}
	return fmt.Sprintf("can't hold %d requests a second here: measured at %d", w.config.Rate, w.rate)
}

// Close ends load and server, and removes all files.
func (w *Workload) Close() error {
	var errs []error
	if w.attacker != nil {
		errs = append(errs, w.attacker.Close())
	}
	if w.server != nil {
		errs = append(errs, w.server.Close())
	}
	if w.folder != "" {
		errs = append(errs, os.RemoveAll(w.folder))
	}
	return errors.Join(errs...)
}
