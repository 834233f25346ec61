package failure

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// OfBuild is the line of a build's log that tells why it failed.
func OfBuild(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	return whyFailed(string(text))
}

// whyFailed is the line of a build's output that tells why it failed: the first
// of the first kind of causes that there is one of, from what breaks all else
// down to what is only about an error; or else the last line.
func whyFailed(output string) string {
	var lines []string
	for line := range strings.Lines(colour.ReplaceAllString(output, "")) {
		line = strings.TrimRight(line, "\r\n \t")
		if n := len(lines); n > 0 && strings.HasSuffix(lines[n-1], "; to add:") { // the command
			lines[n-1] += " " + strings.TrimSpace(line)
			continue
		}
		if line != "" && !aside.MatchString(line) {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "it printed nothing"
	}
	for _, cause := range causes {
		if i := slices.IndexFunc(lines, cause.MatchString); i >= 0 {
			return asReason(lines[i])
		}
	}
	if i := slices.Index(lines, "* What went wrong:"); i >= 0 && i+1 < len(lines) {
		return asReason(innermost(lines[i+1:]))
	}
	for _, cause := range vague {
		if i := slices.IndexFunc(lines, cause.MatchString); i >= 0 {
			return asReason(lines[i])
		}
	}
	return asReason(lines[len(lines)-1])
}

// innermost is the first cause without another below it, of those that Gradle
// indents one below the other.
func innermost(lines []string) string {
	line := lines[0]
	depth := -1
	for _, next := range lines[1:] {
		cause := strings.TrimLeft(next, " ")
		if !strings.HasPrefix(cause, "> ") || len(next)-len(cause) <= depth {
			break
		}
		line, depth = strings.TrimPrefix(cause, "> "), len(next)-len(cause)
	}
	return line
}

func asReason(line string) string {
	line = strings.TrimPrefix(strings.TrimSpace(line), "[ERROR] ")
	line = strings.TrimSuffix(line, " -> [Help 1]")
	if r := []rune(line); len(r) > longestReason && causes[0].MatchString(line) { // which stands at the end
		line = "…" + string(r[len(r)-longestReason+1:])
	}
	return Shorten(line)
}

var colour = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// aside are lines that never tell why: progress, warnings, remarks, and what a
// tool says of its own log.
var aside = regexp.MustCompile(`(?i)^(\[(INFO|WARNING|DEBUG)\]|WARNING:|w: |Note: |OpenJDK .* warning:|go: (downloading|finding|extracting|added|upgraded|warning:)|Download(ing|ed)? |Progress |Unzipping |Welcome to Gradle|Starting a Gradle|To honour the JVM|Daemon will be|> Task .* (UP-TO-DATE|SKIPPED|NO-SOURCE|FROM-CACHE)$|[.\d% -]+$)` +
	`|^\[ERROR\]\s*$|^\[ERROR\] (COMPILATION ERROR|To see the full|Re-run|For more information|After correcting|\[Help|  mvn )|: warning:|\] warning: `)

// causes are those that a line alone tells, the most telling first.
var causes = []*regexp.Regexp{
	regexp.MustCompile(`(?i)no space left on device|disk quota exceeded|not enough space on the disk|read-only file system|too many open files|cannot allocate memory|insufficient memory for the Java|OutOfMemoryError`),
	regexp.MustCompile(`\.(go|kt|kts|java|scala|groovy|gradle|c|cc|cpp|h|s|rs):(\[[0-9]+,|[0-9]+:)`), // a place in the source
	regexp.MustCompile(`go\.(mod|sum|work):[0-9]+:`),
	regexp.MustCompile(`^go: `),
	regexp.MustCompile(`(?i)(^|/)ld(\.\w+)?: .*(cannot find|not found|undefined)|undefined reference|undefined symbol`),
}

// vague are the last resort.
var vague = []*regexp.Regexp{
	regexp.MustCompile(`^\[ERROR\]`),
	regexp.MustCompile(`(?i)\b(error|fatal|exception|cannot|can't|could not|unable|failed|failure|denied|not found|no such)\b`),
}

// FullDisk tells which of the folders that a build writes to, of which dir is one, has no
// room, since few tools say so: Go takes a package that it can't cache for one that does
// not exist.
func FullDisk(dir string, environ []string) string {
	value := func(name, otherwise string) string { return cmp.Or(toolchain.Getenv(environ, name), otherwise) }
	home := value("HOME", "")
	for _, folder := range []string{dir, value("TMPDIR", "/tmp"), value("GOCACHE", filepath.Join(value("XDG_CACHE_HOME", filepath.Join(home, ".cache")), "go-build")), home} {
		if free, ok := freeIn(folder); ok && free < roomToBuild {
			return fmt.Sprintf("%s has %d KiB left", folder, free>>10)
		}
	}
	return ""
}

// roomToBuild is less than the smallest build takes.
const roomToBuild = 4 << 20
