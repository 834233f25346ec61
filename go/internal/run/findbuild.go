package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/cobench/cobench/go/internal/closure"
	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/raw"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// buildInTime is buildSides within the budget.
func (f *finder) buildInTime(ctx context.Context) ([]raw.Build, error) {
	if f.Budget == 0 {
		return f.buildSides(ctx)
	}
	building, cancel := context.WithTimeoutCause(ctx, f.Budget, errBudget)
	defer cancel()
	return f.buildSides(building)
}

// errBudget ends what takes longer than there is time for.
var errBudget = errors.New("the budget is spent")

// buildSides builds both; a side of which nothing can be built is an error,
// since there is nothing to compare with then.
func (f *finder) buildSides(ctx context.Context) ([]raw.Build, error) {
	jdks, _ := toolchain.JDKs(f.Environ, toolchain.Folders(f.Environ))
	var builds []raw.Build
	for _, side := range f.Plan.Sides {
		source, err := f.export(ctx, side)
		if err != nil {
			return nil, err
		}
		made := raw.Build{Side: side.Name, Runtime: f.runtime.Name, Flags: f.runtime.Flags, Artifacts: map[string]string{}}
		b := &builder{Options: f.Options, side: side, source: source, jdks: jdks, done: map[string]error{}, jars: map[string]*closure.Jar{}}
		judged := len(f.Plan.Sides) == 2 && !f.Plan.MeasureIdentical
		if judged {
			if f.files[side.Name], err = f.readData(ctx, side, source); err != nil {
				return nil, err
			}
			b.data = f.files[side.Name].Key(isData(f.files[side.Name]))
		}
		err = kinds[f.runtime.Kind].build(ctx, b, f.runtime, &made)
		if err != nil && !errors.Is(err, ErrInput) {
			err = f.advisedError(ctx, err, source, b.projectFolder())
		}
		for w, reason := range made.Failed {
			made.Failed[w] = with(reason, f.missingFile(ctx, reason, source, b.projectFolder()))
		}
		switch {
		case errors.Is(context.Cause(ctx), errBudget):
			return nil, fmt.Errorf("%s is not built when the budget of %v is spent: give it a longer -budget; what the build has downloaded or made in its caches is kept", f.sideName(side), f.Plan.Budget)
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, ErrInput):
			return nil, err
		case err != nil:
			var logged buildError
			if errors.As(err, &logged) {
				return nil, fmt.Errorf("%s can't be built: %w; the whole log is %s", f.sideName(side), err, logged.log)
			}
			return nil, fmt.Errorf("%s can't be built: %w", f.sideName(side), err)
		case len(made.Artifacts) == 0 && len(made.Failed) > 0:
			for _, reason := range made.Failed {
				return nil, fmt.Errorf("%s can't be built: %s", f.sideName(side), strings.TrimPrefix(reason, notBuilt))
			}
		}
		if judged {
			if err := b.addKeys(f.runtime, &made); err != nil {
				f.Report(Event{Kind: Building, What: side.Name + " has no keys, and so is measured: " + err.Error()})
			}
		}
		made.Size = f.size(made)
		builds = append(builds, made)
	}
	return builds, nil
}

// sideName tells a user which version of the source it is.
func (f *finder) sideName(s plan.Side) string {
	if s.Ref == "" {
		return s.Name + " (the working tree)"
	}
	return fmt.Sprintf("%s (%s)", s.Name, s.Ref)
}

// export writes a side's files into the run folder, where they stay while it is
// measured: benchmarks read files of their package's folder, and write to it.
func (f *finder) export(ctx context.Context, side plan.Side) (string, error) {
	dir := f.Dir.Path(sourceFolder, side.Name)
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	if side.Ref == "" {
		return dir, f.Copy(ctx, dir)
	}
	f.Report(Event{Kind: Building, What: "unpacking " + side.Name + " " + side.Commit})
	return dir, f.Export(ctx, side.Commit, dir)
}

// sourceFolder holds the sides' files, below the run folder.
const sourceFolder = "source"
