package gate

import (
	"context"
	"fmt"
	"path"
	"regexp"

	"github.com/cobench/cobench/go/internal/accept"
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/pipeline"
)

// folderName is of a module or build below the repository's top.
var folderName = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$`)

// accept marks what the default branch's cobench.yaml accepts. That of the pull
// request has no say: it could accept whatever it makes slower.
func (p Policy) accept(ctx context.Context, hub forge.GitHub, log pipeline.Log, f *Finding) error {
	if !p.Project || p.Branch == "" || f.Report == nil {
		return nil
	}
	folder := ""
	if f.folder != "." && folderName.MatchString(f.folder) {
		folder = f.folder
	}
	text, err := hub.File(ctx, p.Branch, path.Join(folder, config.ProjectFile))
	switch {
	case forge.Missing(err):
		return nil
	case forge.Withheld(err):
		log.Lacks("contents: read", "what cobench.yaml accepts is not known")
		return nil
	case err != nil:
		return err
	}
	project, err := config.ParseProject(text)
	if err != nil {
		fmt.Fprintf(log, "branch %s: %v: no slowdown is accepted\n", p.Branch, err)
		return nil
	}
	return accept.Apply(f.Report, project.Accept(), p.Today)
}
