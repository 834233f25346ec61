package webhook

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		address string
		slack   bool
		wrong   string
	}{
		{"https://hooks.slack.com/services/T0/B0/secret", true, ""},
		{" https://hooks.slack.com/services/T0/B0/secret\n", true, ""},
		{"https://example.com/hooks/secret", false, ""},
		{"slack+https://chat.example.com/hooks/secret", true, ""},
		{"http://127.0.0.1:99/secret", false, ""},
		{"http://[::1]/secret", false, ""},
		{"http://example.com/secret", false, "want an address that begins with https://"},
		{"http://127.0.0.1.example.com/secret", false, "https://"},
		{"ftp://example.com/secret", false, "https://"},
		{"file:///etc/secret", false, "want an address such as"},
		{"https:secret", false, "want an address such as"},
		{"https://[secret", false, "want an address such as"},
		{"secret", false, "want an address such as"},
		{"", false, "want an address such as"},
	} {
		h, err := Parse(test.address)
		switch {
		case test.wrong == "" && (err != nil || h.Slack != test.slack):
			t.Errorf("%q: %+v, %v", test.address, h, err)
		case test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong) || strings.Contains(err.Error(), "secret")):
			t.Errorf("%q: %v, want %q", test.address, err, test.wrong)
		}
	}
}

// sent is what a receiver has got.
type sent struct {
	times       int
	body        map[string]any
	method, typ string
}

func receiver(t *testing.T, secure bool, serve http.HandlerFunc) (*httptest.Server, *sent) {
	t.Helper()
	got := &sent{}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got.times++
		got.method, got.typ = r.Method, r.Header.Get("Content-Type")
		text, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(text, &got.body)
		serve(w, r)
	})
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	if secure {
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	return server, got
}

// A message arrives once, over TLS, and what goes wrong is told without the address.
func TestSend(t *testing.T) {
	elsewhere, stray := receiver(t, false, func(w http.ResponseWriter, _ *http.Request) {})
	for _, test := range []struct {
		name  string
		serve http.HandlerFunc
		want  string
	}{
		{"received", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "ok") }, ""},
		{"received without a word", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, ""},
		{"revoked", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404); io.WriteString(w, "no_service") }, "the answer is 404 no_service"},
		{"busy", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "1"); w.WriteHeader(429) }, "the answer is 429"},
		{"broken", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, "the answer is 500"},
		{"an echo", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(404); io.WriteString(w, "no "+r.URL.Path) }, "the answer is 404"},
		{"an echo that looks like a word", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404); io.WriteString(w, "hidden_secret") }, "the answer is 404"},
		{"a redirect to another host", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		}, "the answer is 307, a redirect, which is not followed"},
		{"no answer", func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
			case <-time.After(5 * time.Second):
			}
		}, "no answer within 300ms"},
		{"a connection that breaks", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "the connection failed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			server, got := receiver(t, true, test.serve)
			h, err := Parse("slack+" + server.URL + "/services/hidden_secret")
			if err != nil {
				t.Fatal(err)
			}
			h.through, h.limit = server.Client().Transport, 300*time.Millisecond
			err = h.Send(t.Context(), map[string]string{"text": "1 slower"})
			said := ""
			if err != nil {
				said = err.Error()
			}
			if !strings.HasPrefix(said, test.want) || test.want == "" && said != "" || strings.Contains(said, "secret") || strings.Contains(said, "127.0.0.1") {
				t.Errorf("%q, want %q", said, test.want)
			}
			if got.times != 1 || got.body["text"] != "1 slower" || got.method != "POST" || !strings.HasPrefix(got.typ, "application/json") {
				t.Errorf("%+v, want one message", got)
			}
		})
	}
	if stray.times > 0 {
		t.Errorf("%d messages went to another host", stray.times)
	}
}

// What never reaches the other end is told without the address too.
func TestSendToNobody(t *testing.T) {
	server, got := receiver(t, true, func(http.ResponseWriter, *http.Request) {})
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for address, want := range map[string]string{
		server.URL + "/secret":                          "its certificate is not valid",
		"https://secret.invalid/secret":                 "its host is not known",
		"https://" + closed.Addr().String() + "/secret": "the connection failed",
	} {
		h, err := Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		h.through = &http.Transport{} // without a proxy
		if err := h.Send(context.Background(), 1); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
	if got.times > 0 {
		t.Error("a receiver that nobody vouches for has got the message")
	}
	h, err := Parse("https://example.com")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Send(t.Context(), strings.Repeat("x", mostMessage)); err == nil || !strings.Contains(err.Error(), "bytes, want") {
		t.Error(err)
	}
}

// Whatever is given, an address that is taken is of https or of this machine, and an
// error shows nothing of one.
func FuzzParse(f *testing.F) {
	for _, address := range []string{"https://hooks.slack.com/services/T0/B0/x", "slack+http://[::1]:1/x", "http://localhost.example.com", "https://a b", "slack+slack+https://x", "HTTP://127.1/"} {
		f.Add(address)
	}
	f.Fuzz(func(t *testing.T, address string) {
		h, err := Parse(address)
		if err != nil {
			if said := err.Error(); said != "want an address such as https://hooks.slack.com/…" && said != "want an address that begins with https://" {
				t.Errorf("%q: %v", address, err)
			}
			return
		}
		if ip := net.ParseIP(h.address.Hostname()); h.address.Scheme != "https" && h.address.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
			t.Errorf("%q leads to %s", address, h.address.Redacted())
		}
	})
}
