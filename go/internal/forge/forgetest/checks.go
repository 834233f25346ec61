package forgetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/cobench/cobench/go/internal/forge"
)

// checksOf are the newest check runs of a commit that have the asked name.
func (g *GitHub) checksOf(commit string, asked url.Values) any {
	found := []forge.Check{}
	for _, c := range slices.Backward(g.Checks) {
		newest := !slices.ContainsFunc(found, func(f forge.Check) bool { return f.Name == c.Name })
		if c.Commit == commit && (asked.Get("check_name") == "" || asked.Get("check_name") == c.Name) && (newest || asked.Get("filter") == "all") {
			found = append(found, c)
		}
	}
	return map[string]any{"total_count": len(found), "check_runs": found}
}

// created is a check run by the names of GitHub's documentation, which are not read
// from what writes them.
type created struct {
	Name       string
	HeadSHA    string `json:"head_sha"`
	Status     string
	Conclusion string
	DetailsURL string `json:"details_url"`
	ExternalID string `json:"external_id"`
	Output     struct {
		Title       string
		Summary     string
		Annotations []struct {
			Path            string
			StartLine       int    `json:"start_line"`
			EndLine         int    `json:"end_line"`
			AnnotationLevel string `json:"annotation_level"`
			Message         string
			Title           string
		}
	}
}

// addCheck takes what the documentation says that GitHub takes.
func (g *GitHub) addCheck(w http.ResponseWriter, text []byte) {
	var c created
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(&c)
	if err == nil {
		err = c.check()
	}
	var kept forge.Check
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		answer(w, http.StatusUnprocessableEntity, map[string]string{"message": "Invalid request.\n\n" + err.Error()})
		return
	}
	g.Checks = append(g.Checks, kept)
	answer(w, http.StatusCreated, kept)
}

func (c created) check() error {
	conclusions := []string{"action_required", "cancelled", "failure", "neutral", "success", "skipped", "timed_out"}
	switch {
	case c.Name == "" || c.HeadSHA == "" || c.Status != "completed" || !slices.Contains(conclusions, c.Conclusion):
		return fmt.Errorf("name %q, head_sha %q, status %q, conclusion %q", c.Name, c.HeadSHA, c.Status, c.Conclusion)
	case c.Output.Title == "" || c.Output.Summary == "" || len([]rune(c.Output.Summary)) > 65535:
		return fmt.Errorf("title %q, summary of %d characters", c.Output.Title, len([]rune(c.Output.Summary)))
	case len(c.Output.Annotations) > 50:
		return fmt.Errorf("%d annotations", len(c.Output.Annotations))
	}
	for _, a := range c.Output.Annotations {
		known := slices.Contains([]string{"notice", "warning", "failure"}, a.AnnotationLevel)
		if a.Path == "" || a.Message == "" || len(a.Message) > 64<<10 || len([]rune(a.Title)) > 255 || a.StartLine < 1 || a.EndLine < a.StartLine || !known {
			return fmt.Errorf("annotation %+v", a)
		}
	}
	return nil
}
