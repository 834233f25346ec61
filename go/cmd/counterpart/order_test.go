package main

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestParseOrder(t *testing.T) {
	for _, test := range []struct {
		line string
		want order
		err  string
	}{
		{line: "attack http://127.0.0.1:8123/ 2000 10s", want: order{"attack", "http://127.0.0.1:8123/", 2000, 10 * time.Second}},
		{line: " hold  http://127.0.0.1:1/x?y=z 1 100ms\r", want: order{"hold", "http://127.0.0.1:1/x?y=z", 1, 100 * time.Millisecond}},
		{line: "attack http://127.0.0.1:65535 100000 1m", want: order{"attack", "http://127.0.0.1:65535", 100_000, time.Minute}},

		{line: "", err: `"": want attack or hold, URL, RATE, DURATION, such as attack http://127.0.0.1:8123/ 2000 10s`},
		{line: "count", err: `"count": want attack or hold, URL, RATE, DURATION, such as attack http://127.0.0.1:8123/ 2000 10s`},
		{line: "Attack http://127.0.0.1:1/ 1 1s", err: `"Attack http://127.0.0.1:1/ 1 1s": want attack or hold, URL, RATE, DURATION, such as attack http://127.0.0.1:8123/ 2000 10s`},
		{line: "attack http://127.0.0.1:1/ 1 1s x", err: `"attack http://127.0.0.1:1/ 1 1s x": want attack or hold, URL, RATE, DURATION, such as attack http://127.0.0.1:8123/ 2000 10s`},

		{line: "attack http://localhost:1/ 1 1s", err: `URL "http://localhost:1/": want http://127.0.0.1:PORT/ and perhaps a path`},
		{line: "attack http://127.0.0.1/ 1 1s", err: `URL "http://127.0.0.1/": want http://127.0.0.1:PORT/ and perhaps a path`},
		{line: "attack http://127.0.0.1:0/ 1 1s", err: `URL "http://127.0.0.1:0/": want http://127.0.0.1:PORT/ and perhaps a path`},
		{line: "attack http://127.0.0.1:65536/ 1 1s", err: `URL "http://127.0.0.1:65536/": want http://127.0.0.1:PORT/ and perhaps a path`},
		{line: "attack https://127.0.0.1:1/ 1 1s", err: `URL "https://127.0.0.1:1/": want http://127.0.0.1:PORT/ and perhaps a path`},
		{line: "attack http://127.0.0.1:1@example.com:1/ 1 1s", err: `URL "http://127.0.0.1:1@example.com:1/": want http://127.0.0.1:PORT/ and perhaps a path`},
		{line: "attack http://a@127.0.0.1:1/ 1 1s", err: `URL "http://a@127.0.0.1:1/": want http://127.0.0.1:PORT/ and perhaps a path`},
		{line: "attack http://127.0.0.2:1/ 1 1s", err: `URL "http://127.0.0.2:1/": want http://127.0.0.1:PORT/ and perhaps a path`},
		{line: "attack http://[::1]:1/ 1 1s", err: `URL "http://[::1]:1/": want http://127.0.0.1:PORT/ and perhaps a path`},
		{line: "attack 127.0.0.1:1 1 1s", err: `URL "127.0.0.1:1": want http://127.0.0.1:PORT/ and perhaps a path`},
		{line: "attack http://127.0.0.1:1/#x 1 1s", err: `URL "http://127.0.0.1:1/#x": want http://127.0.0.1:PORT/ and perhaps a path`},

		{line: "attack http://127.0.0.1:1/ 0 1s", err: `RATE "0": want a whole number of requests a second from 1 to 100000`},
		{line: "attack http://127.0.0.1:1/ -1 1s", err: `RATE "-1": want a whole number of requests a second from 1 to 100000`},
		{line: "attack http://127.0.0.1:1/ 100001 1s", err: `RATE "100001": want a whole number of requests a second from 1 to 100000`},
		{line: "attack http://127.0.0.1:1/ 1.5 1s", err: `RATE "1.5": want a whole number of requests a second from 1 to 100000`},
		{line: "attack http://127.0.0.1:1/ 99999999999999999999 1s", err: `RATE "99999999999999999999": want a whole number of requests a second from 1 to 100000`},

		{line: "attack http://127.0.0.1:1/ 1 99ms", err: `DURATION "99ms": want 100ms to 1m0s, such as 10s`},
		{line: "attack http://127.0.0.1:1/ 1 61s", err: `DURATION "61s": want 100ms to 1m0s, such as 10s`},
		{line: "attack http://127.0.0.1:1/ 1 10", err: `DURATION "10": want 100ms to 1m0s, such as 10s`},
		{line: "attack http://127.0.0.1:1/ 1 -1s", err: `DURATION "-1s": want 100ms to 1m0s, such as 10s`},
	} {
		got, err := parseOrder(test.line)
		switch {
		case test.err != "":
			if err == nil || err.Error() != test.err {
				t.Errorf("%q:\n got %v\nwant %s", test.line, err, test.err)
			}
		case err != nil:
			t.Errorf("%q: %v", test.line, err)
		case got != test.want:
			t.Errorf("%q: %+v, want %+v", test.line, got, test.want)
		}
	}
}

func FuzzParseOrder(f *testing.F) {
	f.Add("attack http://127.0.0.1:8123/ 2000 10s")
	f.Add("hold http://127.0.0.1:1/x?y=z 1 100ms")
	f.Add("attack http://127.0.0.1:1@example.com:1/ 1 1s")
	f.Fuzz(func(t *testing.T, line string) {
		o, err := parseOrder(line)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\r\n") {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		u, err := url.Parse(o.url)
		if err != nil || u.Scheme != "http" || !strings.HasPrefix(u.Host, "127.0.0.1:") || strings.Contains(u.Host, "@") {
			t.Errorf("%q leads elsewhere", o.url)
		}
		if o.rate < 1 || o.rate > maxRate || o.duration < minDuration || o.duration > maxDuration {
			t.Errorf("%+v is out of bounds", o)
		}
	})
}
