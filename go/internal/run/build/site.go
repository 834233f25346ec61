package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cobench/cobench/go/internal/run/failure"
	"github.com/cobench/cobench/go/internal/run/process"
	"github.com/cobench/cobench/go/internal/run/toolchain"
)

// Site builds the pages of the site into site/dist, after installing what
// that needs if the lock file is newer than what is installed. The output
// goes to log.
func Site(ctx context.Context, root string, environ []string, start process.Starter, log *os.File) error {
	site := filepath.Join(root, "site")
	npm := toolchain.LookPath(environ, "npm")
	if npm == "" {
		return failure.Inputf("npm is not on the PATH: cobench doctor says how to get it")
	}
	commands := [][]string{{npm, "run", "build"}}
	if stale, err := olderThan(filepath.Join(site, "node_modules", ".package-lock.json"), filepath.Join(site, "package-lock.json")); err != nil {
		return err
	} else if stale {
		commands = append([][]string{{npm, "ci", "--no-audit", "--no-fund"}}, commands...)
	}
	for _, command := range commands {
		_, err := start(ctx, process.Command{Args: command, Dir: site, Environ: environ, Stdout: log, Stderr: log})
		if err != nil {
			return fmt.Errorf("npm %s in site: %w: see %s", command[1], err, log.Name())
		}
	}
	return nil
}

func olderThan(made, from string) (bool, error) {
	source, err := os.Stat(from)
	if err != nil {
		return false, err
	}
	product, err := os.Stat(made)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	} else if err != nil {
		return false, err
	}
	return product.ModTime().Before(source.ModTime()), nil
}
