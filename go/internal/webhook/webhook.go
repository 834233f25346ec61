// Package webhook sends a message to an address that somebody has kept as a secret.
//
// The address is never shown: no error has a part of it, and none of what the other
// end answers with but a word of Slack's. A message is sent once, within a time, and
// never anywhere else, whatever becomes of it.
package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// A Hook is where messages go.
type Hook struct {
	// Slack tells that the other end wants messages in the format of Slack's incoming
	// webhooks.
	Slack   bool
	address *url.URL
	limit   time.Duration
	through http.RoundTripper // nil is the network
}

// Limit is how long a message may take.
const Limit = 20 * time.Second

// slackHosts receive Slack's format.
var slackHosts = map[string]bool{"hooks.slack.com": true, "hooks.slack-gov.com": true}

// slackMark begins the address of another service that wants Slack's format.
const slackMark = "slack+"

// Parse reads an address: https://…, or http:// on this machine. One that begins with
// slack+ wants Slack's format, as Slack's own do without it.
func Parse(address string) (*Hook, error) {
	rest, marked := strings.CutPrefix(strings.TrimSpace(address), slackMark)
	u, err := url.Parse(rest)
	switch {
	case err != nil || u.Hostname() == "" || u.Opaque != "":
		return nil, errors.New("want an address such as https://hooks.slack.com/…")
	case u.Scheme == "http" && !loopback(u.Hostname()), u.Scheme != "https" && u.Scheme != "http":
		return nil, errors.New("want an address that begins with https://")
	}
	u.Fragment = ""
	return &Hook{Slack: marked || slackHosts[u.Hostname()], address: u, limit: Limit}, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// mostMessage is bytes of a message.
const mostMessage = 4 << 20

// Send sends a message as JSON, once.
func (h *Hook) Send(ctx context.Context, message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if len(text) > mostMessage {
		return fmt.Errorf("a message of %d bytes, want %d at most", len(text), mostMessage)
	}
	ctx, cancel := context.WithTimeout(ctx, h.limit)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, h.address.String(), io.NopCloser(bytes.NewReader(text)))
	if err != nil {
		return errors.New("the address can't be used")
	}
	// A body that can't be read twice is not sent twice by net/http itself.
	q.ContentLength, q.GetBody = int64(len(text)), nil
	q.Header.Set("Content-Type", "application/json; charset=utf-8")
	q.Header.Set("User-Agent", "cobench")
	client := http.Client{Transport: h.through, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(q)
	if err != nil {
		return errors.New(h.reason(ctx, err))
	}
	defer response.Body.Close()
	switch code := response.StatusCode; {
	case code < 300:
		return nil
	case code < 400:
		return fmt.Errorf("the answer is %d, a redirect, which is not followed: give the address that it leads to", code)
	default:
		return fmt.Errorf("the answer is %d%s", code, h.word(response.Body))
	}
}

// reason is why there was no answer, in words that name no host.
func (h *Hook) reason(ctx context.Context, err error) string {
	switch {
	case ctx.Err() != nil || timedOut(err):
		return fmt.Sprintf("no answer within %v", h.limit)
	case errors.As(err, new(*net.DNSError)):
		return "its host is not known"
	case errors.As(err, new(*tls.CertificateVerificationError)):
		return "its certificate is not valid"
	}
	return "the connection failed"
}

func timedOut(err error) bool {
	var timed interface{ Timeout() bool }
	return errors.As(err, &timed) && timed.Timeout()
}

// slackWord is what Slack answers with, such as no_service.
var slackWord = regexp.MustCompile(`^[a-z]+(_[a-z]+)+$`)

// word is what Slack says of an error, and nothing of what others say: it could repeat
// the address.
func (h *Hook) word(body io.Reader) string {
	text, err := io.ReadAll(io.LimitReader(body, 64))
	if word := strings.TrimSpace(string(text)); err == nil && h.Slack && slackWord.MatchString(word) && !strings.Contains(h.address.String(), word) {
		return " " + word
	}
	return ""
}
