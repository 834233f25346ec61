package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// moment is how a time stands in the name of a run.
const moment = "20060102T150405Z"

// runsOf is the folder that keeps the runs of a checkout.
func runsOf(root string) string { return filepath.Join(root, ".cobench", "runs") }

// newRun makes a run folder that no other run has, named by the time.
func (c command) newRun(runs string) (string, error) {
	if err := os.MkdirAll(runs, 0o777); err != nil {
		return "", err
	}
	begun := c.now().UTC().Format(moment)
	dir := filepath.Join(runs, begun)
	for n := 2; ; n++ {
		err := os.Mkdir(dir, 0o777)
		if !errors.Is(err, fs.ErrExist) {
			return dir, err
		}
		dir = filepath.Join(runs, fmt.Sprintf("%s-%d", begun, n)) // another has begun within this second
	}
}
