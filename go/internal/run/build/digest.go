package build

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/cobench/cobench/go/internal/raw"
)

// Digests are those of all programs of a run, by their names below its folder. What is
// measured may write to them: a benchmark knows its own path.
func Digests(dir raw.Dir, r raw.Run) (map[string]string, error) {
	all := map[string]string{}
	add := func(name string) error {
		if _, known := all[name]; known || name == "" {
			return nil
		}
		digest, err := Digest(dir.Path(name))
		if err == nil {
			all[name] = digest
		}
		return err
	}
	err := add(r.Counterpart)
	for _, b := range r.Builds {
		for w, name := range b.Artifacts {
			if b.Error == "" && b.Failed[w] == "" {
				err = errors.Join(err, add(name))
			}
		}
		if b.Error == "" {
			err = errors.Join(err, add(b.Harness))
		}
	}
	return all, err
}

// Digest is that of a file.
func Digest(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}
