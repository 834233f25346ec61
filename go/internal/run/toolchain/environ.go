package toolchain

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Getenv is os.Getenv over a given environment.
func Getenv(environ []string, name string) string { return here.getenv(environ, name) }

// LookPath is exec.LookPath over a given environment, without the current
// folder; "" where there is none.
func LookPath(environ []string, command string) string { return here.lookPath(environ, command) }

// A system is how an operating system names variables and programs. It is a
// value, and not the runtime package's, so that each is tested on any other.
type system struct{ windows bool }

var here = system{windows: runtime.GOOS == "windows"}

// getenv takes the last of several, as the os package does. On Windows PATH is Path too.
func (s system) getenv(environ []string, name string) string {
	for _, variable := range slices.Backward(environ) {
		key, value, _ := strings.Cut(variable, "=")
		if key == name || s.windows && strings.EqualFold(key, name) {
			return value
		}
	}
	return ""
}

func (s system) lookPath(environ []string, command string) string {
	for _, dir := range s.splitList(s.getenv(environ, "PATH")) {
		if file := s.program(environ, filepath.Join(dir, command)); file != "" {
			return file
		}
	}
	return ""
}

// program is the file that is started by this path, or "". On Windows that is
// one whose name ends as PATHEXT says: files have no execute bits there.
func (s system) program(environ []string, path string) string {
	if !s.windows {
		if info, err := os.Stat(path); err == nil && !info.IsDir() && info.Mode()&0o111 != 0 {
			return path
		}
		return ""
	}
	endings := s.endings(environ)
	if slices.Contains(endings, strings.ToLower(filepath.Ext(path))) {
		endings = append([]string{""}, endings...)
	}
	for _, ending := range endings {
		if info, err := os.Stat(path + ending); err == nil && !info.IsDir() {
			return path + ending
		}
	}
	return ""
}

func (s system) endings(environ []string) []string {
	var all []string
	for _, ending := range s.splitList(cmp.Or(s.getenv(environ, "PATHEXT"), ".com;.exe;.bat;.cmd")) {
		all = append(all, "."+strings.ToLower(strings.TrimPrefix(ending, ".")))
	}
	return all
}

// splitList leaves out what is empty, which means the current folder elsewhere.
func (s system) splitList(list string) []string {
	separator := ':'
	if s.windows {
		separator = ';'
	}
	return strings.FieldsFunc(list, func(r rune) bool { return r == separator })
}
