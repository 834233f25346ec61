package archive

import (
	"context"
	"fmt"

	"github.com/cobench/cobench/go/internal/forge"
	"github.com/cobench/cobench/go/internal/history"
	"github.com/cobench/cobench/go/internal/pipeline"
)

// What a branch begins with. A list without a line in it makes the folder of the
// history: without one, a reader could not tell an empty history from one that
// it can't read.
var beginning = map[string][]byte{
	"README.md": []byte(`# Benchmark results

cobench adds to this branch what its runs have measured; nobody else has to.
A file is never changed. A line in history/retracted.txt takes one out of use.
`),
	history.Folder + "/" + history.Retracted: []byte("# What is not to be used: one path of this folder a line.\n"),
}

// begin lists the files of the history's branch, which it makes where there is none.
func (a Archive) begin(ctx context.Context) (map[string]string, error) {
	there, err := a.Data.Files(ctx, pipeline.DataBranch)
	if err != nil || there[history.Folder+"/"+history.Retracted] != "" {
		return there, err
	}
	_, err = a.Data.Append(ctx, forge.Change{
		Branch: pipeline.DataBranch, Message: "history: begun", Files: beginning,
		Same: func(string, []byte, []byte) (bool, error) { return true, nil }, // another job was faster
	})
	if err == nil && len(there) == 0 {
		fmt.Fprintf(a.Log, "branch %s did not exist: created\n", pipeline.DataBranch)
	}
	return there, err
}
