package toolchain_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// install makes a folder that looks like a JDK.
func install(t *testing.T, home, release string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(home, "bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "bin", "java"), []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "release"), []byte(release), 0o666); err != nil {
		t.Fatal(err)
	}
	return home
}

const (
	temurin25 = "IMPLEMENTOR=\"Eclipse Adoptium\"\nJAVA_RUNTIME_VERSION=\"25.0.3+9-LTS\"\nJAVA_VERSION=\"25.0.3\"\n"
	debian17  = "IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17.0.15\"\n"
	zulu21    = "IMPLEMENTOR=\"Azul Systems, Inc.\"\nJAVA_RUNTIME_VERSION=\"21.0.9+10-LTS\"\nJAVA_VERSION=\"21.0.9\"\n"
	older21   = "IMPLEMENTOR=\"Amazon.com Inc.\"\nJAVA_RUNTIME_VERSION=\"21.0.2+13-LTS\"\nJAVA_VERSION=\"21.0.2\"\n"
	temurin8  = "IMPLEMENTOR=\"Temurin\"\nJAVA_VERSION=\"1.8.0_502\"\nJAVA_RUNTIME_VERSION=\"1.8.0_502-b07\"\n"
	oracle7   = "JAVA_VERSION=\"1.7.0_80\"\n"
	graal25   = "IMPLEMENTOR=\"GraalVM Community\"\nJAVA_RUNTIME_VERSION=\"25.0.2+10-jvmci\"\nGRAALVM_VERSION=\"25.0.2\"\n"
)

func TestJDKs(t *testing.T) {
	dir := t.TempDir()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	a := install(t, filepath.Join(dir, "a"), temurin25)
	b := install(t, filepath.Join(dir, "b"), debian17)
	c := install(t, filepath.Join(dir, "c"), zulu21)
	eight := install(t, filepath.Join(dir, "eight"), temurin8)
	install(t, filepath.Join(dir, "installed/older"), older21)
	install(t, filepath.Join(dir, "installed/oldest"), oracle7)
	e := install(t, filepath.Join(dir, "installed/zulu"), zulu21)
	g := install(t, filepath.Join(dir, "installed/graal"), graal25)
	for _, test := range []struct {
		name    string
		environ []string
		folders []string
		want    []toolchain.JDK
	}{
		{"variable, JAVA_HOME and PATH", []string{"JAVA_HOME_21_X64=" + c, "JAVA_HOME=" + a, "PATH=" + b + "/bin"}, nil, []toolchain.JDK{
			{Home: a, Source: "JAVA_HOME", Feature: 25, Name: "temurin-25.0.3+9"},
			{Home: c, Source: "JAVA_HOME_21_X64", Feature: 21, Name: "zulu-21.0.9+10"},
			{Home: b, Source: "PATH", Feature: 17, Name: "debian-17.0.15"},
		}},
		{"a GraalVM and a stock JDK", []string{"GRAALVM_HOME=" + g, "JAVA_HOME_17_X64=" + b}, nil, []toolchain.JDK{
			{Home: g, Source: "GRAALVM_HOME", Feature: 25, Name: "graalvm-25.0.2+10", Graal: true},
			{Home: b, Source: "JAVA_HOME_17_X64", Feature: 17, Name: "debian-17.0.15"},
		}},
		{"a JDK 8, as hosted images have one", []string{"JAVA_HOME_8_X64=" + eight, "JAVA_HOME_17_X64=" + b}, nil, []toolchain.JDK{
			{Home: b, Source: "JAVA_HOME_17_X64", Feature: 17, Name: "debian-17.0.15"},
			{Home: eight, Source: "JAVA_HOME_8_X64", Feature: 8, Name: "temurin-1.8.0_502"},
		}},
		{"a GRAALVM_HOME without Graal", []string{"GRAALVM_HOME=" + a}, nil, nil},
		{"another architecture's variable wins over JAVA_HOME", []string{"JAVA_HOME=" + e, "JAVA_HOME_21_ARM64=" + c}, nil, []toolchain.JDK{
			{Home: c, Source: "JAVA_HOME_21_ARM64", Feature: 21, Name: "zulu-21.0.9+10"},
		}},
		{"the newer of two in an installer's folder, and a GraalVM besides", nil, []string{filepath.Join(dir, "installed/*")}, []toolchain.JDK{
			{Home: g, Source: filepath.Dir(g), Feature: 25, Name: "graalvm-25.0.2+10", Graal: true},
			{Home: e, Source: filepath.Dir(e), Feature: 21, Name: "zulu-21.0.9+10"},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, ignored := toolchain.JDKs(test.environ, test.folders)
			if len(ignored) > 0 {
				t.Errorf("ignored: %v", ignored)
			}
			if diff := cmp.Diff(test.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// A variable that points at no JDK of use is named, and nothing else suffers.
func TestJDKsThatAreIgnored(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	fine := install(t, filepath.Join(dir, "25"), temurin25)
	jdk17 := install(t, filepath.Join(dir, "17"), debian17)
	broken := install(t, filepath.Join(dir, "broken"), "nothing\n")
	old := install(t, filepath.Join(dir, "old"), oracle7)
	bare := install(t, filepath.Join(dir, "bare"), "")
	if err := os.Remove(filepath.Join(bare, "release")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ variable, want string }{
		{"JAVA_HOME_21_X64=" + jdk17, "JAVA_HOME_21_X64=" + jdk17 + ": it is JDK 17 (debian-17.0.15), not JDK 21"},
		{"JAVA_HOME_8_X64=" + filepath.Join(dir, "none"), "JAVA_HOME_8_X64=" + filepath.Join(dir, "none") + ": no JDK: no bin/java in it"},
		{"JAVA_HOME_7_X64=" + old, "JAVA_HOME_7_X64=" + old + ": JDK 7 is too old, want JDK 8 or later"},
		{"JAVA_HOME=" + dir, "JAVA_HOME=" + dir + ": no JDK: no bin/java in it"},
		{"JAVA_HOME=" + bare, "JAVA_HOME=" + bare + ": not a JDK with a known version: it has no release file"},
		{"JAVA_HOME=" + broken, "JAVA_HOME=" + broken + ": no JDK: its release file has no JAVA_VERSION"},
	} {
		jdks, ignored := toolchain.JDKs([]string{test.variable, "JAVA_HOME_25_X64=" + fine}, nil)
		if len(ignored) != 1 || ignored[0].String() != test.want {
			t.Errorf("%s:\n got %v\nwant %s", test.variable, ignored, test.want)
		}
		if len(jdks) != 1 || jdks[0].Feature != 25 {
			t.Errorf("%s: found %v, want JDK 25 all the same", test.variable, jdks)
		}
	}
}
