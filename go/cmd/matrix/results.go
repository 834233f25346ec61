package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

const header = "workspaceId,size,coroutine,mode,timeMillis"

// Results are a CSV file to which other processes, the Kotlin twin among them, may append at the same time.
//
// Its first line is the header, and each line is written at once and whole. A lock of fcntl keeps two processes from both adding the
// header to an empty file; it is what the twin takes too.
type results struct{ file *os.File }

// openResults opens a file of results or makes an empty one. It refuses one with another header, and leaves it as it is.
func openResults(name string) (*results, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, fmt.Errorf("--file=%s: %w: want a file that can be read and written", name, err)
	}
	r := &results{file}
	if err := r.locked(r.checkHeader); err != nil {
		_ = file.Close()
		return nil, err
	}
	return r, nil
}

func (r *results) Close() { _ = r.file.Close() }

func (r *results) checkHeader() error {
	head, err := io.ReadAll(io.NewSectionReader(r.file, 0, int64(len(header)+1)))
	if err != nil {
		return err
	}
	if found, _, _ := strings.Cut(string(head), "\n"); len(head) > 0 && found != header {
		return fmt.Errorf("--file=%s: begins with %q: want the header %s, or an empty file", r.file.Name(), found, header)
	}
	return nil
}

// append adds a line, after the header if there is none, and after the end of a last line that has none.
func (r *results) append(line string) error {
	return r.locked(func() error {
		info, err := r.file.Stat()
		if err != nil {
			return err
		}
		text := line + "\n"
		if info.Size() == 0 {
			text = header + "\n" + text
		} else {
			last := make([]byte, 1)
			if _, err := r.file.ReadAt(last, info.Size()-1); err != nil {
				return err
			}
			if last[0] != '\n' {
				text = "\n" + text
			}
		}
		_, err = r.file.WriteString(text)
		return err
	})
}

// locked keeps other processes that do the same out of the file meanwhile.
func (r *results) locked(do func() error) error {
	if err := r.lock(syscall.F_WRLCK); err != nil {
		return err
	}
	return errors.Join(do(), r.lock(syscall.F_UNLCK))
}

func (r *results) lock(kind int16) error {
	err := syscall.FcntlFlock(r.file.Fd(), syscall.F_SETLKW, &syscall.Flock_t{Type: kind, Whence: io.SeekStart})
	if err != nil {
		return fmt.Errorf("%s: lock: %w", r.file.Name(), err)
	}
	return nil
}
