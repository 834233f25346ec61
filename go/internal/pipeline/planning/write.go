package planning

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2/maybe"

	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/event"
	"github.com/cobench/cobench/go/internal/plan"
)

// Write makes the plans of an event in a folder, tells the step's outputs the
// jobs, and shows the forecast. It writes all plans or none: of an event that
// can't be measured it shows why, with what would be right.
func (a Asker) Write(ctx context.Context, e event.Event, dir string, step pipeline.Step) error {
	asked, err := e.Asked()
	var forecast plan.Forecast
	var cells []plan.Cell
	if err == nil {
		forecast, cells, err = a.Plans(ctx, asked)
	}
	if err != nil {
		refuse := func(w io.Writer) error { return plan.WriteRefusal(w, a.Conf, err, asked.Trigger == plan.Dispatch) }
		return errors.Join(err, step.Show(refuse))
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, p := range forecast.Plans {
		for _, j := range p.Jobs {
			fmt.Fprintf(a.Log, "%s: %s\n", p.Name, Foretell(p.Plan, j))
		}
		var text bytes.Buffer
		if err := p.Write(&text); err != nil {
			return err
		}
		if err := maybe.WriteFile(filepath.Join(dir, p.Name+".json"), text.Bytes(), 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintln(a.Log, forecast.Line())
	if err := setMatrix(step, cells); err != nil {
		return err
	}
	return step.Show(forecast.Write)
}

// setMatrix gives a workflow its jobs: their names, of which GitHub's matrix is
// made, and what each name stands for. Where nothing is measured there is neither.
func setMatrix(step pipeline.Step, cells []plan.Cell) error {
	if len(cells) == 0 {
		return nil
	}
	names, about := []string{}, map[string]plan.Cell{}
	for _, c := range cells {
		names = append(names, c.Name())
		about[c.Name()] = c
	}
	matrix, err := json.Marshal(map[string][]string{"job": names})
	if err != nil {
		return err
	}
	jobs, err := json.Marshal(about)
	if err != nil {
		return err
	}
	return errors.Join(step.Set("matrix", string(matrix)), step.Set("jobs", string(jobs)))
}
