package jvmbuild_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/cobench/cobench/go/internal/run/jvmbuild"
)

const (
	jmhPom = "<project><dependencies><dependency><groupId>org.openjdk.jmh</groupId><artifactId>jmh-core</artifactId></dependency></dependencies></project>"
	plain  = "<project/>"
)

// The shapes are those of real builds: JCTools and RoaringBitmap, kotlinx.coroutines
// and caffeine among them.
func TestFind(t *testing.T) {
	for _, test := range []struct {
		name, tree, folder string
		want, gradle, err  string // the command, the Gradle, or what is wrong
	}{
		{"one module, made by the archetype", "-- pom.xml --\n" + jmhPom, ".", "mvn -q -B -DskipTests package", "", ""},
		{"with a wrapper", "-- mvnw --\n-- pom.xml --\n" + jmhPom, ".", "./mvnw -q -B -DskipTests package", "", ""},
		{"a module for benchmarks, from the top", "-- pom.xml --\n<project><modules><module>core</module><module>benchmarks</module></modules></project>\n-- core/pom.xml --\n" + plain + "\n-- benchmarks/pom.xml --\n" + jmhPom, ".",
			"mvn -q -B -DskipTests -pl benchmarks -am package", "", ""},
		{"a module for benchmarks, from its folder", "-- mvnw --\n-- pom.xml --\n<project><modules><module>core</module><module>benchmarks</module></modules></project>\n-- core/pom.xml --\n" + plain + "\n-- benchmarks/pom.xml --\n" + jmhPom, "benchmarks",
			"../mvnw -q -B -DskipTests -f .. -pl benchmarks -am package", "", ""},
		{"two, deep below", "-- pom.xml --\n<project><modules><module>a</module></modules></project>\n-- a/pom.xml --\n<project><modules><module>x jmh</module><module>y/pom.xml</module></modules></project>\n-- a/x jmh/pom.xml --\n" + jmhPom + "\n-- a/y/pom.xml --\n" + jmhPom, "a",
			"mvn -q -B -DskipTests -f .. -pl 'a/x jmh,a/y' -am package", "", ""},
		{"in a profile", "-- pom.xml --\n<project><modules><module>core</module></modules><profiles><profile><id>bench</id><modules><module>jmh</module></modules></profile></profiles></project>\n-- core/pom.xml --\n" + plain + "\n-- jmh/pom.xml --\n" + jmhPom, ".",
			"mvn -q -B -DskipTests -P bench -pl jmh -am package", "", ""},
		{"the parent's dependency", "-- pom.xml --\n<project><modules><module>a</module></modules><dependencies><dependency><groupId> org.openjdk.jmh </groupId></dependency></dependencies></project>\n-- a/pom.xml --\n" + plain, "a",
			"mvn -q -B -DskipTests -f .. -pl a -am package", "", ""},
		{"a build of its own below another", "-- pom.xml --\n" + plain + "\n-- perf/pom.xml --\n" + jmhPom, "perf", "mvn -q -B -DskipTests package", "", ""},
		{"the same, from the top", "-- pom.xml --\n" + plain + "\n-- perf/pom.xml --\n" + jmhPom, ".", "", "", "the benchmarks are in a build of its own: start cobench in perf"},
		{"only managed", "-- pom.xml --\n<project><dependencyManagement><dependencies><dependency><groupId>org.openjdk.jmh</groupId></dependency></dependencies></dependencyManagement></project>", ".",
			"", "", "DIR: no pom.xml here or below depends on org.openjdk.jmh: name the build with -set build=COMMAND -set jar=PATTERN"},
		{"modules that name each other", "-- pom.xml --\n<project><modules><module>.</module><module>a</module></modules></project>\n-- a/pom.xml --\n<project><modules><module>../a</module><module>..</module></modules></project>", ".",
			"", "", "DIR: no pom.xml here or below depends on org.openjdk.jmh: name the build with -set build=COMMAND -set jar=PATTERN"},
		{"not UTF-8", "-- pom.xml --\n<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><project><name>\xe9</name><dependencies><dependency><groupId>org.openjdk.jmh</groupId></dependency></dependencies></project>", ".", "mvn -q -B -DskipTests package", "", ""},
		{"Gradle, the wrapper at the top", "-- gradlew --\n-- settings.gradle.kts --\n-- benchmarks/build.gradle.kts --\n", "benchmarks", "", "../gradlew", ""},
		{"Gradle at the top", "-- gradlew --\n-- settings.gradle --\n", ".", "", "./gradlew", ""},
		{"both: Gradle", "-- gradlew --\n-- build.gradle --\n-- pom.xml --\n" + jmhPom, ".", "", "./gradlew", ""},
		{"Gradle without a wrapper", "-- build.gradle --\n", ".", "", "gradle", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			top := t.TempDir()
			if err := txtar.Write(txtar.Parse([]byte(test.tree)), top); err != nil {
				t.Fatal(err)
			}
			bin := t.TempDir()
			if err := os.WriteFile(filepath.Join(bin, "gradle"), nil, 0o777); err != nil {
				t.Fatal(err)
			}
			folder := filepath.Join(top, test.folder)
			got, err := jvmbuild.Find([]string{"PATH=" + bin}, folder, top)
			if err != nil {
				if want := strings.Replace(test.err, "DIR", folder, 1); err.Error() != want {
					t.Errorf("got %v, want %s", err, want)
				}
				return
			}
			if got.Command != test.want || got.Gradle != test.gradle || test.err != "" {
				t.Errorf("got %+v, want %q or Gradle %q or %q", got, test.want, test.gradle, test.err)
			}
		})
	}
	if _, err := jvmbuild.Find(nil, "testdata", "testdata"); err == nil {
		t.Error("a folder without any build")
	}
}
