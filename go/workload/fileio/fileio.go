// Package fileio writes, reads and deletes files, a limited number at a time. It matches Kotlin's cobench.workloads.fileio.
//
// It takes the number and size of the files and the limit, and returns a checksum of the content of each. It refuses values out of
// range.
package fileio

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/cobench/cobench/go/workload/figure"
)

// A Sync says how far a written file has to get before it is read.
type Sync string

// The ways to sync.
const (
	PageCache Sync = "page-cache" // into the kernel's memory
	Fsync     Sync = "fsync"      // onto the disk
)

// A Config says which files to write and read, and how.
type Config struct {
	Files int
	Limit int // files at work at once
	Size  int // bytes of each file
	Sync  Sync
	Seed  int // decides what stands in the files: the same in every language
	Now   func() time.Time
}

// maxBuffers is how many bytes all files at work may have together. A JVM holds its buffers outside the heap, where it has no room for
// more than the heap's limit.
const maxBuffers = 512 << 20

// A Workload is a folder for the files with everything prepared that is not measured: what is to stand in them, and buffers to read
// them into.
type Workload struct {
	config    Config
	folder    string
	names     []string
	contents  contents
	buffers   chan []byte // one for each file at work: who has one may work
	expected  []uint32    // checksum of each file
	latencies *figure.LatencyRing
}

// New refuses values out of range, and fails where there is no folder for temporary files. Close removes what it makes.
func New(c Config) (*Workload, error) {
	switch {
	case c.Files < 1:
		return nil, fmt.Errorf("files=%d: want 1 or more", c.Files)
	case c.Limit < 1:
		return nil, fmt.Errorf("limit=%d: want 1 or more", c.Limit)
	case c.Size < 1:
		return nil, fmt.Errorf("size=%d: want 1 or more", c.Size)
	case c.Sync != PageCache && c.Sync != Fsync:
		return nil, fmt.Errorf("sync=%s: want one of %s, %s", c.Sync, PageCache, Fsync)
	case c.Size > maxBuffers/c.Limit:
		return nil, fmt.Errorf("limit=%d size=%d: want %d MiB at work at most", c.Limit, c.Size, maxBuffers>>20)
	}
	folder, err := os.MkdirTemp("", "fileio-")
	if err != nil {
		return nil, fmt.Errorf("%w: want a folder for temporary files that can be written", err)
	}
	w := &Workload{
		config: c, folder: folder,
		names:     make([]string, c.Files),
		contents:  newContents(c.Files, c.Size, c.Seed),
		buffers:   make(chan []byte, c.Limit),
		latencies: figure.NewLatencyRing(),
	}
	for i := range w.names {
		w.names[i] = filepath.Join(folder, strconv.Itoa(i))
	}
	for range c.Limit {
		w.buffers <- make([]byte, c.Size+1) // one byte more, so that a file that is too long shows
	}
	return w, nil
}

// An Outcome is what came of one file.
type Outcome struct {
	Sum           uint32 // CRC-32 of what was read
	Written, Read int    // bytes
	Syncs         int    // after which the system said that the file is on the disk
	Took          time.Duration
	Err           error
}

// Run writes, reads and deletes every file, each in a goroutine of its own: what is measured.
func (w *Workload) Run() []Outcome {
	outcomes := make([]Outcome, w.config.Files)
	var all sync.WaitGroup
	for i := range outcomes {
		all.Go(func() {
			buffer := <-w.buffers
			begun := w.config.Now()
			o := w.operate(i, buffer)
			o.Took = w.config.Now().Sub(begun)
			outcomes[i] = o
			w.buffers <- buffer
		})
	}
	all.Wait()
	return outcomes
}

// operate is one operation. It counts what the system says was done, so that nothing can be left out unseen.
func (w *Workload) operate(file int, buffer []byte) (o Outcome) {
	name := w.names[file]
	if o.Written, o.Syncs, o.Err = write(name, w.contents.of(file), w.config.Sync); o.Err != nil {
		return o
	}
	if o.Read, o.Err = read(name, buffer); o.Err != nil {
		return o
	}
	o.Sum = crc32.ChecksumIEEE(buffer[:o.Read])
	o.Err = os.Remove(name)
	return o
}

func write(name string, content []byte, sync Sync) (written, syncs int, err error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, 0, err
	}
	written, err = file.Write(content)
	if err == nil && sync == Fsync {
		if err = file.Sync(); err == nil {
			syncs++
		}
	}
	return written, syncs, errors.Join(err, file.Close())
}

// read fills the buffer from the file, until either ends.
func read(name string, buffer []byte) (int, error) {
	file, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	n, err := io.ReadFull(file, buffer)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return n, err
}

// Check refuses outcomes with a file that failed, that was written or read in part, that did not reach the disk where it has to, or that
// was read as something else than was written, and names the first.
func (w *Workload) Check(outcomes []Outcome) error {
	if w.expected == nil {
		w.expected = w.contents.sums(w.config.Files)
	}
	if len(outcomes) != w.config.Files {
		return fmt.Errorf("%d files: want %d", len(outcomes), w.config.Files)
	}
	syncs := 0
	if w.config.Sync == Fsync {
		syncs = 1
	}
	for i, o := range outcomes {
		if o.Err != nil {
			return fmt.Errorf("file %d: %w", i, o.Err)
		}
		if o.Written != w.config.Size || o.Read != w.config.Size {
			return fmt.Errorf("file %d: %d bytes written and %d read: want %d", i, o.Written, o.Read, w.config.Size)
		}
		if o.Syncs != syncs {
			return fmt.Errorf("file %d: synced %d times: want %d for sync=%s", i, o.Syncs, syncs, w.config.Sync)
		}
		if want := w.expected[i]; o.Sum != want {
			return fmt.Errorf("file %d has checksum %08x: want %08x", i, o.Sum, want)
		}
	}
	for _, o := range outcomes {
		w.latencies.Add(o.Took)
	}
	return nil
}

// Figures returns percentiles of how long a file took, once it was at work.
func (w *Workload) Figures() []figure.Figure { return w.latencies.Percentiles(50, 95, 99) }

// Close removes the folder, with whatever a failed run left in it.
func (w *Workload) Close() error { return os.RemoveAll(w.folder) }
