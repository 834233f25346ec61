package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// A conversation is one with a command or a loop that runs in this process.
type conversation struct {
	in   *io.PipeWriter
	out  *bufio.Reader
	done chan error
}

// begin starts what reads lines and writes answers.
func begin(t *testing.T, run func(in io.Reader, out io.Writer) error) *conversation {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &conversation{inW, bufio.NewReader(outR), make(chan error, 1)}
	go func() {
		err := run(inR, outW)
		outW.Close()
		c.done <- err
	}()
	t.Cleanup(func() { inW.Close() })
	return c
}

// say writes a line.
func (c *conversation) say(line string) { fmt.Fprintln(c.in, line) }

// hear reads a line.
func (c *conversation) hear(t *testing.T) string {
	t.Helper()
	line, err := c.out.ReadString('\n')
	if err != nil {
		t.Fatalf("got %q and %v, want a line", line, err)
	}
	return strings.TrimSuffix(line, "\n")
}

// ask says a line and hears the answer.
func (c *conversation) ask(t *testing.T, line string) string {
	t.Helper()
	c.say(line)
	return c.hear(t)
}

// end waits for the end.
func (c *conversation) end(t *testing.T) error {
	t.Helper()
	select {
	case err := <-c.done:
		return err
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
		return nil
	}
}

func TestConverse(t *testing.T) {
	c := begin(t, func(in io.Reader, out io.Writer) error {
		return converse(t.Context(), in, out, func(_ context.Context, line string) (string, error) {
			if line == "" {
				return "", errors.New("an empty line: want words")
			}
			return "re: " + line, nil
		})
	})
	for range 2 {
		if got := c.ask(t, "one"); got != "re: one" {
			t.Errorf("got %q", got)
		}
		if got, want := c.ask(t, ""), "error an empty line: want words"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	c.say("first")
	c.say("second")
	if a, b := c.hear(t), c.hear(t); a != "re: first" || b != "re: second" {
		t.Errorf("answers %q and %q, want them in the order of the lines", a, b)
	}
	c.in.Close()
	if err := c.end(t); err != nil {
		t.Error(err)
	}
}

// What ends a conversation while an answer is under way, which never comes.
func TestConverseEnds(t *testing.T) {
	for _, test := range []struct {
		name   string
		end    func(c *conversation, cancel func())
		want   string
		status int
	}{
		{"end of stdin", func(c *conversation, _ func()) { c.in.Close() }, "", done},
		{"end of stdin after another line", func(c *conversation, _ func()) { c.say("more"); c.in.Close() }, "", done},
		{"signal", func(_ *conversation, cancel func()) { cancel() }, "", done},
		{"broken stdin", func(c *conversation, _ func()) { c.in.CloseWithError(errors.New("torn")) }, "stdin: torn", failed},
		{"long line", func(c *conversation, _ func()) { go c.say(strings.Repeat("x", maxLine)) },
			"stdin: a line of 4096 bytes or more: want a shorter one", wrong},
		{"many lines", func(c *conversation, _ func()) { go c.say(strings.Repeat("x\n", maxWaiting)) },
			"stdin: more than 16 lines wait: want their answers read first", wrong},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			begun := make(chan bool)
			c := begin(t, func(in io.Reader, out io.Writer) error {
				return converse(ctx, in, out, func(ctx context.Context, _ string) (string, error) {
					close(begun)
					<-ctx.Done()
					return "", context.Cause(ctx)
				})
			})
			c.say("go")
			<-begun
			test.end(c, cancel)
			err := c.end(t)
			if got := fmt.Sprint(err); err == nil && test.want != "" || err != nil && got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			var f errFailed
			if errors.As(err, &f) != (test.status == failed) {
				t.Errorf("%v has the wrong status, want %d", err, test.status)
			}
			if rest, _ := io.ReadAll(c.out); len(rest) > 0 {
				t.Errorf("got the answer %q, want none", rest)
			}
			cancel()
		})
	}
}
