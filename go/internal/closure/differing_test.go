package closure

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestDiffering(t *testing.T) {
	base, err := ReadJar(jar(t, project))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, file, old, new string
		classes, all         string
	}{
		{"nothing", "", "", "", "", ""},
		{"a shifted line", "Alone.java", "package p;", "package p;\n\n// more\n", "", ""},
		{"a body", "Alone.java", "return 1", "return 2", "p/Alone", ""},
		{"an interface", "Shape.java", "int sides();", "int sides(); default int more() { return 1; }", "p/Shape", "the interface p/Shape differs"},
		{"a resource", "words.txt", "two", "three", "", "words.txt in the jar differs"},
		{"JMH's list", "META-INF/BenchmarkList", "7 p.Alone", "8 p.Alone", "", ""},
	} {
		files := maps.Clone(project)
		files[test.file] = strings.Replace(files[test.file], test.old, test.new, 1)
		if test.file == "" {
			delete(files, "")
		}
		head, err := ReadJar(jar(t, files))
		if err != nil {
			t.Fatal(err)
		}
		classes, all := head.Differing(base)
		if strings.Join(classes, " ") != test.classes || all != test.all {
			t.Errorf("%s: classes %q, all %q; want %q, %q", test.name, classes, all, test.classes, test.all)
		}
		if back, _ := base.Differing(head); !slices.Equal(back, classes) {
			t.Errorf("%s: the other way round %q, want %q", test.name, back, classes)
		}
	}
}
