package forgetest

import (
	"net/http"
	"strings"
)

// needs is which permission GitHub's documentation of the REST interface asks for,
// by the beginning of a call below the repository's path. A pull request's comments
// are those of its issue, and either permission opens them.
var needs = []struct {
	call string
	any  []string
}{
	{"GET pulls", []string{"pull-requests: read"}},
	{"GET compare", []string{"contents: read"}},
	{"GET contents", []string{"contents: read"}},
	{"GET actions", []string{"actions: read"}},
	{"GET issues", []string{"issues: read", "pull-requests: read"}},
	{"POST issues", []string{"issues: write", "pull-requests: write"}},
	{"PATCH issues", []string{"issues: write", "pull-requests: write"}},
	{"POST statuses", []string{"statuses: write"}},
	{"GET commits", []string{"checks: read"}},
	{"POST check-runs", []string{"checks: write"}},
}

// withheld tells whether the token lacks the permission for a call.
func (g *GitHub) withheld(r *http.Request) bool {
	call := r.Method + " " + r.URL.Path
	begins := func(with string) bool {
		return strings.HasPrefix(call, strings.Replace(with, " ", " /repos/"+Repository+"/", 1))
	}
	for _, w := range g.Withheld {
		if begins(w) {
			return true
		}
	}
	if g.Granted == nil {
		return false
	}
	for _, n := range needs {
		if !begins(n.call) {
			continue
		}
		for _, permission := range n.any {
			name, level, _ := strings.Cut(permission, ": ")
			if has := g.Granted[name]; has == "write" || has == level {
				return false
			}
		}
		return true
	}
	return true // what nobody has looked up nobody may do
}
