package failure

import (
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/run/files"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// Build tells what of the user's surroundings a build lacks: a file that no side
// has, or a setting of Go that hides a part of the module. Source is the side's folder,
// folder the module's.
func (a Advisor) Build(ctx context.Context, reason, source, folder string) string {
	for _, advice := range []string{a.missingFile(ctx, reason, source, folder), a.withoutCgo(reason, folder), a.withoutWorkspace(reason, source, folder)} {
		if advice != "" {
			return advice
		}
	}
	return ""
}

var (
	undefinedName = regexp.MustCompile(`(\S+\.go):[0-9:]+ undefined: `)
	excludesAll   = regexp.MustCompile(`build constraints exclude all Go files in (\S+)`)
	noModule      = regexp.MustCompile(`missing go\.sum entry for|no required module provides package|cannot find module providing package|unrecognized import path|is not in std`)
)

// withoutCgo tells that a package has files with C in them, and that Go leaves them
// out: told to, or since it finds no compiler, of which it says nothing.
func (a Advisor) withoutCgo(reason, folder string) string {
	var pack string
	if m := undefinedName.FindStringSubmatch(reason); m != nil {
		pack = filepath.Dir(filepath.Join(folder, filepath.FromSlash(m[1])))
	} else if m := excludesAll.FindStringSubmatch(reason); m != nil {
		pack = m[1]
	} else {
		return ""
	}
	file := importsC(pack)
	switch {
	case file == "":
		return ""
	case slices.Contains(a.Environ, "CGO_ENABLED=0"):
		return fmt.Sprintf("CGO_ENABLED=0 is set here, and Go leaves out %s, which imports C: unset it", file)
	case toolchain.LookPath(a.Environ, "gcc") == "" && toolchain.LookPath(a.Environ, "clang") == "":
		return fmt.Sprintf("Go finds no C compiler and leaves out %s, which imports C: install gcc or clang", file)
	}
	return ""
}

// importsC is the name of a package's file that does, "" where none does.
func importsC(folder string) string {
	files, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, file := range files {
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			continue
		}
		for _, i := range source.Imports {
			if i.Path.Value == `"C"` {
				return filepath.Base(file)
			}
		}
	}
	return ""
}

// withoutWorkspace tells that a package may lie in another module of the repository's
// workspace, which Go was told to leave out.
func (a Advisor) withoutWorkspace(reason, source, folder string) string {
	if !noModule.MatchString(reason) || !slices.Contains(a.Environ, "GOWORK=off") {
		return ""
	}
	for dir := folder; ; dir = filepath.Dir(dir) {
		if files.Has(dir, "go.work") {
			name, _ := filepath.Rel(folder, filepath.Join(dir, "go.work"))
			return fmt.Sprintf("GOWORK=off is set here, and Go leaves out %s: unset it", filepath.ToSlash(name))
		}
		if dir == source || dir == filepath.Dir(dir) || !strings.HasPrefix(dir, source+string(os.PathSeparator)) {
			return ""
		}
	}
}
