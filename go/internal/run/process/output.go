package process

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// MaxOutput is what a process may print: many times what any benchmark does,
// and little for a disk.
const MaxOutput = 16 << 20

// ErrTooMuch says that a process has printed more.
var ErrTooMuch = fmt.Errorf("printed more than %d MiB", MaxOutput>>20)

// A BoundedFile is a file that takes MaxOutput bytes and then fails, at which
// the process that writes to it gets SIGPIPE.
type BoundedFile struct {
	*os.File
	size int
}

func (f *BoundedFile) Write(p []byte) (int, error) {
	if f.size += len(p); f.size > MaxOutput {
		return 0, ErrTooMuch
	}
	return f.File.Write(p)
}

// ReadFrom hides os.File's, which would not count.
func (f *BoundedFile) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{f}, r)
}

// A BoundedBuffer takes MaxOutput bytes and then fails.
type BoundedBuffer struct{ *bytes.Buffer }

func (b *BoundedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > MaxOutput {
		return 0, ErrTooMuch
	}
	return b.Buffer.Write(p)
}

// ReadFrom hides bytes.Buffer's, which would not count.
func (b *BoundedBuffer) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{b}, r)
}
