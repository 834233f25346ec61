package archive

import (
	"context"
	"fmt"
	"strings"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/pipeline"
)

// Empty tells whether the history has no results yet. A branch that can't be read
// is an error, and never an empty one.
func (a Archive) Empty(ctx context.Context) (bool, error) {
	there, err := a.Data.Files(ctx, pipeline.DataBranch)
	for file := range there {
		if below, ok := strings.CutPrefix(file, history.Folder+"/"); ok {
			if _, err := history.Parse(below); err == nil {
				return false, nil
			}
		}
	}
	return err == nil, err
}

// TakeOver adds what another tool has kept, packed, by its paths in the history.
func (a Archive) TakeOver(ctx context.Context, from string, files map[string][]byte) error {
	if _, err := a.begin(ctx); err != nil {
		return err
	}
	packed := map[string][]byte{}
	for path, content := range files {
		packed[history.Folder+"/"+path] = content
	}
	added, err := a.Data.Append(ctx, forge.Change{
		Branch: pipeline.DataBranch, Message: "history: taken over from " + from, Files: packed,
		Same: func(string, []byte, []byte) (bool, error) { return true, nil }, // another job was faster
	})
	if err == nil {
		fmt.Fprintf(a.Log, "%s: %d runs added to the history\n", from, added)
	}
	return err
}
