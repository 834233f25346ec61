package forge

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A GitHub is what hosts a repository, as its REST interface shows it.
type GitHub struct {
	API        string // https://api.github.com
	Repository string // owner/name
	Token      string
	Now        func() time.Time
	// Timeout is of one request; 0 is a minute.
	Timeout time.Duration
	// Wait pauses between attempts; nil is the clock.
	Wait func(context.Context, time.Duration) error
}

// An APIError is what GitHub answered in place of what was asked for.
type APIError struct {
	Method, Path string
	Status       int
	Message      string
}

func (e *APIError) Error() string {
	text := fmt.Sprintf("github: %s %s: %d %s", e.Method, e.Path, e.Status, e.Message)
	if e.Status == http.StatusForbidden || e.Status == http.StatusUnauthorized {
		text += ": does the job have the permission?"
	}
	return text
}

// A brokenError is of a connection that ended before there was an answer.
type brokenError struct{ error }

func (e brokenError) Unwrap() error { return e.error }

// Stumbled tells whether GitHub failed, or the way to it, and may have done what
// it was asked for.
func Stumbled(err error) bool {
	return status(err) >= 500 || errors.As(err, new(brokenError))
}

// Withheld tells whether GitHub refused since the job's token lacks a permission.
func Withheld(err error) bool {
	var api *APIError
	return errors.As(err, &api) && api.Status == http.StatusForbidden && strings.Contains(api.Message, "not accessible by")
}

// status is what GitHub answered, or 0.
func status(err error) int {
	var api *APIError
	if errors.As(err, &api) {
		return api.Status
	}
	return 0
}

// The bounds of patience: of attempts, of all pauses that GitHub asks for in one
// call, and of pages and bytes of an answer.
const (
	apiAttempts = 6
	longestWait = 15 * time.Minute
	mostPages   = 50
	mostAnswer  = 16 << 20
	apiTimeout  = 60 * time.Second
	apiVersion  = "2022-11-28"
	mostSeconds = 1 << 30 // that a header is believed: more would be no duration
)

// A request is one call. Again says that making it twice does no more than
// making it once, so that it may be repeated whatever became of it.
type request struct {
	method, path string
	body         any
	again        bool
	most         int64 // bytes of the answer; 0 is mostAnswer
}

func (g GitHub) get(ctx context.Context, path string, into any) error {
	answer, _, err := g.call(ctx, request{method: http.MethodGet, path: path, again: true})
	if err != nil {
		return err
	}
	return decode(path, answer, into)
}

func (g GitHub) send(ctx context.Context, r request, into any) error {
	answer, _, err := g.call(ctx, r)
	if err != nil || into == nil {
		return err
	}
	return decode(r.path, answer, into)
}

func decode(path string, answer []byte, into any) error {
	if err := json.Unmarshal(answer, into); err != nil {
		return fmt.Errorf("github: %s: unexpected JSON: %w", path, err)
	}
	return nil
}

// each calls f with every page of a list.
func (g GitHub) each(ctx context.Context, path string, f func(page []byte) error) error {
	for page := 0; path != ""; page++ {
		if page == mostPages {
			return fmt.Errorf("github: %s: more than %d pages", path, mostPages)
		}
		answer, header, err := g.call(ctx, request{method: http.MethodGet, path: path, again: true})
		if err != nil {
			return err
		}
		if err := f(answer); err != nil {
			return err
		}
		if path, err = g.next(header); err != nil {
			return err
		}
	}
	return nil
}

var nextLink = regexp.MustCompile(`<([^>]+)>; *rel="next"`)

// next is the path of the page that follows, "" if none does. The token goes
// nowhere else than to the API.
func (g GitHub) next(h http.Header) (string, error) {
	found := nextLink.FindStringSubmatch(h.Get("Link"))
	if found == nil {
		return "", nil
	}
	below, ok := strings.CutPrefix(found[1], strings.TrimSuffix(g.API, "/"))
	if !ok {
		return "", fmt.Errorf("github: the next page is at %s, want an address below %s", found[1], g.API)
	}
	return below, nil
}

// call makes a request, and makes it again where GitHub asks for patience or
// stumbles.
func (g GitHub) call(ctx context.Context, r request) ([]byte, http.Header, error) {
	wait := g.Wait
	if wait == nil {
		wait = pause
	}
	var err error
	var waited time.Duration
	for attempt := range apiAttempts {
		var answer []byte
		var response *http.Response
		answer, response, err = g.once(ctx, r)
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		var patience time.Duration
		switch {
		case err != nil: // it may have arrived all the same
			if !r.again {
				return nil, nil, err
			}
		case response.StatusCode < 300:
			return answer, response.Header, nil
		default:
			err = &APIError{r.method, r.path, response.StatusCode, message(answer)}
			limited, asked := g.limited(response, answer)
			if !limited && (response.StatusCode < 500 || !r.again) {
				return nil, nil, err
			}
			patience = asked
		}
		if attempt == apiAttempts-1 {
			break
		}
		if patience > longestWait-waited {
			return nil, nil, fmt.Errorf("%w: asked to wait for %v, after %v: want %v in all at most", err, patience, waited, longestWait)
		}
		waited += patience
		if e := wait(ctx, cmp.Or(patience, time.Second<<attempt)); e != nil {
			return nil, nil, e
		}
	}
	return nil, nil, fmt.Errorf("%w: after %d attempts", err, apiAttempts)
}

func (g GitHub) once(ctx context.Context, r request) ([]byte, *http.Response, error) {
	var body io.Reader
	if r.body != nil {
		text, err := json.Marshal(r.body)
		if err != nil {
			return nil, nil, err
		}
		body = bytes.NewReader(text)
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(g.Timeout, apiTimeout))
	defer cancel()
	q, err := http.NewRequestWithContext(limited, r.method, strings.TrimSuffix(g.API, "/")+r.path, body)
	if err != nil {
		return nil, nil, err
	}
	q.Header.Set("Accept", "application/vnd.github+json")
	q.Header.Set("X-GitHub-Api-Version", apiVersion)
	q.Header.Set("User-Agent", "cobench")
	if g.Token != "" {
		q.Header.Set("Authorization", "Bearer "+g.Token) // net/http leaves it out where it is sent on to another host
	}
	response, err := http.DefaultClient.Do(q)
	if err != nil {
		return nil, nil, brokenError{fmt.Errorf("github: %s %s: %w", r.method, r.path, errors.Unwrap(err))}
	}
	defer response.Body.Close()
	most := cmp.Or(r.most, mostAnswer)
	answer, err := io.ReadAll(io.LimitReader(response.Body, most+1))
	if err != nil {
		return nil, nil, brokenError{fmt.Errorf("github: %s %s: %w", r.method, r.path, err)}
	}
	if int64(len(answer)) > most {
		return nil, nil, fmt.Errorf("github: %s %s: more than %d bytes", r.method, r.path, most)
	}
	return answer, response, nil
}

// limited tells whether an answer asks for patience, and for how much; 0 is as
// much as seems right.
func (g GitHub) limited(response *http.Response, answer []byte) (bool, time.Duration) {
	if response.StatusCode != http.StatusForbidden && response.StatusCode != http.StatusTooManyRequests {
		return false, 0
	}
	if seconds, err := strconv.ParseInt(response.Header.Get("Retry-After"), 10, 64); err == nil && seconds >= 0 {
		return true, time.Duration(min(seconds, mostSeconds)) * time.Second
	}
	if response.Header.Get("X-RateLimit-Remaining") == "0" {
		if reset, err := strconv.ParseInt(response.Header.Get("X-RateLimit-Reset"), 10, 64); err == nil {
			now := g.Now().Unix()
			return true, time.Duration(min(max(reset, now)-now, mostSeconds)+1) * time.Second
		}
	}
	return response.StatusCode == http.StatusTooManyRequests || strings.Contains(message(answer), "rate limit"), time.Minute
}

// message is what GitHub says of an error, short.
func message(answer []byte) string {
	var said struct{ Message string }
	if json.Unmarshal(answer, &said) != nil || said.Message == "" {
		return "without a word"
	}
	return string([]rune(said.Message)[:min(200, len([]rune(said.Message)))])
}

// path is one below the repository's.
func (g GitHub) path(format string, args ...any) string {
	return "/repos/" + g.Repository + fmt.Sprintf(format, args...)
}

// query writes name=value pairs.
func query(pairs ...string) string {
	values := url.Values{"per_page": {"100"}}
	for i := 0; i < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	return "?" + values.Encode()
}
