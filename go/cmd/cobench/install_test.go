//go:build unix

package main

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A served is a repository on a server, with the release v1.2.3 of its newest commit.
type served struct {
	t                           *testing.T
	source, url, commit, before string
	asset, checksums            string // files of the release
}

// released says that it is the release's binary.
const released = "#!/bin/sh\necho the release\n"

func publishRelease(t *testing.T) *served {
	root := openFolder(t)
	p := &served{t: t, source: filepath.Join(root, "source")}
	script, err := os.ReadFile("../../../.ci/install")
	if err != nil {
		t.Fatal(err)
	}
	s := &shop{t: t, dir: p.source}
	s.write(".ci/install", string(script))
	s.write("go/go.mod", "module m\n\ngo 1.24\n")
	s.write("go/cmd/cobench/main.go", "package main\n")
	s.git("init", "--quiet", "--initial-branch=main")
	p.before = s.commit("one, of which there is no release")
	s.write("README.md", "two\n")
	p.commit = s.commit("two")
	s.git("-c", "user.name=x", "-c", "user.email=x@y", "tag", "--annotate", "--message", "a release", "v1.2.3")
	s.git("tag", "go/v1.2.3")
	s.git("tag", "v1")
	www := filepath.Join(root, "www")
	s.git("clone", "--quiet", "--bare", p.source, filepath.Join(www, "acme/cobench"))
	update := exec.Command("git", "update-server-info")
	update.Dir = filepath.Join(www, "acme/cobench")
	if out, err := update.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	name := "cobench-v1.2.3-" + runtime.GOOS + "-" + runtime.GOARCH
	p.asset = filepath.Join(www, "acme/cobench/releases/download/v1.2.3", name)
	p.checksums = filepath.Join(filepath.Dir(p.asset), "checksums.txt")
	p.write(p.asset, released)
	p.write(p.checksums, fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(released)), name))
	server := httptest.NewServer(http.FileServer(http.Dir(www)))
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

func (p *served) write(file, text string) {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o777); err != nil {
		p.t.Fatal(err)
	}
}

// programs makes a folder with the commands that the script needs, and those scripts.
func (p *served) programs(scripts map[string]string) string {
	dir := openFolder(p.t)
	for _, name := range strings.Fields("awk bash cat chmod curl cut dirname git grep mkdir mktemp mv rm sed sh sha256sum shasum sort tail touch uname") {
		if path, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(path, filepath.Join(dir, name)); err != nil {
				p.t.Fatal(err)
			}
		}
	}
	for name, text := range scripts {
		p.write(filepath.Join(dir, name), text)
	}
	return dir
}

func TestInstall(t *testing.T) {
	p := publishRelease(t)
	// A go that switches its toolchain if it may, leaves it read-only, and builds.
	switches := "#!/bin/sh\nif [ \"$*\" = 'env GOVERSION' ]; then echo go1.24.13; exit; fi\n[ \"$GOTOOLCHAIN$GOWORK$GOFLAGS\" = autooff-modcacherw ] || exit 1\n" +
		"mkdir -p \"$GOMODCACHE/toolchain\" && touch \"$GOMODCACHE/toolchain/go\" && chmod 555 \"$GOMODCACHE/toolchain\"\n" +
		"[ \"$1 $2 $3 $5\" = 'build -trimpath -o ./cmd/cobench' ] && [ -f go.mod ] && printf '#!/bin/sh\\necho built here\\n' >\"$4\" && chmod +x \"$4\"\n"
	goroot := openFolder(t)
	p.write(filepath.Join(goroot, "bin/go"), switches)
	gh := func(status int) string {
		return fmt.Sprintf("#!/bin/sh\necho \"$*\" >\"$ASKED\"\necho it is not attested\nexit %d\n", status)
	}
	for _, test := range []struct {
		name, ref string
		programs  map[string]string
		environ   []string
		spoil     func()
		says      string
		want      string
		note      string
	}{
		{name: "the release of its tag", ref: "v1.2.3", says: "the release"},
		{name: "the release that v1 is", ref: "v1", says: "the release"},
		{name: "the release of a commit", ref: p.commit, says: "the release", programs: map[string]string{"gh": gh(0)}, environ: []string{"GH_TOKEN=x"},
			want: "--repo acme/cobench --signer-workflow acme/cobench/.github/workflows/release.yml --source-digest " + p.commit},
		{name: "one that is not attested", ref: "v1", says: "built here", programs: map[string]string{"gh": gh(1), "go": switches}, environ: []string{"GH_TOKEN=x"},
			note: "\n::warning::cobench is built here: cobench-v1.2.3-" + runtime.GOOS + "-" + runtime.GOARCH + " can't be shown to be made by release.yml of " + p.commit + ": it is not attested"},
		{name: "a branch, with an older Go that must not switch for others", ref: "main", says: "built here", programs: map[string]string{"go": switches}, environ: []string{"GOTOOLCHAIN=local", "GOFLAGS=-mod=vendor"}},
		{name: "a commit without release, with a Go too old to switch", ref: p.before, says: "built here",
			programs: map[string]string{"go": "#!/bin/sh\necho go1.20.14\n"}, environ: []string{"GOROOT_1_26_X64=" + goroot}},
		{name: "no release and no Go", ref: "main", note: "there is no release of this version, and no Go 1.21 or later to build it with: put actions/setup-go before it"},
		{name: "a binary that is another", ref: "v1.2.3", says: "built here", programs: map[string]string{"go": switches}, note: "is not what checksums.txt of v1.2.3 says",
			spoil: func() { p.write(p.asset, strings.Replace(released, "the release", "something else", 1)) }},
		{name: "a release without a binary for this system", ref: "v1.2.3", says: "built here", programs: map[string]string{"go": switches},
			spoil: func() {
				if err := os.Remove(p.asset); err != nil {
					t.Fatal(err)
				}
			}},
	} {
		t.Run(test.name, func(t *testing.T) {
			// An action's folder is no checkout.
			action, folder := openFolder(t), openFolder(t)
			asked := filepath.Join(folder, "asked")
			if err := os.CopyFS(action, os.DirFS(p.source)); err != nil {
				t.Fatal(err)
			}
			if err := os.RemoveAll(filepath.Join(action, ".git")); err != nil {
				t.Fatal(err)
			}
			if test.spoil != nil {
				test.spoil()
			}
			said, err := p.install(action, folder, append(test.environ, "PATH="+p.programs(test.programs), "REF="+test.ref, "REPOSITORY=acme/cobench", "ASKED="+asked)...)
			if (err == nil) != (test.says != "") || !strings.Contains("\n"+said, test.note) {
				t.Fatalf("%v\n%s", err, said)
			}
			if test.says != "" {
				out, err := exec.Command(filepath.Join(folder, "cobench")).CombinedOutput()
				if err != nil || strings.TrimSpace(string(out)) != test.says {
					t.Errorf("%v: %q, want %q\n%s", err, out, test.says, said)
				}
			}
			if text, _ := os.ReadFile(asked); !strings.Contains(string(text), test.want) {
				t.Errorf("gh was asked %q, want %q", text, test.want)
			}
		})
	}
}

// install runs the script as somebody without rights, if it can: root may remove
// what others may not. It leaves nothing but the binary.
func (p *served) install(action, folder string, environ ...string) (string, error) {
	p.t.Helper()
	m := machine{root: openFolder(p.t)}
	m.asRunner()
	temporary, home := filepath.Join(m.root, "temporary"), filepath.Join(m.root, "home")
	for _, dir := range []string{temporary, home} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			p.t.Fatal(err)
		}
	}
	for _, dir := range []string{m.root, folder, action} {
		m.own(p.t, dir)
		defer m.disown(p.t, dir)
	}
	environ = append([]string{"HOME=" + home, "TMPDIR=" + temporary, "GITHUB_SERVER_URL=" + p.url, "GOPROXY=off"}, environ...)
	out, err := m.start(home, environ, "bash", filepath.Join(action, ".ci/install"), folder).CombinedOutput()
	if left, _ := filepath.Glob(filepath.Join(temporary, "*")); len(left) > 0 {
		p.t.Errorf("it has left %v", left)
	}
	return string(out), err
}

// A called workflow checks this repository out and uses the action by its path: the
// checkout tells what it is.
func TestInstallOfACheckout(t *testing.T) {
	p := publishRelease(t)
	s := &shop{t: t, dir: p.source}
	s.git("remote", "add", "origin", p.url+"/acme/cobench.git")
	folder := openFolder(t)
	said, err := p.install(p.source, folder, "PATH="+p.programs(nil), "REF=", "REPOSITORY=")
	if out, _ := exec.Command(filepath.Join(folder, "cobench")).Output(); err != nil || string(out) != "the release\n" {
		t.Errorf("%v: %q\n%s", err, out, said)
	}
}
