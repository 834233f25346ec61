package toolchain

import (
	"os"
	"path/filepath"
	"strings"
)

// Getenv is os.Getenv over a given environment.
func Getenv(environ []string, name string) string {
	for i := len(environ) - 1; i >= 0; i-- {
		if key, value, _ := strings.Cut(environ[i], "="); key == name {
			return value
		}
	}
	return ""
}

// LookPath is exec.LookPath over a given environment; "" where there is none.
func LookPath(environ []string, command string) string {
	for _, dir := range filepath.SplitList(Getenv(environ, "PATH")) {
		file := filepath.Join(dir, command)
		if info, err := os.Stat(file); err == nil && !info.IsDir() && info.Mode()&0o111 != 0 {
			return file
		}
	}
	return ""
}
