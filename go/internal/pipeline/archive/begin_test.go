package archive

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
	"github.com/cobench/cobench/go/internal/publish"
)

// The first run of all may leave nothing, or be started by hand before anything
// was measured: the branch is begun, and the site can be made of it.
func TestBranchIsBegun(t *testing.T) {
	for name, run := range map[string]*forge.Run{
		"a run without results": {ID: 1, Event: "push", Status: "completed", Conclusion: "failure", HeadBranch: "main"},
		"by hand":               nil,
	} {
		t.Run(name, func(t *testing.T) {
			fake, remote := forgetest.New(t), pipelinetest.Remote(t)
			if run != nil {
				run.Head.FullName = forgetest.Repository
			}
			for _, begun := range []bool{true, false} {
				said, err := appendAny(t, fake, run, remote)
				if err != nil || strings.Contains(said, "bench-data did not exist: created") != begun {
					t.Fatalf("%v: %s", err, said)
				}
			}
			data := t.TempDir()
			if out, err := exec.Command("git", "clone", "--quiet", "--branch", "bench-data", remote, data).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			out := t.TempDir()
			index, err := publish.Publish(filepath.Join(data, "history"), out, publish.Options{Now: time.Now()})
			if err != nil || index.Total != 0 || index.Newest != nil {
				t.Errorf("%+v, %v", index, err)
			}
			if badge, err := os.ReadFile(filepath.Join(out, "badge.svg")); err != nil || !strings.Contains(string(badge), "none yet") {
				t.Errorf("%s, %v", badge, err)
			}
		})
	}
}

// A branch that was begun otherwise, with manual runs alone say, gets the list
// too, by which a checkout of a part of it has the folder; its own files stay.
func TestBranchThatWasBegunOtherwise(t *testing.T) {
	fake, remote := forgetest.New(t), pipelinetest.Remote(t)
	change := forge.Change{Branch: pipeline.DataBranch, Message: "x", Files: map[string][]byte{"README.md": []byte("mine\n")}}
	if _, err := (forge.Remote{URL: remote, Environ: os.Environ()}).Append(context.Background(), change); err != nil {
		t.Fatal(err)
	}
	said, err := appendAny(t, fake, nil, remote)
	if files := tree(t, remote); err != nil || files != "README.md\nhistory/retracted.txt\n" || strings.Contains(said, "begun") {
		t.Errorf("%v: %s\n%s", err, said, files)
	}
	if text, err := exec.Command("git", "-C", remote, "show", "bench-data:README.md").Output(); err != nil || string(text) != "mine\n" {
		t.Errorf("%s, %v", text, err)
	}
}

// By hand, what no run of the workflow has added is added.
func TestAppendByHandTakesWhatIsLeft(t *testing.T) {
	fake, remote := forgetest.New(t), pipelinetest.Remote(t)
	pushed(t, fake, 40, "push", "main", "main")
	stranger := pushed(t, fake, 41, "pull_request", "main", "main")
	said, err := appendAny(t, fake, nil, remote)
	files := tree(t, remote)
	if err != nil || !strings.Contains(files, pipelinetest.Head+"-40-ubuntu-24.04-hotspot.txt.gz") || strings.Contains(files, "-41-") {
		t.Errorf("%v: of %d and %d: %s\n%s", err, 40, stranger.ID, said, files)
	}
}

// Of a run that was started again, what was uploaded last is what counts,
// whatever order GitHub lists it in.
func TestNewestReportIsAppended(t *testing.T) {
	fake, remote := forgetest.New(t), pipelinetest.Remote(t)
	run := pushed(t, fake, 60, "push", "main", "main")
	listed := `{"artifacts": [{"id": 60, "name": "` + artifact.Name + `", "created_at": "2026-11-02T00:00:00Z"}, {"id": 61, "name": "` + artifact.Name + `", "created_at": "2026-11-01T00:00:00Z"}]}`
	fake.Faults = []forgetest.Fault{{Status: 200, Body: `{"workflow_runs": []}`}, {Status: 200, Body: listed}}
	if said, err := appendAny(t, fake, &run, remote); err != nil || !strings.Contains(said, "2 of 2 jobs added to the history") {
		t.Errorf("%v: %s", err, said)
	}
}
