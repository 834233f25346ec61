package main

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/forge/forgetest"
)

// ready is a repository that lacks nothing.
var ready = map[string]string{
	"":                             `{"default_branch": "main", "has_issues": true}`,
	"actions/workflows":            `{"workflows": [{"path": ".github/workflows/bench.yml", "state": "active"}, {"path": ".github/workflows/comment.yml", "state": "active"}, {"path": ".github/workflows/pages.yml", "state": "active"}]}`,
	"actions/permissions":          `{"enabled": true, "allowed_actions": "all"}`,
	"actions/permissions/workflow": `{"default_workflow_permissions": "read"}`,
	"pages":                        `{"build_type": "workflow", "html_url": "https://acme.github.io/bench/"}`,
	"environments/github-pages":    `{"protection_rules": [{"type": "branch_policy"}], "deployment_branch_policy": {"protected_branches": false, "custom_branch_policies": true}}`,
	"environments/github-pages/deployment-branch-policies": `{"branch_policies": [{"name": "main", "type": "branch"}]}`,
	"rules/branches/bench-data":                            `[]`,
	"branches/bench-data":                                  `{"protected": false}`,
	"labels/slower is fine":                                `{"name": "slower is fine"}`,
}

func doctorOf(t *testing.T, settings map[string]string, repository string) (string, int) {
	t.Helper()
	fake := forgetest.New(t)
	fake.Settings = maps.Clone(ready)
	maps.Copy(fake.Settings, settings)
	var said bytes.Buffer
	c := command{stdout: &said, stderr: &said, now: time.Now, environ: []string{"PATH=/none", "GITHUB_API_URL=" + fake.URL, "GITHUB_TOKEN=token"}}
	status := c.main(context.Background(), []string{"doctor", "-github", repository})
	for _, call := range fake.Calls {
		if !strings.HasPrefix(call, "GET ") {
			t.Errorf("it changed something: %s", call)
		}
	}
	return said.String(), status
}

// What a repository lacks is told with the way to get it, each thing alone; a
// thing that the token may not see hides no other.
func TestDoctorOfARepository(t *testing.T) {
	t.Chdir("../../..")
	for _, test := range []struct {
		name     string
		settings map[string]string
		status   int
		want     []string
	}{
		{"all of it", nil, done, []string{"✓  repository", "✓  default branch  main", "✓  bench.yml", "✓  actions", "✓  token of a job", "✓  site", "https://acme.github.io/bench/", "✓  environment", "✓  history", "✓  label", "Nothing is missing", "gh workflow run pages.yml -R acme/bench"}},
		{"a new repository", map[string]string{"pages": "404", "environments/github-pages": "404", "branches/bench-data": "404", "labels/slower is fine": "404"}, wrong, []string{
			"✗  site", "gh api -X POST repos/acme/bench/pages -f build_type=workflow", "–  environment", "made by the first deployment", "–  history", "branch bench-data of acme/bench is made by the first run",
			`gh label create "slower is fine" -R acme/bench`, "cobench: 2 of these need a look"}},
		{"nothing pushed yet", map[string]string{"actions/workflows": `{"workflows": []}`}, wrong, []string{"✗  pages.yml", "is not on the default branch", "cobench: 3 of these"}},
		{"a workflow that rests", map[string]string{"actions/workflows": strings.Replace(ready["actions/workflows"], "active", "disabled_inactivity", 1)}, wrong, []string{"✗  bench.yml", "is disabled inactivity: gh workflow enable bench.yml -R acme/bench"}},
		{"another default branch", map[string]string{"": `{"default_branch": "trunk", "has_issues": true}`}, wrong, []string{"✗  default branch", "is trunk, and bench.yml measures pushes to main", "✗  environment", "takes nothing from trunk"}},
		{"archived", map[string]string{"": `{"default_branch": "main", "archived": true, "has_issues": true}`}, wrong, []string{"✗  repository", "is archived"}},
		{"private", map[string]string{"": `{"default_branch": "main", "private": true, "has_issues": true}`}, done, []string{"–  repository", "is private"}},
		{"no actions", map[string]string{"actions/permissions": `{"enabled": false}`}, wrong, []string{"✗  actions", "are off: gh api -X PUT repos/acme/bench/actions/permissions"}},
		{"actions of its own alone", map[string]string{"actions/permissions": `{"enabled": true, "allowed_actions": "local_only"}`}, wrong, []string{"✗  actions", "actions/checkout@*"}},
		{"some actions", map[string]string{"actions/permissions": `{"enabled": true, "allowed_actions": "selected"}`, "actions/permissions/selected-actions": `{"github_owned_allowed": true, "patterns_allowed": ["graalvm/*"]}`}, wrong,
			[]string{"✗  actions", "may not run: allow benchmark-action/github-action-benchmark@* under"}},
		{"those that it takes", map[string]string{"actions/permissions": `{"enabled": true, "allowed_actions": "selected"}`, "actions/permissions/selected-actions": `{"github_owned_allowed": true, "patterns_allowed": ["graalvm/setup-graalvm@*", "benchmark-action/*"]}`}, done, []string{"✓  actions"}},
		{"tokens that may write", map[string]string{"actions/permissions/workflow": `{"default_workflow_permissions": "write"}`}, done, []string{"–  token of a job", "no job here needs that"}},
		{"a site of a branch", map[string]string{"pages": `{"build_type": "legacy"}`}, wrong, []string{"✗  site", "gh api -X PUT repos/acme/bench/pages -f build_type=workflow"}},
		{"an environment of other branches", map[string]string{"environments/github-pages/deployment-branch-policies": `{"branch_policies": [{"name": "release/*", "type": "branch"}, {"name": "main", "type": "tag"}]}`}, wrong, []string{"✗  environment", "takes nothing from main"}},
		{"an environment of protected branches", map[string]string{"environments/github-pages": `{"deployment_branch_policy": {"protected_branches": true}}`, "branches/main": `{"protected": true}`}, done, []string{"✓  environment"}},
		{"one that is not protected", map[string]string{"environments/github-pages": `{"deployment_branch_policy": {"protected_branches": true}}`, "branches/main": `{"protected": false}`}, wrong, []string{"✗  environment"}},
		{"an environment that somebody lets go", map[string]string{"environments/github-pages": `{"protection_rules": [{"type": "required_reviewers"}]}`}, done, []string{"–  environment", "holds each deployment back"}},
		{"a protected history", map[string]string{"branches/bench-data": `{"protected": true}`}, wrong, []string{"✗  history", "is protected"}},
		{"a ruleset for all branches", map[string]string{"branches/bench-data": "404", "rules/branches/bench-data": `[{"type": "deletion"}, {"type": "pull_request"}]`}, wrong, []string{"✗  history", "to pull_request, which keeps jobs from adding"}},
		{"a ruleset that lets add", map[string]string{"rules/branches/bench-data": `[{"type": "deletion"}, {"type": "non_fast_forward"}, {"type": "required_linear_history"}]`}, done, []string{"✓  history"}},
		{"a history elsewhere", map[string]string{"actions/variables/COBENCH_DATA_REPOSITORY": `{"value": "acme/numbers"}`, "actions/secrets/COBENCH_DATA_TOKEN": `{"name": "x"}`,
			"repos/acme/numbers/rules/branches/bench-data": `[]`, "repos/acme/numbers/branches/bench-data": "404"}, done, []string{"–  history", "branch bench-data of acme/numbers is made by the first run"}},
		{"a history elsewhere without its token", map[string]string{"actions/variables/COBENCH_DATA_REPOSITORY": `{"value": "acme/numbers"}`,
			"repos/acme/numbers/rules/branches/bench-data": `[]`, "repos/acme/numbers/branches/bench-data": `{}`}, wrong, []string{"✗  history", "the secret COBENCH_DATA_TOKEN is missing", "gh secret set COBENCH_DATA_TOKEN -R acme/bench"}},
		{"a history nowhere", map[string]string{"actions/variables/COBENCH_DATA_REPOSITORY": `{"value": "acme/numbers"}`, "actions/secrets/COBENCH_DATA_TOKEN": `{}`}, wrong, []string{"✗  history", "acme/numbers is not there"}},
		{"no issues", map[string]string{"": `{"default_branch": "main"}`}, done, []string{"✓  label"}}, // change-point-issue is off here
		{"a token that sees little", map[string]string{"actions/permissions": "403", "actions/permissions/workflow": "403", "pages": "403", "actions/variables/COBENCH_DATA_REPOSITORY": "403"}, done,
			[]string{"?  actions", "?  token of a job", "?  site", "?  variable COBENCH_DATA_REPOSITORY", "✓  history", "✓  label"}},
		{"no repository", map[string]string{"": "404"}, wrong, []string{"cobench: acme/bench: not there, or not shown to this token: set GITHUB_TOKEN, or log in by gh auth login"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			said, status := doctorOf(t, test.settings, forgetest.Repository)
			if status != test.status {
				t.Errorf("status %d, want %d", status, test.status)
			}
			for _, want := range test.want {
				if !strings.Contains(said, want) {
					t.Errorf("no %q in\n%s", want, said)
				}
			}
			if test.status == wrong && strings.Contains(said, "Nothing is missing") {
				t.Errorf("%s", said)
			}
		})
	}
	for _, repository := range []string{"acme", "https://github.com/acme/bench", "-x/y", "acme/.."} {
		if said, status := doctorOf(t, nil, repository); status != wrong || !strings.Contains(said, "want owner/name, or origin") {
			t.Errorf("%s: %s", repository, said)
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
	fake.Settings = ready
	var said bytes.Buffer
	c := command{stdout: &said, stderr: &said, now: time.Now, environ: []string{"PATH=" + os.Getenv("PATH"), "GITHUB_API_URL=" + fake.URL}}
	if status := c.main(context.Background(), []string{"doctor", "-github", forgetest.Repository}); status != done {
		t.Errorf("%d: %s", status, said.String())
	}
}
