package forge

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// A Logged commit is what git tells of it besides its content. Time is when it
// was committed, moved on where a clock was behind: it is later than that of
// each commit before.
type Logged struct {
	Hash, Author, Subject string
	Time                  time.Time
}

// Log is all commits in the history of HEAD that are here, the newest first.
func (r Repository) Log(ctx context.Context) ([]Logged, error) {
	out, err := r.git(ctx, "log", "--date-order", "--format=%H%x00%an%x00%cI%x00%s", "HEAD", "--")
	if err != nil {
		return nil, err
	}
	var commits []Logged
	for line := range strings.Lines(string(out)) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "\x00", 4)
		if len(fields) != 4 {
			return nil, fmt.Errorf("git log: %q, want four fields", line)
		}
		made, err := time.Parse(time.RFC3339, fields[2])
		if err != nil {
			return nil, fmt.Errorf("git log: %w", err)
		}
		commits = append(commits, Logged{fields[0], fields[1], fields[3], made})
	}
	for i := len(commits) - 2; i >= 0; i-- {
		if before := commits[i+1].Time; !commits[i].Time.After(before) {
			commits[i].Time = before.Add(time.Nanosecond)
		}
	}
	return commits, nil
}

// Shallow tells whether commits are missing here: a clone of the newest ones alone.
func (r Repository) Shallow(ctx context.Context) bool {
	out, err := r.git(ctx, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(string(out)) == "true"
}

// Address is where the pages of the remote "origin" are, https://host/owner/name,
// or "" where there is no such remote or it has none.
func (r Repository) Address(ctx context.Context) string {
	out, err := r.git(ctx, "remote", "get-url", "origin")
	if err != nil {
		return ""
	}
	return pages(strings.TrimSpace(string(out)))
}

// pages is the address of the pages of what is cloned from remote. Whatever the
// remote tells of who fetches it is left out.
func pages(remote string) string {
	if host, path, ok := strings.Cut(remote, ":"); ok && !strings.Contains(host, "/") && !strings.HasPrefix(path, "//") {
		remote = "ssh://" + host + "/" + path // git@host:owner/name
	}
	u, err := url.Parse(remote)
	if err != nil || u.Hostname() == "" {
		return ""
	}
	switch u.Scheme {
	case "https", "http", "ssh", "git":
	default:
		return ""
	}
	path := strings.TrimSuffix(strings.Trim(u.Path, "/"), ".git")
	if path == "" {
		return ""
	}
	return "https://" + u.Hostname() + "/" + path
}
