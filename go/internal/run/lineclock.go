package run

import (
	"bytes"
	"strings"
	"time"
)

// A lineClock notes when each line was written.
type lineClock struct {
	now   func() time.Time
	wrote func() // called with each piece; nil is nobody
	lines []timedLine
	rest  []byte
	size  int
}

type timedLine struct {
	at   time.Time
	text string
}

func (c *lineClock) Write(p []byte) (int, error) {
	if c.size += len(p); c.size > maxOutput {
		return 0, errTooMuch
	}
	if c.wrote != nil {
		c.wrote()
	}
	at := c.now()
	c.rest = append(c.rest, p...)
	for {
		line, rest, whole := bytes.Cut(c.rest, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		c.lines = append(c.lines, timedLine{at, strings.TrimSuffix(string(line), "\r")})
		c.rest = rest
	}
}
