package toolchain

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// NativeImage is the home of the GraalVM that has native-image: GRAALVM_HOME,
// or the one on the PATH, or "". It refuses a GRAALVM_HOME without one.
func NativeImage(environ []string) (home string, err error) {
	if home := Getenv(environ, "GRAALVM_HOME"); home != "" {
		if _, err := os.Stat(filepath.Join(home, "bin", "native-image")); err != nil {
			return "", fmt.Errorf("GRAALVM_HOME=%s: no bin/native-image in it, want the home of a GraalVM", home)
		}
		return home, nil
	}
	path := LookPath(environ, "native-image")
	if path == "" {
		return "", nil
	}
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	// bin/native-image may be a link into lib/svm/bin.
	for dir := filepath.Dir(resolved); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "release")); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("%s: no GraalVM around it, want GRAALVM_HOME to name one", path)
}

// oldestLLVM is the first version that reads the bitcode of the konanc that
// pom.xml names; older ones stop with "Invalid record". The build asks konanc itself once more.
const oldestLLVM = 21

// LLVM is the home of a system's LLVM that konanc can use: LLVM_HOME, or the
// newest that Debian's packages have installed, or "" where konanc must bring
// its own. It refuses an LLVM_HOME that konanc can't use.
func LLVM(environ []string) (home string, err error) {
	if home := Getenv(environ, "LLVM_HOME"); home != "" {
		if err := checkLLVM(home); err != nil {
			return "", fmt.Errorf("LLVM_HOME=%s: %w", home, err)
		}
		return home, nil
	}
	homes, err := filepath.Glob("/usr/lib/llvm-*")
	if err != nil {
		return "", err
	}
	slices.SortFunc(homes, func(a, b string) int { return compareVersions(b, a) })
	for _, home := range homes {
		if checkLLVM(home) == nil {
			return home, nil
		}
	}
	return "", nil
}

func checkLLVM(home string) error {
	for _, tool := range []string{"clang", "ld.lld"} {
		if _, err := os.Stat(filepath.Join(home, "bin", tool)); err != nil {
			return fmt.Errorf("no bin/%s in it, want LLVM %d or later with clang and lld", tool, oldestLLVM)
		}
	}
	// Each version has a folder of its own below lib/clang.
	versions, err := filepath.Glob(filepath.Join(home, "lib", "clang", "*"))
	if err != nil {
		return err
	}
	for _, v := range versions {
		number, _, _ := strings.Cut(filepath.Base(v), ".")
		if n, err := strconv.Atoi(number); err == nil && n >= oldestLLVM {
			return nil
		}
	}
	return fmt.Errorf("older than LLVM %d, whose bitcode is konanc's", oldestLLVM)
}
