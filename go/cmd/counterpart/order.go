package main

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	maxRate     = 100_000 // requests a second
	minDuration = 100 * time.Millisecond
	maxDuration = time.Minute
)

// An order is a line that asks for an attack, or for the rate that is held.
type order struct {
	verb     string // attack or hold
	url      string
	rate     int // requests a second
	duration time.Duration
}

// parseOrder reads "attack URL RATE DURATION" or "hold URL RATE DURATION".
// Errors are of one line.
func parseOrder(line string) (order, error) {
	words := strings.Fields(line)
	if len(words) != 4 || words[0] != "attack" && words[0] != "hold" {
		return order{}, fmt.Errorf("%q: want attack or hold, URL, RATE, DURATION, such as attack http://127.0.0.1:8123/ 2000 10s", line)
	}
	o := order{verb: words[0], url: words[1]}
	if err := local(o.url); err != nil {
		return order{}, fmt.Errorf("URL %q: %w", o.url, err)
	}
	var err error
	if o.rate, err = strconv.Atoi(words[2]); err != nil || o.rate < 1 || o.rate > maxRate {
		return order{}, fmt.Errorf("RATE %q: want a whole number of requests a second from 1 to %d", words[2], maxRate)
	}
	if o.duration, err = time.ParseDuration(words[3]); err != nil || o.duration < minDuration || o.duration > maxDuration {
		return order{}, fmt.Errorf("DURATION %q: want %v to %v, such as 10s", words[3], minDuration, maxDuration)
	}
	return o, nil
}

// local refuses every address but one of this machine's 127.0.0.1.
func local(address string) error {
	want := errors.New("want http://127.0.0.1:PORT/ and perhaps a path")
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || u.Hostname() != "127.0.0.1" || u.User != nil || u.Fragment != "" {
		return want
	}
	if port, err := strconv.ParseUint(u.Port(), 10, 16); err != nil || port == 0 {
		return want
	}
	return nil
}
