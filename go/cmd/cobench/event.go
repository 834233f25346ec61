package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/cobench/cobench/go/internal/plan"
)

// dataBranch holds the history.
const dataBranch = "bench-data"

// eventPlans says where an event comes from and what is made of it goes.
type eventPlans struct{ file, out, matrix, summary, remote string }

// planEvent makes the plans that an event asks for. All of them or none: what
// can't be measured is told in the summary, with what would be right.
func (c command) planEvent(ctx context.Context, root string, e eventPlans) error {
	conf, err := benchConfig(root)
	if err != nil {
		return err
	}
	event, err := readEvent(e.file)
	var forecast plan.Forecast
	var cells []plan.Cell
	if err == nil {
		forecast, cells, err = c.plansOf(ctx, root, conf, event, e.remote)
	}
	if err != nil {
		refuse := func(w io.Writer) error { return plan.WriteRefusal(w, conf, err, event.Trigger == plan.Dispatch) }
		return errors.Join(err, c.summarise(e.summary, refuse))
	}
	if e.out == "-" {
		return errors.New("plan: -o is missing: want the folder for the plans of -event")
	}
	if err := os.MkdirAll(e.out, 0o777); err != nil {
		return err
	}
	for _, p := range forecast.Plans {
		for _, j := range p.Jobs {
			fmt.Fprintf(c.stderr, "%s: %s\n", p.Name, foretell(p.Plan, j))
		}
		if err := c.output(filepath.Join(e.out, p.Name+".json"), p.Write); err != nil {
			return err
		}
	}
	fmt.Fprintln(c.stderr, forecast.Line())
	if e.matrix != "" && len(cells) > 0 {
		if err := addMatrix(e.matrix, cells); err != nil {
			return err
		}
	}
	return c.summarise(e.summary, forecast.Write)
}

// addMatrix gives a workflow its jobs: their names, of which GitHub's matrix is,
// and by the names what they are. There is neither where nothing is measured.
func addMatrix(file string, cells []plan.Cell) error {
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
	return add(file, fmt.Sprintf("matrix=%s\njobs=%s\n", matrix, jobs))
}

// mostSummary is what GitHub takes of a step, less what others may have said.
const mostSummary = 900_000

// summarise adds Markdown to a job's page.
func (c command) summarise(file string, write func(io.Writer) error) error {
	if file == "" {
		return nil
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if text.Len() > mostSummary {
		text.Truncate(mostSummary)
		text.WriteString("…\n")
	}
	return add(file, text.String())
}

func add(file, text string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

func readEvent(file string) (plan.Event, error) {
	f, err := os.Open(file)
	if err != nil {
		return plan.Event{}, err
	}
	defer f.Close()
	return plan.ReadEvent(f, file)
}
