package results_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cobench/cobench/go/internal/results"
)

func TestParseName(t *testing.T) {
	for _, test := range []struct {
		full string
		want results.Name
	}{
		{"PingPong", results.Name{Workload: "PingPong", Procs: 1, Twin: "PingPong"}},
		{"PingPong-8", results.Name{Workload: "PingPong", Procs: 8, Twin: "PingPong"}},
		{"MatMul/pattern=fan/exec=default/n=250-2", results.Name{
			Workload: "MatMul", Parameters: []results.Parameter{{"pattern", "fan"}, {"n", "250"}}, Exec: "default", Procs: 2, Twin: "MatMul/pattern=fan/n=250",
		}},
		{"Mux/route:/hi-post", results.Name{
			Workload: "Mux", Parameters: []results.Parameter{{"route:", ""}, {"hi-post", ""}}, Procs: 1, Twin: "Mux/route:/hi-post",
		}},
	} {
		if diff := cmp.Diff(test.want, results.ParseName(test.full)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.full, diff)
		}
	}
}

func TestProcs(t *testing.T) {
	for _, test := range []struct {
		bare  string
		procs int
		full  string
	}{{"A/n=1", 1, "A/n=1"}, {"A/n=1", 16, "A/n=1-16"}, {"A-b", 2, "A-b-2"}} {
		if got := results.WithProcs(test.bare, test.procs); got != test.full {
			t.Errorf("%s on %d: %s, want %s", test.bare, test.procs, got, test.full)
		}
		if got := results.WithoutProcs(test.full); got != test.bare {
			t.Errorf("%s without: %s, want %s", test.full, got, test.bare)
		}
	}
	for _, name := range []string{"A", "A7", "A-b", "-", ""} {
		if got := results.WithoutProcs(name); got != name {
			t.Errorf("%q without: %q", name, got)
		}
	}
}
