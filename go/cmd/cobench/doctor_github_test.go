package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/forge/forgetest"
)

func TestDoctorOfNoRepository(t *testing.T) {
	t.Chdir("../../..")
	for _, repository := range []string{"acme", "https://github.com/acme/bench", "-x/y", "acme/.."} {
		var said bytes.Buffer
		c := command{stdout: &said, stderr: &said, now: time.Now, environ: []string{"PATH=/none"}}
		if status := c.main(t.Context(), []string{"doctor", "-github", repository}); status != wrong || !strings.Contains(said.String(), "want owner/name, or origin") {
			t.Errorf("%s: %s", repository, said.String())
		}
	}
}

// Where no token is given, it is the one that GitHub's own command keeps.
func TestDoctorAsksForTheToken(t *testing.T) {
	t.Chdir("../../..")
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "gh"), []byte("#!/bin/sh\n[ \"$1 $2\" = \"auth token\" ] && echo token\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	fake := forgetest.New(t)
	fake.Settings = map[string]string{"": `{"default_branch": "main", "has_issues": true}`}
	var said bytes.Buffer
	c := command{stdout: &said, stderr: &said, now: time.Now, environ: []string{"PATH=" + os.Getenv("PATH"), "GITHUB_API_URL=" + fake.URL}}
	if status := c.main(context.Background(), []string{"doctor", "-github", forgetest.Repository}); !strings.Contains(said.String(), "/actions/workflows") { // which comes after the repository
		t.Errorf("%d: %s", status, said.String())
	}
}
