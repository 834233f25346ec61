package opens

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

// A watch sees which of some files are opened, by whatever process. The
// kernel tells of opens in a folder in their order, without any privilege.
type watch struct {
	events  *os.File
	wanted  map[string]bool
	marker  string // a folder of our own: what is opened there is the last of all
	folders map[int32]string

	ended  chan struct{} // closed when nobody listens any more; then the rest may be read
	opened map[string]bool
	blind  error
}

// newWatch begins to watch files below root, which are named with slashes.
func newWatch(root string, files []string) (*watch, error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, err
	}
	w := &watch{events: os.NewFile(uintptr(fd), "inotify"), wanted: map[string]bool{}, ended: make(chan struct{}), folders: map[int32]string{}, opened: map[string]bool{}}
	if w.marker, err = os.MkdirTemp("", "cobench-"); err != nil {
		return nil, errors.Join(err, w.events.Close())
	}
	folders := map[string]string{w.marker: ""}
	for _, file := range files {
		w.wanted[file] = true
		folders[filepath.Join(root, filepath.FromSlash(path.Dir(file)))] = path.Dir(file)
	}
	for folder, name := range folders {
		id, err := unix.InotifyAddWatch(fd, folder, unix.IN_OPEN|unix.IN_ACCESS)
		if err != nil {
			return nil, errors.Join(err, w.events.Close(), os.RemoveAll(w.marker))
		}
		w.folders[int32(id)] = name
	}
	go w.listen()
	return w, nil
}

// listen notes what is opened, until the events end or the marker is.
func (w *watch) listen() {
	defer close(w.ended)
	buffer := make([]byte, 64<<10)
	for {
		n, err := w.events.Read(buffer)
		if err != nil {
			w.blind = errors.Join(w.blind, err)
			return
		}
		if w.note(buffer[:n]) {
			return
		}
	}
}

// note reads events, and tells whether the marker is among them.
func (w *watch) note(events []byte) (last bool) {
	for len(events) >= unix.SizeofInotifyEvent {
		id, mask := int32(binary.NativeEndian.Uint32(events)), binary.NativeEndian.Uint32(events[4:])
		end := unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(events[12:]))
		name := string(bytes.TrimRight(events[unix.SizeofInotifyEvent:end], "\x00"))
		events = events[end:]
		folder, known := w.folders[id]
		switch {
		case mask&unix.IN_Q_OVERFLOW != 0:
			w.blind = errors.New("more files were opened at once than the kernel reports")
		case !known:
		case folder == "":
			last = true
		case name == "" && mask&unix.IN_ACCESS == 0:
			// The folder itself was opened, as a JVM does at its start, and nothing read of it yet.
		case name == "": // it was listed
			for file := range w.wanted {
				if path.Dir(file) == folder {
					w.opened[file] = true
				}
			}
		case w.wanted[path.Join(folder, name)]:
			w.opened[path.Join(folder, name)] = true
		}
	}
	return last
}

// end returns the files that were opened, by their names as newWatch got them; with an
// error there may have been more.
func (w *watch) end() ([]string, error) {
	marker, err := os.Open(w.marker)
	if err == nil {
		err = marker.Close()
	}
	const patience = 10 * time.Second
	deaf := time.AfterFunc(patience, func() { w.events.Close() })
	<-w.ended
	if deaf.Stop() {
		err = errors.Join(err, w.events.Close())
	}
	return slices.Sorted(maps.Keys(w.opened)), errors.Join(err, w.blind, os.RemoveAll(w.marker))
}
