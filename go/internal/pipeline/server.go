package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/cobench/cobench/go/internal/forge"
)

// A history may lie in a repository of its own. A variable of this name holds
// owner/name, a secret the token that opens it where the job's own doesn't.
const (
	DataRepository = "COBENCH_DATA_REPOSITORY"
	DataToken      = "COBENCH_DATA_TOKEN"
)

var ownerAndName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9_][A-Za-z0-9._-]*$`)

// IsRepository tells whether a word names a repository as owner/name.
func IsRepository(word string) bool { return ownerAndName.MatchString(word) }

// A Server is the GitHub that a job runs for, as the job's environment names it.
type Server struct {
	URL, API                  string // https://github.com and its REST interface
	Repository, Token         string // owner/name
	DataRepository, DataToken string // of the history where it has its own
	Environ                   []string
	Now                       func() time.Time
	Wait                      func(context.Context, time.Duration) error // nil is the clock
}

// Hub is the server's interface to the job's repository.
func (s Server) Hub() (forge.GitHub, error) {
	hub := forge.GitHub{API: s.API, Repository: s.Repository, Token: s.Token, Now: s.Now, Wait: s.Wait}
	if hub.API == "" || strings.Count(hub.Repository, "/") != 1 {
		return hub, errors.New("GITHUB_API_URL and GITHUB_REPOSITORY: want the address of the API, and owner/name; workflows set both")
	}
	return hub, nil
}

// Data is the remote that holds the history: the one of that name, unless it is
// origin and the history has a repository of its own.
func (s Server) Data(ctx context.Context, repository forge.Repository, name string) (forge.Remote, error) {
	if name != "origin" || s.DataRepository == "" {
		return s.remote(ctx, repository, name)
	}
	if !IsRepository(s.DataRepository) {
		return forge.Remote{}, fmt.Errorf("%s is %q, want owner/name", DataRepository, s.DataRepository)
	}
	server := s.url()
	return forge.Remote{URL: server + "/" + s.DataRepository, Server: server, Token: cmp.Or(s.DataToken, s.Token), Environ: s.Environ}, nil
}

// Source is the remote that holds the source, wherever the history is.
func (s Server) Source(ctx context.Context, repository forge.Repository) (forge.Remote, error) {
	return s.remote(ctx, repository, "origin")
}

func (s Server) remote(ctx context.Context, repository forge.Repository, name string) (forge.Remote, error) {
	url, err := repository.URL(ctx, name)
	return forge.Remote{URL: url, Server: s.url(), Token: s.Token, Environ: s.Environ}, err
}

func (s Server) url() string { return cmp.Or(s.URL, "https://github.com") }
