package setup

import (
	"bytes"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/forge/forgetest"
	"github.com/cobench/cobench/go/internal/pipeline/pipelinetest"
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

// check returns what is written, with the error behind it.
func check(t *testing.T, settings map[string]string) (string, error) {
	t.Helper()
	fake := forgetest.New(t)
	fake.Settings = maps.Clone(ready)
	maps.Copy(fake.Settings, settings)
	var said bytes.Buffer
	hub := forge.GitHub{API: fake.URL, Repository: forgetest.Repository, Token: "token", Now: time.Now}
	err := Check(t.Context(), &said, hub, pipelinetest.Checkout(t), pipelinetest.Config(t))
	for _, call := range fake.Calls {
		if !strings.HasPrefix(call, "GET ") {
			t.Errorf("it changed something: %s", call)
		}
	}
	if err != nil {
		said.WriteString(err.Error())
	}
	return said.String(), err
}

// What a repository lacks is told with the way to get it, each thing alone; a
// thing that the token may not see hides no other.
func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name     string
		settings map[string]string
		lacks    bool
		want     []string
	}{
		{"all of it", nil, false, []string{"✓  repository", "✓  default branch  main", "✓  bench.yml", "✓  actions", "✓  token of a job", "✓  site", "https://acme.github.io/bench/", "✓  environment", "✓  history", "✓  label", "Nothing is missing", "gh workflow run pages.yml -R acme/bench"}},
		{"a new repository", map[string]string{"pages": "404", "environments/github-pages": "404", "branches/bench-data": "404", "labels/slower is fine": "404"}, true, []string{
			"✗  site", "gh api -X POST repos/acme/bench/pages -f build_type=workflow", "–  environment", "made by the first deployment", "–  history", "branch bench-data of acme/bench is made by the first run",
			`gh label create "slower is fine" -R acme/bench`, "2 problems found"}},
		{"nothing pushed yet", map[string]string{"actions/workflows": `{"workflows": []}`}, true, []string{"✗  pages.yml", "is not on the default branch", "3 problems"}},
		{"a workflow that rests", map[string]string{"actions/workflows": strings.Replace(ready["actions/workflows"], "active", "disabled_inactivity", 1)}, true, []string{"✗  bench.yml", "is disabled inactivity: gh workflow enable bench.yml -R acme/bench"}},
		{"another default branch", map[string]string{"": `{"default_branch": "trunk", "has_issues": true}`}, true, []string{"✗  default branch", "is trunk, and bench.yml measures pushes to main", "✗  environment", "takes nothing from trunk"}},
		{"archived", map[string]string{"": `{"default_branch": "main", "archived": true, "has_issues": true}`}, true, []string{"✗  repository", "is archived"}},
		{"private", map[string]string{"": `{"default_branch": "main", "private": true, "has_issues": true}`}, false, []string{"–  repository", "is private"}},
		{"no actions", map[string]string{"actions/permissions": `{"enabled": false}`}, true, []string{"✗  actions", "are off: gh api -X PUT repos/acme/bench/actions/permissions"}},
		{"actions of its own alone", map[string]string{"actions/permissions": `{"enabled": true, "allowed_actions": "local_only"}`}, true, []string{"✗  actions", "actions/checkout@*"}},
		{"some actions", map[string]string{"actions/permissions": `{"enabled": true, "allowed_actions": "selected"}`, "actions/permissions/selected-actions": `{"github_owned_allowed": true, "patterns_allowed": ["graalvm/*"]}`}, true,
			[]string{"✗  actions", "may not run: allow benchmark-action/github-action-benchmark@* under"}},
		{"those that it takes", map[string]string{"actions/permissions": `{"enabled": true, "allowed_actions": "selected"}`, "actions/permissions/selected-actions": `{"github_owned_allowed": true, "patterns_allowed": ["graalvm/setup-graalvm@*", "benchmark-action/*"]}`}, false, []string{"✓  actions"}},
		{"tokens that may write", map[string]string{"actions/permissions/workflow": `{"default_workflow_permissions": "write"}`}, false, []string{"–  token of a job", "no job here needs that"}},
		{"a site of a branch", map[string]string{"pages": `{"build_type": "legacy"}`}, true, []string{"✗  site", "gh api -X PUT repos/acme/bench/pages -f build_type=workflow"}},
		{"an environment of other branches", map[string]string{"environments/github-pages/deployment-branch-policies": `{"branch_policies": [{"name": "release/*", "type": "branch"}, {"name": "main", "type": "tag"}]}`}, true, []string{"✗  environment", "takes nothing from main"}},
		{"an environment of protected branches", map[string]string{"environments/github-pages": `{"deployment_branch_policy": {"protected_branches": true}}`, "branches/main": `{"protected": true}`}, false, []string{"✓  environment"}},
		{"one that is not protected", map[string]string{"environments/github-pages": `{"deployment_branch_policy": {"protected_branches": true}}`, "branches/main": `{"protected": false}`}, true, []string{"✗  environment"}},
		{"an environment that somebody lets go", map[string]string{"environments/github-pages": `{"protection_rules": [{"type": "required_reviewers"}]}`}, false, []string{"–  environment", "holds each deployment back"}},
		{"a protected history", map[string]string{"branches/bench-data": `{"protected": true}`}, true, []string{"✗  history", "is protected"}},
		{"a ruleset for all branches", map[string]string{"branches/bench-data": "404", "rules/branches/bench-data": `[{"type": "deletion"}, {"type": "pull_request"}]`}, true, []string{"✗  history", "to pull_request, which keeps jobs from adding"}},
		{"a ruleset that lets add", map[string]string{"rules/branches/bench-data": `[{"type": "deletion"}, {"type": "non_fast_forward"}, {"type": "required_linear_history"}]`}, false, []string{"✓  history"}},
		{"a history elsewhere", map[string]string{"actions/variables/COBENCH_DATA_REPOSITORY": `{"value": "acme/numbers"}`, "actions/secrets/COBENCH_DATA_TOKEN": `{"name": "x"}`,
			"repos/acme/numbers/rules/branches/bench-data": `[]`, "repos/acme/numbers/branches/bench-data": "404"}, false, []string{"–  history", "branch bench-data of acme/numbers is made by the first run"}},
		{"a history elsewhere without its token", map[string]string{"actions/variables/COBENCH_DATA_REPOSITORY": `{"value": "acme/numbers"}`,
			"repos/acme/numbers/rules/branches/bench-data": `[]`, "repos/acme/numbers/branches/bench-data": `{}`}, true, []string{"✗  history", "the secret COBENCH_DATA_TOKEN is missing", "gh secret set COBENCH_DATA_TOKEN -R acme/bench"}},
		{"a history nowhere", map[string]string{"actions/variables/COBENCH_DATA_REPOSITORY": `{"value": "acme/numbers"}`, "actions/secrets/COBENCH_DATA_TOKEN": `{}`}, true, []string{"✗  history", "acme/numbers is not there"}},
		{"no issues", map[string]string{"": `{"default_branch": "main"}`}, false, []string{"✓  label"}}, // change-point-issue is off here
		{"a token that sees little", map[string]string{"actions/permissions": "403", "actions/permissions/workflow": "403", "pages": "403", "actions/variables/COBENCH_DATA_REPOSITORY": "403"}, false,
			[]string{"?  actions", "?  token of a job", "?  site", "?  variable COBENCH_DATA_REPOSITORY", "✓  history", "✓  label"}},
		{"no repository", map[string]string{"": "404"}, true, []string{"acme/bench: not found, or hidden from this token: set GITHUB_TOKEN, or run gh auth login"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			said, err := check(t, test.settings)
			if (err != nil) != test.lacks {
				t.Errorf("%v", err)
			}
			for _, want := range test.want {
				if !strings.Contains(said, want) {
					t.Errorf("no %q in\n%s", want, said)
				}
			}
			if test.lacks && strings.Contains(said, "Nothing is missing") {
				t.Errorf("%s", said)
			}
		})
	}
}
