package main

import (
	"cmp"
	"context"
	"fmt"
	"regexp"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// What says that the history lies in a repository of its own, owner/name, and
// what opens it where the job's own token doesn't.
const (
	dataRepository = "COBENCH_DATA_REPOSITORY"
	dataToken      = "COBENCH_DATA_TOKEN"
)

var ownerAndName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9_][A-Za-z0-9._-]*$`)

// remote is where the history is shared: at the remote of that name, unless it
// is origin and the history has a repository of its own.
func (c command) remote(ctx context.Context, repository forge.Repository, name string) (forge.Remote, error) {
	own := toolchain.Getenv(c.environ, dataRepository)
	if name != "origin" || own == "" {
		return c.shared(ctx, repository, name)
	}
	r := c.server()
	if !ownerAndName.MatchString(own) {
		return r, fmt.Errorf("%s is %q, want owner/name", dataRepository, own)
	}
	r.URL = r.Server + "/" + own
	r.Token = cmp.Or(toolchain.Getenv(c.environ, dataToken), r.Token)
	return r, nil
}

// origin is where the source is shared, wherever the history is.
func (c command) origin(ctx context.Context, repository forge.Repository) (forge.Remote, error) {
	return c.shared(ctx, repository, "origin")
}

func (c command) shared(ctx context.Context, repository forge.Repository, name string) (forge.Remote, error) {
	r := c.server()
	var err error
	r.URL, err = repository.URL(ctx, name)
	return r, err
}

// server is a remote of the server that the job's token is of.
func (c command) server() forge.Remote {
	return forge.Remote{
		Server: cmp.Or(toolchain.Getenv(c.environ, "GITHUB_SERVER_URL"), "https://github.com"),
		Token:  toolchain.Getenv(c.environ, "GITHUB_TOKEN"), Environ: c.environ,
	}
}

// What a branch begins with. A list without a line in it makes the folder of the
// history: without one, a reader could not tell an empty history from one that
// it can't read.
var beginning = map[string][]byte{
	"README.md": []byte(`# Benchmark results

cobench adds to this branch what its runs have measured; nobody else has to.
A file is never changed. A line in history/retracted.txt takes one out of use.
`),
	history.Folder + "/" + history.Retracted: []byte("# What is not to be used: one path of this folder a line.\n"),
}

// begin lists the files of the history's branch, which it makes where there is none.
func (c command) begin(ctx context.Context, to forge.Remote) (map[string]string, error) {
	there, err := to.Files(ctx, dataBranch)
	if err != nil || there[history.Folder+"/"+history.Retracted] != "" {
		return there, err
	}
	_, err = to.Append(ctx, forge.Change{
		Branch: dataBranch, Message: "history: begun", Files: beginning,
		Same: func(string, []byte, []byte) (bool, error) { return true, nil }, // another job was faster
	})
	if err == nil && len(there) == 0 {
		fmt.Fprintf(c.stderr, "branch %s was not there: begun\n", dataBranch)
	}
	return there, err
}
