package archive

import (
	"testing"

	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/plan"
)

func TestKindsOfAProject(t *testing.T) {
	for _, test := range []struct {
		trigger   plan.Trigger
		name      string
		onDefault bool
		want      history.Kind // "" is refused
	}{
		{plan.Push, "ubuntu-24.04", true, history.Main},
		{plan.Schedule, "ubuntu-24.04", true, history.Main},
		{plan.Schedule, "recording-ubuntu-24.04", true, history.Calibrate},
		{plan.Dispatch, "ubuntu-24.04", true, history.Manual},
		{plan.Dispatch, "backfill-0123456789ab-ubuntu-24.04", true, history.Main},
		{plan.Dispatch, "backfill-0123456789ab-ubuntu-24.04", false, ""},
		{plan.Push, "backfill-0123456789ab-ubuntu-24.04", true, ""},
		{plan.Push, "recording-ubuntu-24.04", true, ""},
		{plan.PullRequest, "ubuntu-24.04", true, ""},
	} {
		if got, err := kindOfProject(test.trigger, test.name, test.onDefault); got != test.want || (err != nil) != (test.want == "") {
			t.Errorf("%s of a %s: %q, %v, want %q", test.name, test.trigger, got, err, test.want)
		}
	}
}
