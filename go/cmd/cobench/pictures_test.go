package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/compare"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline/comment"
	"github.com/cobench/cobench/go/internal/pipeline/gate"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/report"
)

var pictures = flag.String("pictures", "", "`folder` for what the documentation shows pictures of")

// pictured is a run of somebody else's project; README.md beside it says which.
const pictured = "testdata/picture"

// What the documentation shows pictures of was measured, and is written by the code
// that writes it for everybody: `make pictures` draws it.
func TestPictures(t *testing.T) {
	read := compare.Files([]string{filepath.Join(pictured, "results.txt")}, nil)
	read[0].Label = "project/ubuntu-24.04.txt"
	r, err := report.Read(read)
	if err != nil {
		t.Fatal(err)
	}
	reasons, err := reasonsIn(raw.Dir(pictured))
	if err != nil {
		t.Fatal(err)
	}
	for i := range reasons.Rows { // as an artifact has it
		reasons.Rows[i].Flame = strings.TrimPrefix(reasons.Rows[i].Flame, pictured+"/")
	}
	r.Explain("", reasons)
	var summary bytes.Buffer
	if err := report.WriteSummary(&summary, r); err != nil {
		t.Fatal(err)
	}
	text, err := comment.Text(gate.Finding{Report: r}, gate.Policy{Project: true}, forge.Run{HTML: "https://github.com/go-chi/chi/actions"}, false)
	if err != nil {
		t.Fatal(err)
	}
	// The commit composes a pattern that was only read before.
	for _, want := range []string{"4 slower, 4 with more allocations", "v5.(*Context).RoutePattern"} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in the comment:\n%s", want, text)
		}
	}
	if *pictures == "" {
		return
	}
	files := map[string]string{"comment.md": text, "summary.md": summary.String(), "forecast.md": forecastOf(t)}
	if err := os.MkdirAll(*pictures, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(*pictures, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// forecastOf is what a manual run will take, as its page says before it begins.
func forecastOf(t *testing.T) string {
	dir := t.TempDir()
	event, page := filepath.Join(dir, "event.json"), filepath.Join(dir, "page.md")
	if err := os.WriteFile(event, []byte(`{"inputs": {"profile": "manual", "workload": "Channel", "runtimes": "as the profile says", "runners": "all", "rounds": "10",
		"set": "capacity=0,1,64 runtime=go,jvm-17,jvm-25,kotlin-native exec=goroutine,default,virtual", "note": "do virtual threads like small buffers?"}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	c := command{stderr: &stderr, stdout: &stderr, now: time.Now, environ: os.Environ()}
	if status := c.main(context.Background(), []string{"ci", "plan", "-event", event, "-o", filepath.Join(dir, "plans"), "-summary", page, "-remote", "../../.."}); status != done {
		t.Fatalf("%d: %s", status, &stderr)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
