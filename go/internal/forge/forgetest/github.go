// Package forgetest is a small GitHub for tests: the API that the pipeline uses,
// with its pagination, its limits and its failures.
package forgetest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/forge"
)

// Repository is the one that there is.
const Repository = "acme/bench"

// A Fault is answered in place of what was asked for.
type Fault struct {
	Status int
	Header map[string]string
	Body   string
	// Done carries out the request before it answers so: it only seemed to fail.
	Done bool
	// Cut ends the connection in the middle of the answer.
	Cut bool
	// Slow answers so late.
	Slow time.Duration
}

// GitHub is the fake. Its fields may be set before it is asked, and read after.
type GitHub struct {
	*httptest.Server
	mu        sync.Mutex
	PerPage   int // most on a page
	Pulls     []forge.Pull
	Comments  map[int][]forge.Comment
	Statuses  map[string][]forge.Status
	Checks    []forge.Check // the newest last
	WorkRuns  []forge.Run
	Issues    []forge.Issue
	Artifacts map[int64]map[string][]byte // by run and name: zip files
	Faults    []Fault                     // for the next requests, one each
	Broken    map[string][]Fault          // for calls that begin so, below the repository's path
	Calls     []string                    // method and path
	Base      string                      // the merge base of all commits; "" is none
	Withheld  []string                    // beginnings of calls for which the token lacks the permission
	Granted   map[string]string           // what the token may do, as a job's permissions have it; nil is everything
	Leaked    bool                        // the token was shown to the store of artifacts
	Settings  map[string]string           // by path below the repository, or repos/other/one/…: answers as JSON, or a status alone
	store     *httptest.Server
	last      int64
}

// New starts one, which ends with the test.
func New(t testing.TB) *GitHub {
	g := &GitHub{PerPage: 2, Comments: map[int][]forge.Comment{}, Statuses: map[string][]forge.Status{}, Artifacts: map[int64]map[string][]byte{}}
	g.Server = httptest.NewServer(http.HandlerFunc(g.serve))
	g.store = httptest.NewServer(http.HandlerFunc(g.give))
	t.Cleanup(func() { g.Close(); g.store.Close() })
	return g
}

// Wait returns when every call has been answered to its end, of which a client whose
// connection broke knows nothing.
func (g *GitHub) Wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
}

func (g *GitHub) serve(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.Calls = append(g.Calls, r.Method+" "+r.URL.Path)
	if scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " "); token != "token" || scheme != "Bearer" && scheme != "token" {
		answer(w, http.StatusUnauthorized, map[string]string{"message": "Bad credentials"})
		return
	}
	if g.withheld(r) {
		answer(w, http.StatusForbidden, map[string]string{"message": "Resource not accessible by integration"})
		return
	}
	if f, ok := g.fault(); ok {
		g.fail(w, r, f)
		return
	}
	g.route(w, r)
}

// fault is what the newest call meets.
func (g *GitHub) fault() (Fault, bool) {
	if len(g.Faults) > 0 {
		f := g.Faults[0]
		g.Faults = g.Faults[1:]
		return f, true
	}
	for call, faults := range g.Broken {
		if len(faults) > 0 && strings.HasPrefix(g.Calls[len(g.Calls)-1], strings.Replace(call, " ", " /repos/"+Repository+"/", 1)) {
			g.Broken[call] = faults[1:]
			return faults[0], true
		}
	}
	return Fault{}, false
}

func (g *GitHub) fail(w http.ResponseWriter, r *http.Request, f Fault) {
	if f.Slow > 0 {
		g.mu.Unlock()
		select {
		case <-time.After(f.Slow):
		case <-r.Context().Done():
		}
		g.mu.Lock()
	}
	switch {
	case f.Cut:
		answer := httptest.NewRecorder()
		g.route(answer, r)
		body := answer.Body.Bytes()
		w.Header().Set("Content-Length", strconv.Itoa(len(body)+1))
		_, _ = w.Write(body[:len(body)/2])
		panic(http.ErrAbortHandler)
	case f.Done:
		g.route(httptest.NewRecorder(), r)
	}
	if f.Status == 0 {
		panic(http.ErrAbortHandler) // the connection breaks
	}
	for k, v := range f.Header {
		w.Header().Set(k, v)
	}
	w.WriteHeader(f.Status)
	fmt.Fprint(w, f.Body)
}

func (g *GitHub) route(w http.ResponseWriter, r *http.Request) {
	path, ok := strings.CutPrefix(r.URL.Path, "/repos/"+Repository)
	parts := strings.Split(strings.Trim(path, "/"), "/")
	var body struct {
		Body, State, Title string
		Labels             []string
	}
	var status forge.Status
	text := []byte("{}")
	if r.Method != http.MethodGet {
		var raw json.RawMessage
		if json.NewDecoder(r.Body).Decode(&raw) == nil {
			text = raw
		}
		_ = json.Unmarshal(text, &body)
		_ = json.Unmarshal(text, &status)
	}
	is := func(method string, pattern ...string) bool {
		if !ok || r.Method != method || len(parts) != len(pattern) {
			return false
		}
		for i, p := range pattern {
			if p != "*" && p != parts[i] {
				return false
			}
		}
		return true
	}
	number := func(i int) int { n, _ := strconv.Atoi(parts[i]); return n }
	switch {
	case is("GET", "pulls"):
		var found []forge.Pull
		for _, p := range g.Pulls {
			if p.Head.Repo != nil && strings.Split(p.Head.Repo.FullName, "/")[0]+":"+p.Head.Ref == r.URL.Query().Get("head") {
				found = append(found, p)
			}
		}
		page(g, w, r, found, nil)
	case is("GET", "pulls", "*") && slices.ContainsFunc(g.Pulls, func(p forge.Pull) bool { return p.Number == number(1) }):
		answer(w, http.StatusOK, g.Pulls[slices.IndexFunc(g.Pulls, func(p forge.Pull) bool { return p.Number == number(1) })])
	case is("GET", "compare", "*") && g.Base != "":
		answer(w, http.StatusOK, map[string]any{"merge_base_commit": map[string]string{"sha": g.Base}})
	case is("GET", "issues", "*", "comments"):
		page(g, w, r, g.Comments[number(1)], nil)
	case is("POST", "issues", "*", "comments"):
		g.last++
		c := forge.Comment{ID: g.last, Body: body.Body}
		c.User.Login, c.User.Type = "github-actions[bot]", "Bot"
		g.Comments[number(1)] = append(g.Comments[number(1)], c)
		answer(w, http.StatusCreated, c)
	case is("PATCH", "issues", "comments", "*"):
		for pull := range g.Comments {
			for i := range g.Comments[pull] {
				if g.Comments[pull][i].ID == int64(number(2)) {
					g.Comments[pull][i].Body = body.Body
					answer(w, http.StatusOK, g.Comments[pull][i])
					return
				}
			}
		}
		answer(w, http.StatusNotFound, map[string]string{"message": "Not Found"})
	case is("GET", "commits", "*", "check-runs"):
		answer(w, http.StatusOK, g.checksOf(parts[1], r.URL.Query()))
	case is("POST", "check-runs"):
		g.addCheck(w, text)
	case is("POST", "statuses", "*"):
		g.Statuses[parts[1]] = append(g.Statuses[parts[1]], status)
		answer(w, http.StatusCreated, status)
	case is("GET", "actions", "workflows", "*", "runs"):
		found := []forge.Run{}
		for _, run := range g.WorkRuns {
			q := r.URL.Query()
			if (q.Get("event") == "" || q.Get("event") == run.Event) && (q.Get("head_sha") == "" || q.Get("head_sha") == run.HeadSHA) {
				found = append(found, run)
			}
		}
		answer(w, http.StatusOK, map[string]any{"total_count": len(found), "workflow_runs": found})
	case is("GET", "actions", "runs", "*", "artifacts"):
		var found []forge.StoredArtifact
		for name, packed := range g.Artifacts[int64(number(2))] {
			found = append(found, forge.StoredArtifact{ID: int64(number(2)), Name: name, Size: int64(len(packed))})
		}
		page(g, w, r, found, func(list any) any { return map[string]any{"total_count": len(found), "artifacts": list} })
	case is("GET", "actions", "artifacts", "*", "zip"):
		http.Redirect(w, r, strings.Replace(g.store.URL, "127.0.0.1", "localhost", 1)+"/"+parts[2], http.StatusFound)
	case is("GET", "issues"):
		page(g, w, r, slices.DeleteFunc(slices.Clone(g.Issues), func(i forge.Issue) bool { return i.State != "open" }), nil)
	case is("POST", "issues"):
		g.Issues = append(g.Issues, forge.Issue{Number: len(g.Issues) + 1, State: "open", Title: body.Title, Body: body.Body})
		g.Issues[len(g.Issues)-1].User.Type = "Bot"
		answer(w, http.StatusCreated, g.Issues[len(g.Issues)-1])
	case is("PATCH", "issues", "*"):
		g.Issues[number(1)-1].Body, g.Issues[number(1)-1].State = body.Body, body.State
		answer(w, http.StatusOK, g.Issues[number(1)-1])
	default:
		g.setting(w, r, strings.TrimPrefix(path, "/"))
	}
}

// setting answers with what a test has set, by the path below the repository.
func (g *GitHub) setting(w http.ResponseWriter, r *http.Request, path string) {
	text, ok := g.Settings[path]
	if status, err := strconv.Atoi(text); ok && err == nil {
		answer(w, status, map[string]string{"message": "no"})
		return
	}
	if !ok || r.Method != http.MethodGet {
		answer(w, http.StatusNotFound, map[string]string{"message": "Not Found"})
		return
	}
	answer(w, http.StatusOK, json.RawMessage(text))
}

// give is where artifacts lie: another host, which must not see the token.
func (g *GitHub) give(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.Leaked = g.Leaked || r.Header.Get("Authorization") != ""
	run, _ := strconv.ParseInt(strings.Trim(r.URL.Path, "/"), 10, 64)
	for _, packed := range g.Artifacts[run] {
		_, _ = w.Write(packed)
	}
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// page answers with a part of a list, and says where the next one is.
func page[T any](g *GitHub, w http.ResponseWriter, r *http.Request, all []T, wrap func(any) any) {
	q := r.URL.Query()
	at, _ := strconv.Atoi(q.Get("page"))
	at = max(1, at)
	from := min(len(all), (at-1)*g.PerPage)
	to := min(len(all), from+g.PerPage)
	if to < len(all) {
		q.Set("page", strconv.Itoa(at+1))
		w.Header().Set("Link", fmt.Sprintf(`<%s%s?%s>; rel="next", <%s>; rel="last"`, g.URL, r.URL.Path, q.Encode(), g.URL))
	}
	var list any = append([]T{}, all[from:to]...)
	if wrap != nil {
		list = wrap(list)
	}
	answer(w, http.StatusOK, list)
}
