package httpserver

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/workload/counterpart/counterparttest"
)

var valid = Config{Rate: 100, Duration: 1, File: "on"}

func prepare(t *testing.T, program string, change func(*Config)) *Workload {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	config := valid
	config.Counterpart = program
	change(&config)
	w, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

// fake is a counterpart that answers every attack and every search by the same, and writes down in the file orders what it was asked.
func fake(t *testing.T, report, holding string) (program, orders string) {
	t.Helper()
	folder := t.TempDir()
	program, orders = filepath.Join(folder, "fake"), filepath.Join(folder, "orders")
	script := `#!/bin/sh
while read -r verb url rest; do
  echo "$verb $rest" >>` + orders + `
  case $verb in
  attack) echo '` + report + `' ;;
  hold) echo '` + holding + `' ;;
  esac
done
`
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return program, orders
}

// A machine that is busy with other things may not hold even this rate; then it is another attack's turn.
func TestAttacks(t *testing.T) {
	program := counterparttest.Build(t)
	for _, file := range []string{"on", "off"} {
		t.Run("file="+file, func(t *testing.T) {
			w := prepare(t, program, func(c *Config) { c.File = file })
			held := 0
			for attempt := 0; attempt < 10 && held < 2; attempt++ {
				attack := w.Run()
				if r := attack.Report; attack.Err != nil || r.Requests != 100 || r.OK != 100 || r.Rate != 100 || r.ErrorRate != 0 || r.Latency.P50 <= 0 || r.Latency.Max < r.Latency.P99 {
					t.Fatalf("%v, %+v", attack.Err, r)
				}
				switch err := w.Check(attack); {
				case err == nil:
					held++
				case !strings.HasSuffix(err.Error(), " of 100 requests a second: want 99.9 %"):
					t.Fatal(err)
				}
			}
			if held < 2 {
				t.Error("never held 100 requests a second")
			}
			if left, err := os.ReadDir(w.folder); err != nil || len(left) != 0 {
				t.Errorf("%v, %d folders left", err, len(left))
			}
			if note := w.Note(); note != "" {
				t.Error(note)
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
			if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) != 0 {
				t.Errorf("%v, %d left after the end", err, len(left))
			}
		})
	}
}

func TestFigures(t *testing.T) {
	program, _ := fake(t, `{"requests":100,"ok":0,"rate":100,"achieved":90.5,"pace":99.95,"held":true,"error-rate":0.25,`+
		`"latency-ns":{"mean":1000,"p50":2,"p95":3,"p99":4,"max":5},"late-ns":{"mean":6,"p50":6,"p95":6,"p99":6,"max":6}}`, "")
	w := prepare(t, program, func(c *Config) {})
	if got := w.Figures(); len(got) != 0 {
		t.Errorf("figures %v of nothing", got)
	}
	if err := w.Check(w.Run()); err != nil {
		t.Fatal(err)
	}
	got := w.Figures()
	want := "[{100000 ns/op} {2 p50-ns} {3 p95-ns} {4 p99-ns} {5 max-ns} {90.5 achieved-ops/s} {0.25 error-rate}]"
	if last := got[len(got)-1]; last.Unit != "live-heap-B" || last.Value < 1e4 || last.Value > 1e9 {
		t.Errorf("%v %s", last.Value, last.Unit)
	}
	if got := fmt.Sprint(got[:len(got)-1]); got != want {
		t.Errorf("figures %s, want %s", got, want)
	}
	if got := w.Figures(); len(got) != 0 {
		t.Errorf("figures %v, told before", got)
	}
}

// Reports of a server that nobody has asked anything.
func TestCheckRefuses(t *testing.T) {
	for _, test := range []struct {
		name   string
		rate   int
		report string
		want   string
	}{
		{"a low rate that is not held", 2000, `{"requests":2000,"ok":0,"rate":2000,"pace":1811.9}`, "held 1811 of 2000 requests a second: want 99.9 %"},
		{"requests that failed", 10, `{"requests":10,"ok":0,"rate":10,"pace":10,"error-rate":0.4,"errors":[{"error":"EOF","count":3},{"error":"x","count":1}]}`,
			"held 6 of 10 requests a second: want 99.9 %: EOF"},
		{"answers of nobody", 10, `{"requests":10,"ok":10,"rate":10,"held":true}`,
			"of 10 requests the server served 0, and the client had 10 answers: want as many"},
		{"no report", 10, `error no`, "fake attack: no"},
		{"half a report", 10, `{"requests":10`, "unexpected end of JSON input"},
	} {
		t.Run(test.name, func(t *testing.T) {
			program, _ := fake(t, test.report, "")
			w := prepare(t, program, func(c *Config) { c.Rate = test.rate })
			err := w.Check(w.Run())
			if strings.HasPrefix(test.want, "held ") {
				if err != nil {
					t.Errorf("error %v at the first attack", err)
				}
				err = w.Check(w.Run())
			}
			if err == nil || err.Error() != test.want {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

func TestMissingFileRefused(t *testing.T) {
	program, _ := fake(t, `{"requests":3,"ok":3,"rate":3,"held":true}`, "")
	for name, test := range map[string]struct {
		spoil func(folder string)
		want  string
	}{
		"all there":   {func(string) {}, ""},
		"one is lost": {func(folder string) { os.Remove(filepath.Join(folder, "2")) }, "2 files of 3 requests: want as many"},
		"one more":    {func(folder string) { os.WriteFile(filepath.Join(folder, "4"), nil, 0o600) }, "4 files of 3 requests: want as many"},
	} {
		t.Run(name, func(t *testing.T) {
			w := prepare(t, program, func(c *Config) { c.Rate = 3 })
			a := w.Run()
			for id := 1; id <= 3; id++ {
				item := fmt.Sprintf(`{"id":%d,"value":"a534a6a6b7fd0b63"}`, id)
				if status, body := post(t, w.server.url, item); status != 200 || body != item {
					t.Fatalf("%d %q", status, body)
				}
				if text, err := os.ReadFile(filepath.Join(a.visit.folder, fmt.Sprint(id))); err != nil || string(text) != item {
					t.Fatalf("%q, %v", text, err)
				}
			}
			test.spoil(a.visit.folder)
			if err := w.Check(a); err == nil && test.want != "" || err != nil && err.Error() != test.want {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func post(t *testing.T, url, body string) (int, string) {
	t.Helper()
	response, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

func TestServerRefuses(t *testing.T) {
	program, _ := fake(t, `{"requests":1,"ok":0,"rate":1,"held":true}`, "")
	w := prepare(t, program, func(c *Config) {})
	a := w.Run()
	if status, body := post(t, w.server.url, "{}"); status != 400 || !strings.HasPrefix(body, `"{}": want `) {
		t.Errorf("%d %q", status, body)
	}
	if err := os.RemoveAll(a.visit.folder); err != nil {
		t.Fatal(err)
	}
	if status, body := post(t, w.server.url, `{"id":17,"value":"a534a6a6b7fd0b63"}`); status != 500 || !strings.Contains(body, "no such file") {
		t.Errorf("%d %q", status, body)
	}
	if n := a.visit.served.Load(); n != 0 {
		t.Errorf("%d served, want 0", n)
	}
}

func TestHighRate(t *testing.T) {
	program, orders := fake(t, `{"requests":16000,"ok":0,"rate":8000,"pace":4000,"held":false}`, `{"rate":8000,"held":3120,"attacks":9}`)
	w := prepare(t, program, func(c *Config) { c.Rate, c.Duration = 8000, 10 })
	for range 2 { // only the first time is another rate looked for
		if err := w.Check(w.Run()); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := w.Note(), "can't hold 8000 requests a second here: measured at 3120"; got != want {
		t.Errorf("note %q, want %q", got, want)
	}
	text, err := os.ReadFile(orders)
	// 80000 requests at 3120 a second.
	if want := "attack 8000 10s\nhold 8000 2s\nattack 3120 25.641025641s\n"; err != nil || string(text) != want {
		t.Errorf("%v, asked for\n%swant\n%s", err, text, want)
	}
}

func TestNoRateIsHeld(t *testing.T) {
	program, _ := fake(t, `{"requests":8000,"ok":0,"rate":8000,"held":false}`, `{"rate":8000,"held":0,"attacks":16}`)
	w := prepare(t, program, func(c *Config) { c.Rate = 8000 })
	if err := w.Check(w.Run()); err == nil || err.Error() != "held 0 of 8000 requests a second: want 1 or more" {
		t.Errorf("error %v", err)
	}
}

func TestConfigRefused(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"rate=0: want 1 or more":          func(c *Config) { c.Rate = 0 },
		"duration=-1: want 1 or more":     func(c *Config) { c.Duration = -1 },
		"file=maybe: want one of on, off": func(c *Config) { c.File = "maybe" },
	} {
		config := valid
		change(&config)
		if _, err := New(config); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestWhatDoesNotStart(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	config := valid
	config.Counterpart = "/missing/counterpart"
	if _, err := New(config); err == nil || err.Error() != "fork/exec /missing/counterpart: no such file or directory" {
		t.Errorf("error %v", err)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) != 0 {
		t.Errorf("%v, %d left", err, len(left))
	}

	first, err := serve("127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	address := strings.Trim(strings.TrimPrefix(first.url, "http://"), "/")
	_, err = serve(address, false)
	if want := "the server can't listen tcp4 " + address + ": bind: address already in use"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestLoadThatDies(t *testing.T) {
	program := filepath.Join(t.TempDir(), "program")
	script := "#!/bin/sh\nread line\necho counterpart: attack: 1024 files may be open: want 4160 >&2\nexit 1\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	w := prepare(t, program, func(c *Config) {})
	want := "program attack: exit status 1: counterpart: attack: 1024 files may be open: want 4160"
	if err := w.Check(w.Run()); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) != 0 {
		t.Errorf("%v, %d left", err, len(left))
	}
}
