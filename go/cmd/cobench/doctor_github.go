package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline"
	"github.com/cobench/cobench/go/internal/pipeline/setup"
)

// doctorGitHub looks at a repository on GitHub in place of this machine.
func (c command) doctorGitHub(ctx context.Context, name string) error {
	root, conf, err := checkout()
	if err != nil {
		return err
	}
	if name == "origin" {
		address := forge.Repository(root).Address(ctx)
		parts := strings.Split(address, "/")
		name = strings.Join(parts[max(0, len(parts)-2):], "/")
	}
	if !pipeline.IsRepository(name) {
		return fmt.Errorf("doctor: -github %q, want owner/name, or origin in a clone of the repository", name)
	}
	hub := forge.GitHub{
		API: cmp.Or(c.getenv("GITHUB_API_URL"), "https://api.github.com"), Repository: name, Now: c.now,
		Token: cmp.Or(c.getenv("GITHUB_TOKEN"), c.getenv("GH_TOKEN"), forge.StoredToken(ctx, c.environ)),
	}
	return setup.Check(ctx, c.stdout, hub, root, conf)
}
