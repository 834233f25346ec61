// Package summary brings together what the jobs of a run have measured: into the
// artifact that a comment and the history are made of, and onto the page of the
// run.
package summary

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/artifact"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/why"
)

// Jobs are those of a run that have ended.
type Jobs struct {
	// Runs is the folder with a run folder for each job: PLAN-JOB, or any name
	// where it is somebody's project.
	Runs string
	// Artifact is the folder that gets the results. It holds the plans, or gets
	// those of a project.
	Artifact string
	// Collect writes the results of a run folder into a file.
	Collect func(file string, dir raw.Dir) error
	// Today decides which of a project's accepted slowdowns have expired.
	Today time.Time
}

// collect writes the results of each job that has a run folder, and returns why
// the others have none.
func (j Jobs) collect() (artifact.Artifact, map[artifact.Missing]string, error) {
	folder, err := j.folders()
	if err != nil {
		return artifact.Artifact{}, nil, err
	}
	a, err := artifact.Open(j.Artifact)
	if err != nil {
		return a, nil, err
	}
	reasons := map[artifact.Missing]string{}
	for _, p := range a.Plans {
		for _, job := range p.Jobs {
			this := artifact.Missing{Plan: p.Name, Job: job.ID}
			dir := folder(this)
			file := filepath.Join(j.Artifact, artifact.Results, p.Name, job.ID+".txt")
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				return a, nil, err
			}
			if _, err := os.Stat(string(dir)); errors.Is(err, fs.ErrNotExist) {
				reasons[this] = "the job ended before it had measured anything"
			} else if why, err := os.ReadFile(dir.Path(raw.FailureFile)); err == nil {
				reasons[this] = strings.TrimSpace(string(why))
			} else if err := j.Collect(file, dir); err != nil {
				reasons[this] = err.Error()
			} else if err := j.takeWhy(this, dir); err != nil {
				return a, nil, err
			}
		}
	}
	a, err = artifact.Open(j.Artifact)
	return a, reasons, err
}

// folders returns where the run folder of each job is to be looked for. Where the
// artifact has no plans yet, each folder is of somebody's project and brings its
// own, which gets the name of its job.
func (j Jobs) folders() (func(artifact.Missing) raw.Dir, error) {
	if _, err := os.Stat(filepath.Join(j.Artifact, artifact.Plans)); !errors.Is(err, fs.ErrNotExist) {
		return func(m artifact.Missing) raw.Dir { return raw.Dir(filepath.Join(j.Runs, m.Plan+"-"+m.Job)) }, err
	}
	found, err := os.ReadDir(j.Runs)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	folders := map[string]raw.Dir{}
	for _, entry := range found {
		dir := raw.Dir(filepath.Join(j.Runs, entry.Name()))
		p, err := dir.Plan()
		if err != nil {
			return nil, err
		}
		name := p.Jobs[0].ID
		switch before, twice := folders[name]; {
		case !p.Project.Finds() || len(p.Jobs) != 1 || !artifact.IsName(name):
			return nil, fmt.Errorf("%s: job %.60q: want a run of cobench ci bench, of one job", dir, name)
		case twice:
			return nil, fmt.Errorf("%s: job %s is already in %s: give each job its own -job", dir, name, before)
		}
		folders[name] = dir
	}
	if len(folders) == 0 {
		return nil, pipeline.Failure{Err: fmt.Errorf("%s: no run folder in it: want what cobench ci bench left", j.Runs)}
	}
	return func(m artifact.Missing) raw.Dir { return folders[m.Plan] }, j.takePlans(folders)
}

// takePlans copies the plans of a project's run folders into the artifact.
func (j Jobs) takePlans(folders map[string]raw.Dir) error {
	if err := os.MkdirAll(filepath.Join(j.Artifact, artifact.Plans), 0o777); err != nil {
		return err
	}
	for name, dir := range folders {
		text, err := os.ReadFile(dir.Path(raw.PlanFile))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(j.Artifact, artifact.Plans, name+".json"), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// takeWhy copies what the profiles of a job say into the artifact, where it took any.
func (j Jobs) takeWhy(this artifact.Missing, dir raw.Dir) error {
	text, err := os.ReadFile(dir.Path(raw.WhyFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if _, err := why.Read(text, string(dir)); err != nil {
		return nil // the verdicts stand without it
	}
	file := filepath.Join(j.Artifact, artifact.Why, this.Plan, this.Job+".json")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}
