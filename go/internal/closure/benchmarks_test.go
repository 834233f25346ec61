package closure

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Two modes of one method, and one with parameters: a text of two values, one of
// them empty, as JMH writes them.
const list = `JMH S 5 p.Sum S 17 p.jmh_generated.S S 3 sum S 14 SingleShotTime E A 1 1 1 E E E E E E E E E E E E E E E E E 
JMH S 5 p.Sum S 17 p.jmh_generated.S S 3 sum S 11 AverageTime E A 1 1 1 E E E E E E E E E E E E E E E E E 
JMH S 7 p.Words S 17 p.jmh_generated.W S 5 count S 14 SingleShotTime E A 1 1 1 E E E E E E E E E E E E E M 2 4 kind 1 8 BBA===== 4 text 2 16 hBwLAIGAgAwYAA== 0  E E E 
`

func TestBenchmarks(t *testing.T) {
	const other = "org/openjdk/jmh/Main.class"
	path := pack(t, map[string]string{benchmarkList: list, other: ""})
	methods, err := Benchmarks(path)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range methods {
		got = append(got, fmt.Sprintf("%s %s %s %v %v", m.Name, m.Class, m.Generated, m.SingleShot, m.Values))
	}
	want := "p.Sum.sum p.Sum p.jmh_generated.S false map[]\np.Words.count p.Words p.jmh_generated.W true map[kind:1 text:2]"
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for want, files := range map[string]map[string]string{
		"project.jar: no JMH in it: META-INF/BenchmarkList is missing, which its annotation processor writes":               {other: ""},
		"project.jar: benchmarks, but no JMH in it to run them: want the jar into which the build packs all that they need": {benchmarkList: list},
		"project.jar: META-INF/BenchmarkList: a line in a form that is not known: want the list of JMH 1.x":                 {benchmarkList: "JMH S 5 p.Sum", other: ""},
	} {
		if _, err := Benchmarks(pack(t, files)); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := os.WriteFile(path, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Benchmarks(path); err == nil || err.Error() != "project.jar: zip: not a valid zip file" {
		t.Errorf("%v, want what is wrong with the file", err)
	}
}

// Whatever a list says, it is read or refused, and no method is there twice.
func FuzzReadMethods(f *testing.F) {
	f.Add(list)
	f.Add("JMH S 5 p.Sum S 3 p.G S 3 sum S 2 ss M 1 4 text 99999999999 ")
	f.Fuzz(func(t *testing.T, text string) {
		methods, err := readMethods(text)
		seen := map[string]bool{}
		for _, m := range methods {
			if seen[m.Name] || err != nil {
				t.Errorf("%+v twice, or with %v", m, err)
			}
			seen[m.Name] = true
			for name, n := range m.Values {
				if n < 0 || n > len(text) {
					t.Errorf("%d values of %s", n, name)
				}
			}
		}
	})
}

func TestFiles(t *testing.T) {
	all := map[string]string{"a.txt": "one", "deep/b.txt": "two", "left/c.txt": "three", "x.go": "package x"}
	taken := func(path string, folder bool) bool {
		return path != "left" && (folder || filepath.Ext(path) == ".txt")
	}
	key := func(t *testing.T, files, links map[string]string) string {
		t.Helper()
		dir := t.TempDir()
		for name, text := range files {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for name, target := range links {
			if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
				t.Skip(err)
			}
		}
		key, err := Files(dir, taken)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	own := key(t, all, nil)
	for _, test := range []struct {
		name        string
		files, also map[string]string
		same        bool
	}{
		{"nothing", nil, nil, true},
		{"a file that is left out", map[string]string{"x.go": "package y"}, nil, true},
		{"a file of a folder that is left out", map[string]string{"left/c.txt": "four"}, nil, true},
		{"content", map[string]string{"deep/b.txt": "too"}, nil, false},
		{"one more", map[string]string{"d.txt": ""}, nil, false},
		{"where one ends and another begins", map[string]string{"a.txt": "on", "deep/b.txt": "etwo"}, nil, false},
		{"a link", nil, map[string]string{"l.txt": "a.txt"}, false},
	} {
		files := maps.Clone(all)
		maps.Copy(files, test.files)
		if got := key(t, files, test.also) == own; got != test.same {
			t.Errorf("%s: the same key %v, want %v", test.name, got, test.same)
		}
	}
	if key(t, all, map[string]string{"l.txt": "a.txt"}) == key(t, all, map[string]string{"l.txt": "x.go"}) {
		t.Error("links to different files have the same key")
	}
	if _, err := Files(filepath.Join(t.TempDir(), "none"), taken); err == nil {
		t.Error("a folder that is not there has a key")
	}
}
