package forge

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"
	"os/exec"
	"time"
)

// What GitHub tells of how a repository is set up. Each is asked for alone: a
// token that may see one thing may not see another.

// About is a repository itself.
type About struct {
	DefaultBranch string `json:"default_branch"`
	Private       bool   `json:"private"`
	Archived      bool   `json:"archived"`
	Fork          bool   `json:"fork"`
	Issues        bool   `json:"has_issues"`
}

// About asks for the repository itself.
func (g GitHub) About(ctx context.Context) (a About, err error) {
	return a, g.get(ctx, g.path(""), &a)
}

// ActionsPolicy says what may run.
type ActionsPolicy struct {
	Enabled  bool     `json:"enabled"`
	Allowed  string   `json:"allowed_actions"`      // all, local_only, selected
	GitHub   bool     `json:"github_owned_allowed"` // of those that are selected
	Verified bool     `json:"verified_allowed"`
	Patterns []string `json:"patterns_allowed"`
}

// ActionsPolicy asks whether workflows run, and which actions they may use.
func (g GitHub) ActionsPolicy(ctx context.Context) (p ActionsPolicy, err error) {
	if err = g.get(ctx, g.path("/actions/permissions"), &p); err != nil || p.Allowed != "selected" {
		return p, err
	}
	return p, g.get(ctx, g.path("/actions/permissions/selected-actions"), &p)
}

// TokenDefault asks what a job's token may do where the job doesn't say: read or write.
func (g GitHub) TokenDefault(ctx context.Context) (string, error) {
	var p struct {
		Default string `json:"default_workflow_permissions"`
	}
	err := g.get(ctx, g.path("/actions/permissions/workflow"), &p)
	return p.Default, err
}

// Workflows asks for the state of each workflow that GitHub knows, by the path
// of its file: active, disabled_manually, disabled_inactivity, …
func (g GitHub) Workflows(ctx context.Context) (map[string]string, error) {
	states := map[string]string{}
	err := g.each(ctx, g.path("/actions/workflows%s", query()), func(answer []byte) error {
		var page struct {
			Workflows []struct{ Path, State string }
		}
		if err := decode("workflows", answer, &page); err != nil {
			return err
		}
		for _, w := range page.Workflows {
			states[w.Path] = w.State
		}
		return nil
	})
	return states, err
}

// Pages is a repository's site.
type Pages struct {
	Source string `json:"build_type"` // workflow, legacy
	HTML   string `json:"html_url"`
}

// Pages asks for the site.
func (g GitHub) Pages(ctx context.Context) (p Pages, err error) {
	return p, g.get(ctx, g.path("/pages"), &p)
}

// Environment is what a job may be held to by the name that it deploys to.
type Environment struct {
	Rules []struct {
		Type string `json:"type"` // required_reviewers, wait_timer, branch_policy
	} `json:"protection_rules"`
	// Branches are those that may deploy; nil is any.
	Branches *struct {
		Protected bool `json:"protected_branches"`
		Custom    bool `json:"custom_branch_policies"`
	} `json:"deployment_branch_policy"`
}

// Environment asks for one, and for the patterns of the branches that it takes.
func (g GitHub) Environment(ctx context.Context, name string) (e Environment, patterns []string, err error) {
	below := g.path("/environments/%s", url.PathEscape(name))
	if err = g.get(ctx, below, &e); err != nil || e.Branches == nil || !e.Branches.Custom {
		return e, nil, err
	}
	var page struct {
		Policies []struct{ Name, Type string } `json:"branch_policies"`
	}
	err = g.get(ctx, below+"/deployment-branch-policies"+query(), &page)
	for _, p := range page.Policies {
		if p.Type != "tag" {
			patterns = append(patterns, p.Name)
		}
	}
	return e, patterns, err
}

// Branch asks whether a branch is protected.
func (g GitHub) Branch(ctx context.Context, name string) (protected bool, err error) {
	var b struct{ Protected bool }
	err = g.get(ctx, g.path("/branches/%s", url.PathEscape(name)), &b)
	return b.Protected, err
}

// BranchRules asks for the types of rules that a branch of that name is held to,
// whether it is there or not.
func (g GitHub) BranchRules(ctx context.Context, name string) (types []string, err error) {
	var rules []struct{ Type string }
	if err = g.each(ctx, g.path("/rules/branches/%s%s", url.PathEscape(name), query()), pageOf("rules", &rules)); err != nil {
		return nil, err
	}
	for _, r := range rules {
		types = append(types, r.Type)
	}
	return types, nil
}

// Label asks for a label.
func (g GitHub) Label(ctx context.Context, name string) error {
	return g.get(ctx, g.path("/labels/%s", url.PathEscape(name)), &struct{}{})
}

// Variable asks for the value of a variable of workflows.
func (g GitHub) Variable(ctx context.Context, name string) (string, error) {
	var v struct{ Value string }
	err := g.get(ctx, g.path("/actions/variables/%s", url.PathEscape(name)), &v)
	return v.Value, err
}

// Secret asks whether there is a secret of workflows, whose value nobody gets.
func (g GitHub) Secret(ctx context.Context, name string) error {
	return g.get(ctx, g.path("/actions/secrets/%s", url.PathEscape(name)), &struct{}{})
}

// Missing tells whether GitHub said that there is no such thing.
func Missing(err error) bool {
	var api *APIError
	return errors.As(err, &api) && api.Status == http.StatusNotFound
}

// Unseen tells whether GitHub doesn't show a thing to this token.
func Unseen(err error) bool {
	var api *APIError
	return errors.As(err, &api) && (api.Status == http.StatusForbidden || api.Status == http.StatusUnauthorized)
}

// StoredToken is the one that GitHub's own command keeps, "" where there is none.
func StoredToken(ctx context.Context, environ []string) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "gh", "auth", "token")
	cmd.Env = environ
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(out))
}
