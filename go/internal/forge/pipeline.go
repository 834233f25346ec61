package forge

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// A Run is one start of a workflow.
type Run struct {
	ID         int64     `json:"id"`
	Name       string    `json:"name"`
	Path       string    `json:"path"` // of the workflow's file
	Event      string    `json:"event"`
	Status     string    `json:"status"`     // completed, in_progress, …
	Conclusion string    `json:"conclusion"` // success, failure, cancelled, …
	Attempt    int       `json:"run_attempt"`
	HeadSHA    string    `json:"head_sha"`
	HeadBranch string    `json:"head_branch"`
	HTML       string    `json:"html_url"`
	Created    time.Time `json:"created_at"`
	Head       struct {
		FullName string `json:"full_name"`
		Owner    struct {
			Login string `json:"login"`
		} `json:"owner"`
	} `json:"head_repository"`
}

// Runs are the newest of a workflow's file, the newest first, of one event and
// of one commit where those are given.
func (g GitHub) Runs(ctx context.Context, workflow, event, commit string, most int) ([]Run, error) {
	filter := []string{"per_page", strconv.Itoa(min(100, most))}
	for _, pair := range [][2]string{{"event", event}, {"head_sha", commit}} {
		if pair[1] != "" {
			filter = append(filter, pair[0], pair[1])
		}
	}
	var page struct {
		Runs []Run `json:"workflow_runs"`
	}
	err := g.get(ctx, g.path("/actions/workflows/%s/runs%s", workflow, query(filter...)), &page)
	return page.Runs, err
}

// A StoredArtifact is what a run has uploaded under a name.
type StoredArtifact struct {
	ID      int64     `json:"id"`
	Name    string    `json:"name"`
	Size    int64     `json:"size_in_bytes"`
	Expired bool      `json:"expired"`
	Created time.Time `json:"created_at"`
}

// Artifacts are those of a run that have a name, or all of them where it is "": one
// for each attempt that uploaded it, the newest last: GitHub promises no order.
func (g GitHub) Artifacts(ctx context.Context, run int64, name string) ([]StoredArtifact, error) {
	var filter []string
	if name != "" {
		filter = []string{"name", name}
	}
	var all []StoredArtifact
	err := g.each(ctx, g.path("/actions/runs/%d/artifacts%s", run, query(filter...)), func(answer []byte) error {
		var page struct{ Artifacts []StoredArtifact }
		if err := decode("artifacts", answer, &page); err != nil {
			return err
		}
		for _, a := range page.Artifacts {
			if (name == "" || a.Name == name) && !a.Expired {
				all = append(all, a)
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b StoredArtifact) int { return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID)) })
	return all, err
}

// Download returns an artifact's zip file, which it refuses if it has more
// bytes than most.
func (g GitHub) Download(ctx context.Context, a StoredArtifact, most int64) ([]byte, error) {
	if a.Size > most {
		return nil, fmt.Errorf("artifact %s: %d bytes, want %d at most", a.Name, a.Size, most)
	}
	packed, _, err := g.call(ctx, request{method: http.MethodGet, path: g.path("/actions/artifacts/%d/zip", a.ID), again: true, most: most})
	return packed, err
}

// File is the content of a file at a branch or commit. One that is not there is an
// error of which Missing is true.
func (g GitHub) File(ctx context.Context, ref, path string) ([]byte, error) {
	var file struct {
		Content  []byte `json:"content"` // base64, in lines
		Encoding string `json:"encoding"`
	}
	if err := g.get(ctx, g.path("/contents/%s%s", (&url.URL{Path: path}).EscapedPath(), query("ref", ref)), &file); err != nil {
		return nil, err
	}
	if file.Encoding != "base64" {
		return nil, fmt.Errorf("github: %s: encoding %q, want base64", path, file.Encoding)
	}
	return file.Content, nil
}

// A Pull is a pull request.
type Pull struct {
	Number int    `json:"number"`
	State  string `json:"state"` // open, closed
	HTML   string `json:"html_url"`
	Head   struct {
		SHA  string `json:"sha"`
		Ref  string `json:"ref"`
		Repo *struct {
			FullName string `json:"full_name"`
		} `json:"repo"` // nil where a fork was deleted
	} `json:"head"`
	Base struct {
		SHA string `json:"sha"`
		Ref string `json:"ref"`
	} `json:"base"`
	Labels []struct {
		Name string `json:"name"`
	} `json:"labels"`
}

// Has tells whether a pull request has a label.
func (p Pull) Has(label string) bool {
	for _, l := range p.Labels {
		if l.Name == label {
			return true
		}
	}
	return false
}

// Pull is one pull request.
func (g GitHub) Pull(ctx context.Context, number int) (p Pull, err error) {
	err = g.get(ctx, g.path("/pulls/%d", number), &p)
	return p, err
}

// PullsOf are the pull requests of a branch of somebody's repository, closed
// ones too.
func (g GitHub) PullsOf(ctx context.Context, owner, branch string) ([]Pull, error) {
	var all []Pull
	err := g.each(ctx, g.path("/pulls%s", query("state", "all", "head", owner+":"+branch)), pageOf("pulls", &all))
	return all, err
}

// A Comment is one of a pull request's.
type Comment struct {
	ID   int64  `json:"id"`
	Body string `json:"body"`
	User struct {
		Login string `json:"login"`
		Type  string `json:"type"`
	} `json:"user"`
}

// Comments are those of a pull request, the oldest first.
func (g GitHub) Comments(ctx context.Context, pull int) ([]Comment, error) {
	var all []Comment
	err := g.each(ctx, g.path("/issues/%d/comments%s", pull, query()), pageOf("comments", &all))
	return all, err
}

// AddComment makes a comment. It is not made again where GitHub stumbles: it
// may be there.
func (g GitHub) AddComment(ctx context.Context, pull int, body string) error {
	return g.send(ctx, request{method: http.MethodPost, path: g.path("/issues/%d/comments", pull), body: map[string]string{"body": body}}, nil)
}

// EditComment writes another text into a comment.
func (g GitHub) EditComment(ctx context.Context, comment int64, body string) error {
	return g.send(ctx, request{method: http.MethodPatch, path: g.path("/issues/comments/%d", comment), body: map[string]string{"body": body}, again: true}, nil)
}

// A Status is what is said of a commit, beside its checks.
type Status struct {
	State       string `json:"state"` // success, failure, error, pending
	Context     string `json:"context"`
	Description string `json:"description"`
	Target      string `json:"target_url,omitempty"`
}

// mostDescription is what GitHub takes.
const mostDescription = 140

// SetStatus says something of a commit, in place of what was said in the same
// context before.
func (g GitHub) SetStatus(ctx context.Context, commit string, s Status) error {
	s.Description = cutTo(s.Description, mostDescription)
	return g.send(ctx, request{method: http.MethodPost, path: g.path("/statuses/%s", commit), body: s, again: true}, nil)
}

// An Issue is an issue.
type Issue struct {
	Number int    `json:"number"`
	State  string `json:"state"`
	Title  string `json:"title"`
	Body   string `json:"body"`
	User   struct {
		Type string `json:"type"`
	} `json:"user"`
}

// Issues are the open ones that have a label.
func (g GitHub) Issues(ctx context.Context, label string) ([]Issue, error) {
	var all []Issue
	err := g.each(ctx, g.path("/issues%s", query("state", "open", "labels", label)), pageOf("issues", &all))
	return all, err
}

// AddIssue opens an issue with a label.
func (g GitHub) AddIssue(ctx context.Context, title, body, label string) error {
	return g.send(ctx, request{method: http.MethodPost, path: g.path("/issues"), body: map[string]any{"title": title, "body": body, "labels": []string{label}}}, nil)
}

// EditIssue writes another text into an issue, and closes it or leaves it open.
func (g GitHub) EditIssue(ctx context.Context, number int, body, state string) error {
	return g.send(ctx, request{method: http.MethodPatch, path: g.path("/issues/%d", number), body: map[string]string{"body": body, "state": state}, again: true}, nil)
}

// pageOf adds the things of a page to a list.
func pageOf[T any](what string, all *[]T) func([]byte) error {
	return func(answer []byte) error {
		var page []T
		if err := json.Unmarshal(answer, &page); err != nil {
			return decode(what, answer, &page)
		}
		*all = append(*all, page...)
		return nil
	}
}
