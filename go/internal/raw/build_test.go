package raw_test

import (
	"testing"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
)

// A build that another side made runs from its own folder.
func TestBuildOnAnotherSide(t *testing.T) {
	b := raw.Build{Side: plan.Head, Coroutines: "1.10.2", Artifacts: map[string]string{"Echo": "build/head-coroutines-1.10.2/echo.test"}, Harness: "build/head-coroutines-1.10.2/harness.jar"}
	got := b.On(plan.Base)
	if want := "build/base-coroutines-1.10.2/echo.test"; got.Artifacts["Echo"] != want {
		t.Errorf("%s, want %s", got.Artifacts["Echo"], want)
	}
	if want := "build/base-coroutines-1.10.2/harness.jar"; got.Harness != want || b.Artifacts["Echo"] != "build/head-coroutines-1.10.2/echo.test" {
		t.Errorf("%s, want %s, and %v as it was", got.Harness, want, b.Artifacts)
	}
}
