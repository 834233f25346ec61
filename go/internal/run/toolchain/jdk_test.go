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
	install(t, filepath.Join(dir, "installed/older"), older21)
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
			got, err := toolchain.JDKs(test.environ, test.folders)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestJDKErrors(t *testing.T) {
	dir := t.TempDir()
	jdk17 := install(t, filepath.Join(dir, "17"), debian17)
	broken := install(t, filepath.Join(dir, "broken"), "nothing\n")
	for _, test := range []struct{ variable, want string }{
		{"JAVA_HOME_21_X64=" + jdk17, "JAVA_HOME_21_X64=" + jdk17 + ": this is JDK 17 (debian-17.0.15), want JDK 21"},
		{"JAVA_HOME=" + dir, "JAVA_HOME=" + dir + ": no JDK: no bin/java in it"},
		{"JAVA_HOME=" + broken, "JAVA_HOME=" + broken + ": no JDK: its release file has no JAVA_VERSION"},
	} {
		if _, err := toolchain.JDKs([]string{test.variable}, nil); err == nil || err.Error() != test.want {
			t.Errorf("%s:\n got %v\nwant %s", test.variable, err, test.want)
		}
	}
}
