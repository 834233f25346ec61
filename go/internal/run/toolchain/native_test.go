package toolchain_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// program makes an executable file, and the folders above it.
func program(t *testing.T, path ...string) {
	t.Helper()
	file := filepath.Join(path...)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
}

func TestNativeImage(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	graal, bare := filepath.Join(dir, "graal"), filepath.Join(dir, "bare")
	program(t, graal, "bin/native-image")
	program(t, graal, "release")
	program(t, bare, "bin/java")
	for _, test := range []struct{ name, variable, want, err string }{
		{"by GRAALVM_HOME", "GRAALVM_HOME=" + graal, graal, ""},
		{"by the PATH", "PATH=" + graal + "/bin", graal, ""},
		{"not at all", "PATH=" + bare + "/bin", "", ""},
		{"a home without it", "GRAALVM_HOME=" + bare, "", "GRAALVM_HOME=" + bare + ": no bin/native-image in it, want the home of a GraalVM"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := toolchain.NativeImage([]string{test.variable})
			if got != test.want || message(err) != test.err {
				t.Errorf("got %q, %v, want %q, %s", got, err, test.want, test.err)
			}
		})
	}
}

func TestLLVM(t *testing.T) {
	dir := t.TempDir()
	fine, old, bare := filepath.Join(dir, "fine"), filepath.Join(dir, "old"), filepath.Join(dir, "bare")
	for _, home := range []string{fine, old} {
		program(t, home, "bin/clang")
		program(t, home, "bin/ld.lld")
	}
	program(t, fine, "lib/clang/22/include/stddef.h")
	program(t, old, "lib/clang/19.1.7/include/stddef.h")
	program(t, bare, "bin/clang")
	for _, test := range []struct{ home, want, err string }{
		{fine, fine, ""},
		{old, "", "LLVM_HOME=" + old + ": older than LLVM 21, whose bitcode is konanc's"},
		{bare, "", "LLVM_HOME=" + bare + ": no bin/ld.lld in it, want LLVM 21 or later with clang and lld"},
	} {
		got, err := toolchain.LLVM([]string{"LLVM_HOME=" + test.home})
		if got != test.want || message(err) != test.err {
			t.Errorf("got %q, %v, want %q, %s", got, err, test.want, test.err)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
