package artifact

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/why"
)

// why adds what the profiles of jobs say.
func (r *reader) why(a Artifact, plans map[string]plan.Plan) error {
	for file, text := range r.files {
		parts := whyFile.FindStringSubmatch(file)
		if parts == nil {
			continue
		}
		p, planned := plans[parts[1]]
		if !planned {
			return fmt.Errorf("%s: %s: belongs to no plan in it", r.name, file)
		}
		if _, err := p.Job(parts[2]); err != nil {
			return fmt.Errorf("%s: %s: %w", r.name, file, err)
		}
		said, err := why.Read(text, r.name+": "+file)
		if err == nil && r.numbers {
			err = plainWhy(&said, p.Project.Finds())
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", r.name, file, err)
		}
		a.Why[Missing{Plan: parts[1], Job: parts[2]}] = said
	}
	return nil
}

// flameFile is what cobench calls a flame graph: a place below a run folder.
var flameFile = regexp.MustCompile(`^why/[1-9][0-9]?/flame\.html$`)

// plainWhy leaves numbers and names of what a stranger's profiles say: no reason in
// words, and of a flame graph the place below the run folder, never its content.
func plainWhy(file *why.File, project bool) error {
	for i := range file.Rows {
		row := &file.Rows[i]
		if !token.MatchString(row.Runtime) {
			return fmt.Errorf("runtime %.60q: want a name", row.Runtime)
		}
		name := []byte(row.Benchmark)
		var err error
		if !project && !benchmarkName.Match(name) {
			return fmt.Errorf("benchmark %.60q: want a name such as MatMul/n=100/exec=default-2", name)
		} else if name, err = plainName(name); err != nil {
			return err
		}
		row.Benchmark, row.None = string(name), ""
		if !flameFile.MatchString(row.Flame) {
			row.Flame = ""
		}
		for j := range row.Functions {
			f := &row.Functions[j]
			f.Name, f.File = plainFunction(f.Name), plainFunction(f.File)
		}
	}
	return nil
}

// plainFunction writes %XX for each byte of a function's or a file's name that no
// language needs, blanks and colons too: what is left is shown as code, and is
// neither a sentence nor an address.
func plainFunction(name string) string {
	var out strings.Builder
	for _, b := range []byte(name) {
		if 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || strings.IndexByte("-_./,+()*[]<>$%", b) >= 0 {
			out.WriteByte(b)
		} else {
			fmt.Fprintf(&out, "%%%02X", b)
		}
	}
	return out.String()
}
