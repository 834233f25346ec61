package upgrade

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/run/build/buildtest"
)

// Gradle resolves a dependency of a dependency to the version of the upgrade, and tells
// which names it has met.
func TestScript(t *testing.T) {
	if _, err := exec.LookPath("gradle"); err != nil {
		t.Skip("no gradle on the PATH")
	}
	folder := t.TempDir()
	pom := func(name, version, more string) string {
		return "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>" + name + "</artifactId><version>" + version + "</version>" + more + "</project>"
	}
	files := map[string]string{
		"settings.gradle": "", "upgrade.gradle": script,
		"build.gradle": "repositories { maven { url 'repository' } }\nconfigurations { libs }\ndependencies { libs 'org.example:top:1.0' }\n" +
			"task show { doLast { configurations.libs.files.each { println it.name } } }\n",
		"repository/org/example/top/1.0/top-1.0.pom": pom("top", "1.0", "<dependencies><dependency><groupId>org.example</groupId><artifactId>lib</artifactId><version>1.0</version></dependency></dependencies>"),
		"repository/org/example/top/1.0/top-1.0.jar": "",
	}
	for _, version := range []string{"1.0", "2.0"} {
		files["repository/org/example/lib/"+version+"/lib-"+version+".pom"] = pom("lib", version, "")
		files["repository/org/example/lib/"+version+"/lib-"+version+".jar"] = ""
	}
	if err := buildtest.Write(folder, files); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lib", "org.example:lib"} {
		list := filepath.Join(folder, "upgraded.txt")
		gradle := exec.CommandContext(t.Context(), "gradle", "-q", "--no-daemon", "--offline", "--init-script", "upgrade.gradle", "-Pcobench.upgrade="+name+"=2.0,none=1", "-Pcobench.upgraded="+list, "show")
		gradle.Dir, gradle.Env = folder, append(os.Environ(), "GRADLE_USER_HOME="+t.TempDir())
		said, err := gradle.CombinedOutput()
		if err != nil || !strings.Contains(string(said), "lib-2.0.jar") || strings.Contains(string(said), "lib-1.0.jar") {
			t.Errorf("%s: %v, Gradle says %s", name, err, said)
		}
		met, err := os.ReadFile(list)
		if err != nil || !strings.Contains("\n"+string(met), "\n"+name+"\n") || strings.Contains(string(met), "none") {
			t.Errorf("%s: Gradle has met %q, %v", name, met, err)
		}
		if err := os.Remove(list); err != nil {
			t.Fatal(err)
		}
	}
}
