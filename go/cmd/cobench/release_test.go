//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A fake gh notes what it was asked. There is a ref or a release if a file says so;
// it may move no tag if another file says that.
const fakeGH = `#!/bin/sh
echo "$*" >>"$FAKE/asked"
case "$*" in
  "release view"*) [ -e "$FAKE/released" ] ;;
  "api repos/{owner}/{repo}/git/ref/"*) [ -e "$FAKE/tagged" ] ;;
  "api --silent"*) [ ! -e "$FAKE/refused" ] ;;
esac
`

// An author is somebody who releases: a checkout, and a fake gh on its PATH.
type author struct {
	*shop
	fake string
}

func newAuthor(t *testing.T) author {
	a := author{&shop{t: t, dir: filepath.Join(t.TempDir(), "checkout")}, t.TempDir()}
	script, err := os.ReadFile("../../../.ci/release")
	if err != nil {
		t.Fatal(err)
	}
	a.write(".ci/release", string(script))
	a.git("init", "--quiet", "--initial-branch=main")
	a.tagged("v1.0.0", "v1.2.0", "v1.10.0", "v2.0.0", "v2.0.1-rc.1")
	if err := os.WriteFile(filepath.Join(a.fake, "gh"), []byte(fakeGH), 0o777); err != nil {
		t.Fatal(err)
	}
	return a
}

// tagged makes a commit for each tag.
func (a author) tagged(tags ...string) {
	for _, tag := range tags {
		a.write("version", tag)
		a.commit(tag)
		a.git("tag", tag)
	}
}

// is makes the fake believe something.
func (a author) is(what string) {
	if err := os.WriteFile(filepath.Join(a.fake, what), nil, 0o666); err != nil {
		a.t.Fatal(err)
	}
}

// release runs one step and returns what it said, and what gh was asked.
func (a author) release(args ...string) (said, asked string, err error) {
	cmd := exec.Command("bash", append([]string{".ci/release"}, args...)...)
	cmd.Dir = a.dir
	cmd.Env = append(os.Environ(), "PATH="+a.fake+":"+os.Getenv("PATH"), "FAKE="+a.fake)
	out, err := cmd.CombinedOutput()
	text, _ := os.ReadFile(filepath.Join(a.fake, "asked"))
	return string(out), string(text), err
}

// v1 follows the highest v1.Y.Z, by its numbers, and no other.
func TestMajorTagFollowsTheNewest(t *testing.T) {
	for _, test := range []struct {
		tag   string
		facts []string
		asked string // the last request's beginning
		said  string
		fails bool
	}{
		{"v1.10.0", []string{"tagged"}, "api --silent --method PATCH repos/{owner}/{repo}/git/refs/tags/v1 -f sha=", "v1 is v1.10.0", false},
		{"v2.0.0", nil, "api --silent --method POST repos/{owner}/{repo}/git/refs -f ref=refs/tags/v2 -f sha=", "v2 is v2.0.0", false},
		{"v1.2.0", []string{"tagged"}, "", "v1 stays at v1.10.0, which is newer than v1.2.0", false},
		{"v1.10.0", []string{"tagged", "refused"}, "api --silent --method PATCH", "git push --force origin v1.10.0^{}:refs/tags/v1", true},
	} {
		a := newAuthor(t)
		for _, fact := range test.facts {
			a.is(fact)
		}
		said, asked, err := a.release("major", test.tag)
		lines := strings.Split(strings.TrimSpace(asked), "\n")
		last := lines[len(lines)-1]
		if (err != nil) != test.fails || !strings.Contains(said, test.said) || !strings.HasPrefix(last, test.asked) || test.asked == "" && asked != "" {
			t.Errorf("%s: %v: %s\nasked %s", test.tag, err, said, asked)
		}
		if strings.Contains(last, "sha=") && !strings.Contains(last, "sha="+a.git("rev-parse", test.tag)) {
			t.Errorf("%s: moved to another commit: %s", test.tag, last)
		}
	}
}

// A release is made once, and again without harm; an older major's is not the latest.
func TestReleaseIsPublished(t *testing.T) {
	for _, test := range []struct {
		tag, fact string
		want      string
	}{
		{"v2.0.0", "", "release view v2.0.0\nrelease create v2.0.0 --verify-tag --generate-notes --latest=true release/checksums.txt\n"},
		{"v1.10.0", "", "release view v1.10.0\nrelease create v1.10.0 --verify-tag --generate-notes --latest=false release/checksums.txt\n"},
		{"v2.0.0", "released", "release view v2.0.0\nrelease upload v2.0.0 --clobber release/checksums.txt\nrelease edit v2.0.0 --draft=false --latest=true\n"},
	} {
		a := newAuthor(t)
		a.write("release/checksums.txt", "")
		if test.fact != "" {
			a.is(test.fact)
		}
		if said, asked, err := a.release("publish", test.tag); err != nil || asked != test.want {
			t.Errorf("%s: %v: %s\ngot  %s\nwant %s", test.tag, err, said, asked, test.want)
		}
	}
}

func TestReleaseRefuses(t *testing.T) {
	a := newAuthor(t)
	for _, test := range []struct{ step, tag, want string }{
		{"build", "v1", "v1: want a tag such as v1.2.3"},
		{"build", "v2.0.1-rc.1", "want a tag such as v1.2.3"},
		{"build", "v9.9.9", "v9.9.9: no such tag"},
		{"build", "v2.0.0", "go/v2.0.0 does not name the commit of v2.0.0, and go install looks for it: git tag go/v2.0.0 v2.0.0, and push it"},
		{"sign", "v2.0.0", "sign: want build, publish or major"},
	} {
		said, asked, err := a.release(test.step, test.tag)
		if err == nil || asked != "" || !strings.Contains(said, ".ci/release: ") || !strings.Contains(said, test.want) {
			t.Errorf("%s %s: %v: %s, want %s", test.step, test.tag, err, said, test.want)
		}
	}
}
