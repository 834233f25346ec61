// Package workload measures the Go version of a workload in a test binary.
//
// It takes the test flags -params, as key=value/key=value/…, and -name, and runs one sub-benchmark of that name. The operation is prepared
// from typed parameters, and every result is checked. It measures the operations of a warm process or, with -cold, the first ones of a new
// process. A key that is unknown, missing, given twice or of the wrong type fails the benchmark: defaults are bench-config's alone.
package workload

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Params are the parameters of one benchmark. What is wrong with them is kept until Err is asked, so that the getters can stand
// inside a literal.
type Params struct {
	values map[string]string
	asked  []string
	err    error
}

// ParseParams reads key=value/key=value/….
func ParseParams(s string) (*Params, error) {
	p := &Params{values: map[string]string{}}
	for pair := range strings.SplitSeq(s, "/") {
		key, value, ok := strings.Cut(pair, "=")
		if !ok || key == "" || value == "" {
			return nil, fmt.Errorf("-params: %q: want key=value", pair)
		}
		if _, twice := p.values[key]; twice {
			return nil, fmt.Errorf("-params: %s stands there twice", key)
		}
		p.values[key] = value
	}
	return p, nil
}

// String returns the value of key. If values are given it must be one of them.
func (p *Params) String(key string, values ...string) string {
	value, ok := p.get(key, "a value")
	if ok && len(values) > 0 && !slices.Contains(values, value) {
		p.fail("%s=%s: want %s", key, value, oneOf(values))
	}
	return value
}

// Int returns the value of key as a number.
func (p *Params) Int(key string) int {
	value, ok := p.get(key, "an integer")
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		p.fail("%s=%s: want an integer", key, value)
	}
	return n
}

// IntOr returns the value of key as a number: that of word, where word stands in its place.
func (p *Params) IntOr(key, word string, ofWord int) int {
	if p.values[key] == word {
		p.asked = append(p.asked, key)
		return ofWord
	}
	return p.Int(key)
}

// Err returns the first thing that was wrong with what was asked for; if nothing was, whether a key is there that was not.
func (p *Params) Err() error {
	if p.err != nil {
		return p.err
	}
	for key := range p.values {
		if !slices.Contains(p.asked, key) {
			return fmt.Errorf("-params: unknown %s=%s: want %s", key, p.values[key], strings.Join(p.asked, ", "))
		}
	}
	return nil
}

func (p *Params) get(key, want string) (string, bool) {
	p.asked = append(p.asked, key)
	value, ok := p.values[key]
	if !ok {
		p.fail("no %s: want %s", key, want)
	}
	return value, ok
}

func (p *Params) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("-params: "+format, args...)
	}
}

func oneOf(values []string) string {
	if len(values) == 1 {
		return values[0]
	}
	return "one of " + strings.Join(values, ", ")
}
