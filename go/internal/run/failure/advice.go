package failure

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// An Advisor knows the user's own surroundings, and what sides and benchmarks lack of them.
type Advisor struct {
	Environ []string // the user's
	Dropped []string // names of it that no benchmark sees
	Source  interface {
		// Absent tells why a file of the working tree, named below its top, is on no
		// side; "" where there is none such.
		Absent(ctx context.Context, file string) string
	}
}

// Benchmark adds to the reason why a benchmark failed what its side lacks: a variable
// that is not passed on, a file that git does not know. Source is the side's folder,
// folder where it ran.
func (a Advisor) Benchmark(ctx context.Context, reason, source, folder string) string {
	if reason == "" {
		return ""
	}
	return With(With(reason, a.missingVariables(reason, folder)), a.missingFile(ctx, reason, source, folder))
}

// BuildError is the same for a build, which has all variables.
func (a Advisor) BuildError(ctx context.Context, err error, source, folder string) error {
	advice := a.Build(ctx, err.Error(), source, folder)
	if advice == "" {
		return err
	}
	return fmt.Errorf("%w; %s", err, advice)
}

// missingVariables names those that are set here, that the reason or the source
// names, and that benchmarks are not given.
func (a Advisor) missingVariables(reason, folder string) string {
	words := word.FindAllString(reason, -1)
	words = append(words, namedIn(folder)...)
	var names []string
	for _, name := range a.Dropped {
		if len(name) > 2 && slices.Contains(words, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	return fmt.Sprintf("%s is set here, and cobench does not pass it on: give it -set env=%s", strings.Join(names, ", "), strings.Join(names, ","))
}

var (
	word   = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
	getenv = regexp.MustCompile(`(?i)(?:getenv|lookupenv)\(\s*"([A-Za-z_][A-Za-z0-9_]*)"`)
)

// namedIn lists the variables that the source below a folder reads by name.
func namedIn(folder string) []string {
	const most = 2000 // files
	var names []string
	files := 0
	_ = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !slices.Contains([]string{".go", ".java", ".kt", ".scala"}, filepath.Ext(path)) {
			return nil
		}
		if files++; files > most {
			return fs.SkipAll
		}
		if text, err := os.ReadFile(path); err == nil {
			for _, m := range getenv.FindAllSubmatch(text, -1) {
				names = append(names, string(m[1]))
			}
		}
		return nil
	})
	return names
}

// missingFile tells why a file that is named as missing is in the working tree
// and not on the side, if it is.
func (a Advisor) missingFile(ctx context.Context, reason, source, folder string) string {
	for _, wanted := range missing {
		m := wanted.FindStringSubmatch(reason)
		if m == nil {
			continue
		}
		name := filepath.FromSlash(strings.Trim(strings.Join(m[1:], ""), `"'`))
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		below, err := filepath.Rel(source, path)
		switch {
		case err == nil && filepath.IsLocal(below):
			return a.Source.Absent(ctx, filepath.ToSlash(below))
		case !filepath.IsAbs(name):
			return filepath.ToSlash(name) + " is outside of this repository, and cobench measures copies of what is inside: move it here, or name it by its absolute path"
		}
	}
	return ""
}

// missing are the ways in which a file is said to be.
var missing = []*regexp.Regexp{
	regexp.MustCompile(`(?:open|stat|lstat|chdir|readdir|readlink|fork/exec) (\S+): (?:no such file|The system cannot find)`),
	regexp.MustCompile(`(?:(\S*/)\w+\.go:[0-9:]+ )?pattern (\S+): no matching files found`), // go:embed, from the folder of its file
	regexp.MustCompile(`(?:FileNotFoundException|NoSuchFileException): (\S+)`),
	regexp.MustCompile(`fatal error: '?([^\s':]+)'?(?:: No such file| file not found)`), // C's #include
	regexp.MustCompile(`replacement directory (\S+) does not exist`),                    // of a go.mod
}
