package process

import (
	"bytes"
	"strings"
	"time"
)

// A LineClock notes when each line was written.
type LineClock struct {
	Now   func() time.Time
	Wrote func() // called with each piece; nil is nobody
	Lines []TimedLine
	rest  []byte
	size  int
}

// A TimedLine is a line and when its end was written.
type TimedLine struct {
	At   time.Time
	Text string // without the end of the line
}

func (c *LineClock) Write(p []byte) (int, error) {
	if c.size += len(p); c.size > MaxOutput {
		return 0, ErrTooMuch
	}
	if c.Wrote != nil {
		c.Wrote()
	}
	at := c.Now()
	c.rest = append(c.rest, p...)
	for {
		line, rest, whole := bytes.Cut(c.rest, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		c.Lines = append(c.Lines, TimedLine{at, strings.TrimSuffix(string(line), "\r")})
		c.rest = rest
	}
}
