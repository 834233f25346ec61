//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// A definition is what an action.yml says of an action.
type definition struct {
	Inputs map[string]struct {
		Default  any
		Required bool
	}
	Outputs map[string]any
	Runs    struct{ Using string }
}

func parseDefinition(t *testing.T, name string, text []byte) (d definition) {
	t.Helper()
	if err := yaml.Unmarshal(text, &d); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return d
}

// stub is the definition of an action's stand-in.
func (u pinned) stub(t *testing.T) definition {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata/workflow/actions", filepath.Base(u.repository), u.folder, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	return parseDefinition(t, u.String(), text)
}

// source is the definition of the action itself, at its pin.
func (u pinned) source(t *testing.T) definition {
	t.Helper()
	name := u.commit + ":" + filepath.Join(u.folder, "action.yml")
	text, err := exec.Command("git", "-c", "safe.directory=*", "--git-dir="+u.snapshot(), "show", name).Output()
	if err != nil {
		t.Fatalf("%s: git show %s: %v", u, name, err)
	}
	return parseDefinition(t, u.String(), text)
}

var usedOutput = regexp.MustCompile(`steps\.([\w-]+)\.outputs\.([\w-]+)`)

// GitHub only warns of an input that an action does not have, and an output that it
// does not have is empty: both look like a step that works.
func TestStepsFitTheirActions(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(workflows, "*.yml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var w struct{ Jobs map[string]map[string]any }
		if err := yaml.Unmarshal(text, &w); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for name, job := range w.Jobs {
			for _, problem := range misfits(t, job) {
				t.Errorf("%s, job %s: %s", filepath.Base(file), name, problem)
			}
		}
	}
}

// misfits are what a job gives to or takes from actions that don't have it.
func misfits(t *testing.T, job map[string]any) (problems []string) {
	byID := map[string]definition{}
	steps, _ := job["steps"].([]any)
	for _, s := range steps {
		step := s.(map[string]any)
		found := uses.FindStringSubmatch("uses: " + fmt.Sprint(step["uses"]))
		if found == nil {
			continue
		}
		u := pinned{found[1], found[2], found[3]}
		action := u.stub(t)
		given, _ := step["with"].(map[string]any)
		for input := range given {
			if _, ok := action.Inputs[input]; !ok {
				problems = append(problems, fmt.Sprintf("%s has no input %s", u, input))
			}
		}
		for input, declared := range action.Inputs {
			if _, ok := given[input]; !ok && declared.Required {
				problems = append(problems, fmt.Sprintf("%s wants the input %s", u, input))
			}
		}
		if id, ok := step["id"].(string); ok {
			byID[id] = action
		}
	}
	for _, used := range usedOutput.FindAllStringSubmatch(fmt.Sprint(job), -1) {
		if action, ok := byID[used[1]]; ok {
			if _, ok := action.Outputs[used[2]]; !ok {
				problems = append(problems, fmt.Sprintf("step %s has no output %s", used[1], used[2]))
			}
		}
	}
	return problems
}

// The stand-ins have no input, default or output that the actions at their pins lack,
// and every action runs on a Node that GitHub still has.
func TestStubsAreLikeTheirActions(t *testing.T) {
	if *realActions == "" {
		t.Skip("-actions is not given: the folder of the actions' repositories")
	}
	for _, u := range pinnedActions(t) {
		stub, source := u.stub(t), u.source(t)
		for name, input := range stub.Inputs {
			real, ok := source.Inputs[name]
			if value := fmt.Sprint(real.Default); !ok {
				t.Errorf("%s has no input %s", u, name)
			} else if real.Default != nil && !strings.Contains(value, "${{") && input.Default != "" && value != fmt.Sprint(input.Default) {
				t.Errorf("%s: %s is %s by default, and the stub's is %v", u, name, value, input.Default)
			}
		}
		for name, input := range source.Inputs {
			if input.Required && input.Default == nil && !stub.Inputs[name].Required {
				t.Errorf("%s wants the input %s, and its stub does not", u, name)
			}
		}
		for name := range stub.Outputs {
			if _, ok := source.Outputs[name]; !ok {
				t.Errorf("%s has no output %s", u, name)
			}
		}
		if using := source.Runs.Using; using != "node24" && using != "composite" {
			t.Errorf("%s runs on %s", u, using)
		}
	}
}
