package forge_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
)

// hub talks to a fake and notes how long it was asked to wait.
func hub(t *testing.T) (forge.GitHub, *forgetest.GitHub, *[]time.Duration) {
	fake := forgetest.New(t)
	var waits []time.Duration
	return forge.GitHub{
		API: fake.URL, Repository: forgetest.Repository, Token: "token",
		Now:  func() time.Time { return time.Unix(1000, 0) },
		Wait: func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil },
	}, fake, &waits
}

func TestPatience(t *testing.T) {
	for _, test := range []struct {
		name   string
		faults []forgetest.Fault
		waits  []time.Duration
		err    string
	}{
		{"429 with Retry-After", []forgetest.Fault{{Status: 429, Header: map[string]string{"Retry-After": "7"}}}, []time.Duration{7 * time.Second}, ""},
		{"403 with Retry-After", []forgetest.Fault{{Status: 403, Header: map[string]string{"Retry-After": "0"}}}, []time.Duration{time.Second}, ""},
		{"403 until a time", []forgetest.Fault{{Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1042"}}}, []time.Duration{43 * time.Second}, ""},
		{"a second limit", []forgetest.Fault{{Status: 403, Body: `{"message": "You have exceeded a secondary rate limit"}`}}, []time.Duration{time.Minute}, ""},
		{"5xx", []forgetest.Fault{{Status: 502}, {Status: 503}, {Status: 500}}, []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}, ""},
		{"the connection breaks", []forgetest.Fault{{}}, []time.Duration{time.Second}, ""},
		{"5xx for good", []forgetest.Fault{{Status: 502}, {Status: 502}, {Status: 502}, {Status: 502}, {Status: 502}, {Status: 502}},
			[]time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second}, "502 without a word: after 6 attempts"},
		{"forbidden", []forgetest.Fault{{Status: 403, Body: `{"message": "Resource not accessible by integration"}`}}, nil, "403 Resource not accessible by integration: does the job have the permission?"},
		{"too long", []forgetest.Fault{{Status: 429, Header: map[string]string{"Retry-After": "86400"}}}, nil, "asked to wait for 24h0m0s"},
		{"longer than there are numbers", []forgetest.Fault{{Status: 429, Header: map[string]string{"Retry-After": "99999999999999999"}}}, nil, "asked to wait for"},
		{"until the end of time", []forgetest.Fault{{Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9223372036854775807"}}}, nil, "asked to wait for"},
		{"too long in all", []forgetest.Fault{{Status: 429, Header: map[string]string{"Retry-After": "600"}}, {Status: 429, Header: map[string]string{"Retry-After": "600"}}},
			[]time.Duration{10 * time.Minute}, "asked to wait for 10m0s, after 10m0s: want 15m0s in all at most"},
		{"before it was asked", []forgetest.Fault{{Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "-9223372036854775808"}}}, []time.Duration{time.Second}, ""},
		{"no JSON", []forgetest.Fault{{Status: 200, Body: "<html>"}}, nil, "unexpected JSON"},
	} {
		t.Run(test.name, func(t *testing.T) {
			hub, fake, waits := hub(t)
			fake.Faults = test.faults
			_, err := hub.Comments(context.Background(), 1)
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
				t.Errorf("%v, want %q", err, test.err)
			}
			if fmt.Sprint(*waits) != fmt.Sprint(test.waits) {
				t.Errorf("waited %v, want %v", *waits, test.waits)
			}
		})
	}
}

// A comment that seemed to fail may be there: it is not made twice. An edit and
// a status may be made twice.
func TestNothingIsMadeTwice(t *testing.T) {
	hub, fake, _ := hub(t)
	ctx := context.Background()
	fake.Faults = []forgetest.Fault{{Status: 502, Done: true}}
	if err := hub.AddComment(ctx, 1, "hello"); err == nil {
		t.Error("a comment that GitHub stumbled over is said to be made")
	}
	if n := len(fake.Comments[1]); n != 1 {
		t.Errorf("%d comments", n)
	}
	fake.Faults = []forgetest.Fault{{Status: 502, Done: true}}
	if err := hub.EditComment(ctx, fake.Comments[1][0].ID, "again"); err != nil || fake.Comments[1][0].Body != "again" {
		t.Errorf("%v, %q", err, fake.Comments[1][0].Body)
	}
	fake.Faults = []forgetest.Fault{{Status: 429, Header: map[string]string{"Retry-After": "1"}}}
	if err := hub.AddComment(ctx, 1, "second"); err != nil || len(fake.Comments[1]) != 2 {
		t.Errorf("refused for a limit, and so not made: %v", err)
	}
}

func TestPages(t *testing.T) {
	hub, fake, _ := hub(t)
	for i := range 7 {
		fake.Comments[1] = append(fake.Comments[1], forge.Comment{ID: int64(i), Body: fmt.Sprint(i)})
	}
	comments, err := hub.Comments(context.Background(), 1)
	if err != nil || len(comments) != 7 || comments[6].Body != "6" {
		t.Errorf("%d comments, %v", len(comments), err)
	}
	fake.Faults = []forgetest.Fault{{Status: 200, Body: "[]", Header: map[string]string{"Link": `<https://evil.example/next>; rel="next"`}}}
	if _, err := hub.Comments(context.Background(), 1); err == nil || !strings.Contains(err.Error(), "evil.example") {
		t.Errorf("the token is taken elsewhere: %v", err)
	}
}

// An attempt that was begun later may have uploaded first, and GitHub promises no order.
func TestNewestArtifactIsLast(t *testing.T) {
	hub, fake, _ := hub(t)
	body := `{"artifacts": [
		{"id": 9, "name": "report", "created_at": "2026-11-02T00:00:00Z"},
		{"id": 3, "name": "report", "created_at": "2026-11-03T00:00:00Z"},
		{"id": 4, "name": "other", "created_at": "2026-11-05T00:00:00Z"},
		{"id": 5, "name": "report", "created_at": "2026-11-04T00:00:00Z", "expired": true},
		{"id": 7, "name": "report", "created_at": "2026-11-01T00:00:00Z"}]}`
	fake.Faults = []forgetest.Fault{{Status: 200, Body: body}}
	stored, err := hub.Artifacts(context.Background(), 5, "report")
	if err != nil || len(stored) != 3 || stored[0].ID != 7 || stored[1].ID != 9 || stored[2].ID != 3 {
		t.Errorf("%+v, %v, want 7, 9 and 3", stored, err)
	}
}

func TestDownload(t *testing.T) {
	hub, fake, _ := hub(t)
	ctx := context.Background()
	fake.Artifacts[5] = map[string][]byte{"report": []byte(strings.Repeat("x", 1000))}
	stored, err := hub.Artifacts(ctx, 5, "report")
	if err != nil || len(stored) != 1 {
		t.Fatal(stored, err)
	}
	packed, err := hub.Download(ctx, stored[0], 1000)
	if err != nil || len(packed) != 1000 {
		t.Errorf("%d bytes, %v", len(packed), err)
	}
	if _, err := hub.Download(ctx, stored[0], 999); err == nil || !strings.Contains(err.Error(), "1000 bytes, want 999 at most") {
		t.Errorf("%v", err)
	}
	lied := stored[0]
	lied.Size = 1
	if _, err := hub.Download(ctx, lied, 999); err == nil || !strings.Contains(err.Error(), "more than 999 bytes") {
		t.Errorf("what GitHub says of sizes is believed: %v", err)
	}
	if fake.Leaked {
		t.Error("the token was shown to the store of artifacts")
	}
}
