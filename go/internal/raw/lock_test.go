package raw_test

import (
	"errors"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/cobench/cobench/go/internal/raw"
)

func TestLock(t *testing.T) {
	dir := raw.Dir(filepath.Join(t.TempDir(), "run"))
	unlock, err := dir.Lock()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dir.Lock(); !errors.Is(err, raw.ErrLocked) {
		t.Errorf("the second has %v, want that it is locked", err)
	}
	unlock()
	unlock, err = dir.Lock()
	if err != nil {
		t.Errorf("after the first has ended: %v", err)
	}
	unlock()
}

// A process that was killed holds no lock.
func TestLockOfAKilledProcess(t *testing.T) {
	path, err := exec.LookPath("flock")
	if err != nil {
		t.Skip("no flock to hold it with")
	}
	dir := raw.Dir(t.TempDir())
	holder := exec.Command(path, "--no-fork", dir.Path(raw.LockFile), "sh", "-c", "echo; exec sleep 60")
	out, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := dir.Lock(); !errors.Is(err, raw.ErrLocked) {
		t.Errorf("while it lives: %v, want that it is locked", err)
	}
	_ = holder.Process.Kill()
	_ = holder.Wait()
	unlock, err := dir.Lock()
	if err != nil {
		t.Fatalf("after it was killed: %v", err)
	}
	unlock()
}
