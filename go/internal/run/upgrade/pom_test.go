package upgrade

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/cobench/cobench/go/internal/plan"
)

// A version is changed where it stands, and nothing else of any file is.
func TestPoms(t *testing.T) {
	const missing = "no pom.xml names it: want a dependency such as kotlinx-coroutines-core, GROUP:NAME, or a property such as kotlin.version"
	dependency := func(name, version string) string {
		return "<dependency><groupId> org.example </groupId>\n<artifactId>" + name + "</artifactId>" + version + "<exclusions><exclusion><artifactId>lib</artifactId><version>1</version></exclusion></exclusions></dependency>"
	}
	for _, test := range []struct{ name, upgrade, before, after, err string }{
		{"a version", "lib=2.0", "-- pom.xml --\n<project><!-- <version>1.0</version> --><version>1.0</version>" + dependency("lib", "<version> 1.0 </version>") + dependency("other", "<version>1.0</version>") + "</project>",
			"-- pom.xml --\n<project><!-- <version>1.0</version> --><version>1.0</version>" + dependency("lib", "<version>2.0</version>") + dependency("other", "<version>1.0</version>") + "</project>", ""},
		{"a property, in the parent", "org.example:lib=2.0", "-- pom.xml --\n<project><properties><lib.version>1.0</lib.version><x>1.0</x></properties></project>\n-- a/pom.xml --\n<project>" + dependency("lib", "<version>${lib.version}</version>") + "</project>",
			"-- pom.xml --\n<project><properties><lib.version>2.0</lib.version><x>1.0</x></properties></project>\n-- a/pom.xml --\n<project>" + dependency("lib", "<version>${lib.version}</version>") + "</project>", ""},
		{"a property from elsewhere", "lib=2.0", "-- pom.xml --\n<project>" + dependency("lib", "<version>${revision}</version>") + "</project>",
			"-- pom.xml --\n<project>" + dependency("lib", "<version>2.0</version>") + "</project>", ""},
		{"a property by its name, in a profile too", "kotlin.version=2.0", "-- pom.xml --\n<project><properties><kotlin.version>1.0</kotlin.version></properties><profiles><profile><properties><kotlin.version>1.1</kotlin.version></properties></profile></profiles></project>",
			"-- pom.xml --\n<project><properties><kotlin.version>2.0</kotlin.version></properties><profiles><profile><properties><kotlin.version>2.0</kotlin.version></properties></profile></profiles></project>", ""},
		{"managed at the top", "lib=2.0", "-- pom.xml --\n<project><dependencyManagement><dependencies>" + dependency("lib", "<version>1.0</version>") + "</dependencies></dependencyManagement>" + dependency("lib", "") + "</project>",
			"-- pom.xml --\n<project><dependencyManagement><dependencies>" + dependency("lib", "<version>2.0</version>") + "</dependencies></dependencyManagement>" + dependency("lib", "") + "</project>", ""},
		{"managed elsewhere", "lib=2.0", "-- pom.xml --\n<project>" + dependency("lib", "") + "</project>", "-- pom.xml --\n<project>" + dependency("lib", "<version>2.0</version>") + "</project>", ""},
		{"a plugin and a processor", "kapt=2.0", "-- pom.xml --\n<project><plugin><artifactId>kapt</artifactId><version>1</version><configuration><path><artifactId>kapt</artifactId><version>1</version></path></configuration></plugin></project>",
			"-- pom.xml --\n<project><plugin><artifactId>kapt</artifactId><version>2.0</version><configuration><path><artifactId>kapt</artifactId><version>2.0</version></path></configuration></plugin></project>", ""},
		{"another encoding", "lib=2.0", "-- pom.xml --\n<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><project><name>caf\xe9</name>" + dependency("lib", "<version>1.0</version>") + "</project>",
			"-- pom.xml --\n<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><project><name>caf\xe9</name>" + dependency("lib", "<version>2.0</version>") + "</project>", ""},
		{"built before", "lib=2.0", "-- target/pom.xml --\n<project>" + dependency("lib", "<version>1.0</version>") + "</project>", "", missing},
		{"another group", "com.example:lib=2.0", "-- pom.xml --\n<project>" + dependency("lib", "<version>1.0</version>") + "</project>", "", missing},
		{"none", "lib=2.0", "-- README --\n", "", missing},
		{"cut off", "lib=2.0", "-- a/pom.xml --\n<project><properties>", "", "a/pom.xml: XML syntax error on line 2: unexpected EOF"},
		{"empty elements", "lib=2.0", "-- pom.xml --\n<project><properties><a/><b></b></properties>" + dependency("lib", "<version>1.0</version>") + "</project>",
			"-- pom.xml --\n<project><properties><a/><b></b></properties>" + dependency("lib", "<version>2.0</version>") + "</project>", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			if err := txtar.Write(txtar.Parse([]byte(test.before)), folder); err != nil {
				t.Fatal(err)
			}
			u, err := plan.ParseUpgrade(test.upgrade)
			if err != nil {
				t.Fatal(err)
			}
			if err := Poms(folder, u); err != nil || test.err != "" {
				if err == nil || err.Error() != test.err {
					t.Errorf("error %v, want %q", err, test.err)
				}
				return
			}
			for _, f := range txtar.Parse([]byte(test.after)).Files {
				got, err := os.ReadFile(filepath.Join(folder, f.Name))
				if err != nil || string(got) != string(f.Data) {
					t.Errorf("%s is %s, %v, want %s", f.Name, got, err, f.Data)
				}
			}
		})
	}
}

// Whatever is in a pom.xml, each place lies within it, and none in another.
func FuzzParsePom(f *testing.F) {
	f.Add("<project><properties><a>1</a></properties><dependency><artifactId>b</artifactId><version>${a}</version></dependency></project>")
	f.Add("<dependency><version>1<!-- 2 --></version><dependency></dependency></dependency>")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePom([]byte(text))
		if err != nil {
			return
		}
		for _, use := range p.uses {
			if v := use.version; v != nil {
				p.properties = append(p.properties, *v)
			}
			if use.after < 0 || use.after > len(text) {
				t.Errorf("a name ends at %d of %d", use.after, len(text))
			}
		}
		for _, v := range p.properties {
			if v.from < 0 || v.to < v.from || v.to > len(text) || strings.TrimSpace(text[v.from:v.to]) != v.text && !strings.ContainsFunc(text, func(r rune) bool { return r > '~' }) {
				t.Errorf("%q is not bytes %d to %d", v.text, v.from, v.to)
			}
		}
	})
}
