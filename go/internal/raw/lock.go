package raw

import (
	"errors"
	"fmt"
	"os"

	"github.com/gofrs/flock"
)

// LockFile is what a process holds while it writes into the folder. The kernel
// lets go of it when the process ends, however it ends; the file stays.
const LockFile = "lock"

// ErrLocked says that another process writes into the folder.
var ErrLocked = errors.New("in use by another cobench: wait until it ends, or use another folder")

// Lock makes the folder, and keeps other processes from writing into it until
// unlock is called.
func (d Dir) Lock() (unlock func(), err error) {
	if err := os.MkdirAll(string(d), 0o777); err != nil {
		return nil, err
	}
	lock := flock.New(d.Path(LockFile), flock.SetPermissions(0o666))
	locked, err := lock.TryLock()
	switch {
	case errors.Is(err, errors.ErrUnsupported): // by some network's file system
		return func() {}, nil
	case err != nil:
		return nil, err
	case !locked:
		return nil, fmt.Errorf("%s: %w", d, ErrLocked)
	}
	return func() { _ = lock.Unlock() }, nil
}
