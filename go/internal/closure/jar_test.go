package closure

import (
	"archive/zip"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A project with a root that reaches Shape and Circle by name, Named by a
// string and Served by a service, and never Alone.
var project = map[string]string{
	"Root.java": `package p;

public class Root {
    @Deprecated
    public int run(Object o) throws Exception {
        Class.forName("p.Named");
        Runnable r = () -> System.out.println("ran");
        r.run();
        switch (o.hashCode()) { case 1: return 7; case 2: return 8; case 3: return 9; }
        switch (o.hashCode()) { case 1: return 7; case 1000: return 8; }
        for (long i = 0; i < 1L << 40; i += 0x123456789L) if (o instanceof Shape s) return s.sides() + (int) 2.5;
        return new int[2][3].length;
    }
}`,
	"Shape.java":                           `package p; public sealed interface Shape permits Circle, Square { int sides(); }`,
	"Circle.java":                          `package p; public final class Circle implements Shape { public int sides() { return 0; } }`,
	"Square.java":                          `package p; public record Square(int side) implements Shape { public int sides() { return 4; } }`,
	"Named.java":                           `package p; public class Named { static int value = 1; }`,
	"Served.java":                          `package p; public class Served implements Runnable { public void run() {} }`,
	"Alone.java":                           `package p; public class Alone { int value() { return 1; } }`,
	"META-INF/services/java.lang.Runnable": "p.Served # a comment\n",
	"words.txt":                            "one two\n",
	"META-INF/MANIFEST.MF":                 "Build-Jdk-Spec: 17\n",
	"META-INF/BenchmarkList":               "JMH S 6 p.Root S 3 run\nJMH S 7 p.Alone S 3 run\n",
}

// jar packs the project, with its classes compiled.
func jar(t *testing.T, files map[string]string) string {
	t.Helper()
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("no javac here")
	}
	dir := t.TempDir()
	var sources []string
	packed := map[string]string{}
	for name, text := range files {
		if !strings.HasSuffix(name, ".java") {
			packed[name] = text
			continue
		}
		sources = append(sources, name)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	compile := exec.Command(javac, append([]string{"-g", "--release", "17", "-d", "."}, slices.Sorted(slices.Values(sources))...)...)
	compile.Dir = dir
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	classes, err := filepath.Glob(filepath.Join(dir, "p", "*.class"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range classes {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		packed["p/"+filepath.Base(file)] = string(text)
	}
	return pack(t, packed)
}

func pack(t *testing.T, files map[string]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "project.jar")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

var roots = regexp.MustCompile(`^p/Root$`)

func keyOf(t *testing.T, path string) string {
	t.Helper()
	j, err := ReadJar(path)
	if err != nil {
		t.Fatal(err)
	}
	key, err := j.Key(roots)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestReach(t *testing.T) {
	j, err := ReadJar(jar(t, project))
	if err != nil {
		t.Fatal(err)
	}
	want := "p/Circle p/Named p/Root p/Served p/Shape p/Square"
	if got := strings.Join(j.reach(roots), " "); got != want {
		t.Errorf("reached %s, want %s", got, want)
	}
}

func TestJarKey(t *testing.T) {
	own := keyOf(t, jar(t, project))
	for _, test := range []struct {
		name, file, old, replacement string
		same                         bool
	}{
		{"nothing", "Root.java", "", "", true},
		{"shifted lines", "Root.java", "public class", strings.Repeat("// A comment.\n", 300) + "public class", true},
		{"a local variable's name", "Root.java", "Runnable r = () -> System.out.println(\"ran\");\n        r.run()", "Runnable x = () -> System.out.println(\"ran\");\n        x.run()", true},
		{"what nobody reaches", "Alone.java", "return 1", "return 2", true},
		{"another benchmark in the list", "META-INF/BenchmarkList", "JMH S 7 p.Alone S 3 run", "JMH S 7 p.Alone S 4 walk", true},
		{"how the jar was made", "META-INF/MANIFEST.MF", "17", "25", true},
		{"a constant", "Root.java", "return 7; case 2", "return 6; case 2", false},
		{"a large constant", "Root.java", "0x123456789L", "0x123456788L", false},
		{"a fraction", "Root.java", "2.5", "3.5", false},
		{"a text", "Root.java", `"ran"`, `"run"`, false},
		{"a case", "Root.java", "case 1000", "case 1001", false},
		{"a type", "Root.java", "new int[2][3]", "new int[2][3][4]", false},
		{"a handler", "Root.java", "r.run();", "try { r.run(); } catch (RuntimeException e) { throw e; }", false},
		{"an annotation", "Root.java", "@Deprecated", "", false},
		{"a modifier", "Root.java", "public int run", "public synchronized int run", false},
		{"what is reached by a type", "Circle.java", "return 0", "return 1", false},
		{"what is reached by a list of subclasses", "Square.java", "return 4", "return 5", false},
		{"a component's name", "Square.java", "int side)", "int edge)", false},
		{"what is reached by a string", "Named.java", "value = 1", "value = 2", false},
		{"what is reached by a service", "Served.java", "void run() {}", "void run() { Thread.yield(); }", false},
		{"a service", "META-INF/services/java.lang.Runnable", "p.Served", "p.Alone", false},
		{"a resource", "words.txt", "two", "three", false},
		{"its own benchmark in the list", "META-INF/BenchmarkList", "p.Root S 3 run", "p.Root S 4 walk", false},
	} {
		files := maps.Clone(project)
		if !strings.Contains(files[test.file], test.old) {
			t.Fatalf("%s: %q does not stand in %s", test.name, test.old, test.file)
		}
		files[test.file] = strings.Replace(files[test.file], test.old, test.replacement, 1)
		if got := keyOf(t, jar(t, files)) == own; got != test.same {
			t.Errorf("%s: the same key %v, want %v", test.name, got, test.same)
		}
	}
}

func TestJarErrors(t *testing.T) {
	for want, files := range map[string]map[string]string{
		": p/Root.class: no class file":                     {"p/Root.class": "\xca\xfe\xba\xbf"},
		": p/Root.class: damaged class file: it ends early": {"p/Root.class": "\xca\xfe\xba\xbe"},
		": no class ^p/Root$ in it":                         {"p/Other.txt": ""},
	} {
		path := pack(t, files)
		j, err := ReadJar(path)
		if err == nil {
			_, err = j.Key(roots)
		}
		if err == nil || err.Error() != path+want {
			t.Errorf("%v, want %s%s", err, path, want)
		}
	}
}

// What is read does not depend on the constants' numbers, and never panics.
func FuzzReadClass(f *testing.F) {
	if _, err := exec.LookPath("javac"); err != nil {
		f.Skip("no javac here")
	}
	dir := f.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Root.java"), []byte("package p; class Root { @Deprecated int run(Object o) { Runnable r = () -> {}; return o instanceof String ? 1 : 2; } }"), 0o666); err != nil {
		f.Fatal(err)
	}
	compile := exec.Command("javac", "-g", "-d", ".", "Root.java")
	compile.Dir = dir
	if out, err := compile.CombinedOutput(); err != nil {
		f.Fatalf("%v\n%s", err, out)
	}
	seed, err := os.ReadFile(filepath.Join(dir, "p", "Root.class"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Fuzz(func(t *testing.T, file []byte) {
		c, err := readClass(file)
		if err == nil && len(c.code) == 0 {
			t.Error("a class of which nothing runs")
		}
	})
}
