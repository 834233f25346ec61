package forge

import (
	"context"
	"net/http"
)

// What GitHub takes of a check run.
const (
	// MostAnnotations is of one request.
	MostAnnotations = 50

	mostTitle   = 255    // characters, of an annotation's title too
	mostSummary = 65_535 // characters
)

// A Check is a check run that has ended: what is said of a commit on a page of its
// own, and beside lines of its files.
type Check struct {
	Name       string      `json:"name"`
	Commit     string      `json:"head_sha"`
	Status     string      `json:"status"`     // completed
	Conclusion string      `json:"conclusion"` // success, failure, neutral, …
	Details    string      `json:"details_url,omitempty"`
	External   string      `json:"external_id"` // by which its author knows it
	Output     CheckOutput `json:"output"`
}

// A CheckOutput is what a check run's page shows.
type CheckOutput struct {
	Title       string       `json:"title"`
	Summary     string       `json:"summary"` // Markdown
	Annotations []Annotation `json:"annotations,omitempty"`
}

// An Annotation is shown beside lines of a file.
type Annotation struct {
	Path    string `json:"path"` // below the repository's top
	Start   int    `json:"start_line"`
	End     int    `json:"end_line"`
	Level   string `json:"annotation_level"` // notice, warning, failure
	Title   string `json:"title,omitempty"`
	Message string `json:"message"`
}

// Checks are the newest check runs of a commit that have a name.
func (g GitHub) Checks(ctx context.Context, commit, name string) ([]Check, error) {
	var page struct {
		Checks []Check `json:"check_runs"`
	}
	err := g.get(ctx, g.path("/commits/%s/check-runs%s", commit, query("check_name", name, "filter", "latest")), &page)
	return page.Checks, err
}

// AddCheck makes a check run, which GitHub shows in place of an older one of that
// name. It is not made again where GitHub stumbles: it may be there.
func (g GitHub) AddCheck(ctx context.Context, c Check) error {
	c.Status = "completed"
	c.Output.Title, c.Output.Summary = cutTo(c.Output.Title, mostTitle), cutTo(c.Output.Summary, mostSummary)
	for i := range c.Output.Annotations {
		c.Output.Annotations[i].Title = cutTo(c.Output.Annotations[i].Title, mostTitle)
	}
	return g.send(ctx, request{method: http.MethodPost, path: g.path("/check-runs"), body: c}, nil)
}

// cutTo is a text of so many characters at most.
func cutTo(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
