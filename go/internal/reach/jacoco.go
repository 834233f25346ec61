package reach

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// ReadJaCoCo reads what JaCoCo's agent writes when its JVM ends: the classes of which
// anything was executed, by their names with slashes. The format is that of
// org.jacoco.core.data.ExecutionDataWriter: blocks, each with its kind before it.
func ReadJaCoCo(file io.Reader) (map[string]bool, error) {
	r := bufio.NewReader(file)
	executed := map[string]bool{}
	for begun := false; ; begun = true {
		kind, err := r.ReadByte()
		if errors.Is(err, io.EOF) && begun {
			return executed, nil
		} else if err != nil {
			return nil, fmt.Errorf("no execution data of JaCoCo: %w", err)
		}
		if !begun && kind != jacocoHeader {
			return nil, fmt.Errorf("no execution data of JaCoCo: it begins with %#x", kind)
		}
		switch kind {
		case jacocoHeader:
			var header struct{ Magic, Version uint16 }
			if err = binary.Read(r, binary.BigEndian, &header); err == nil && (header.Magic != 0xc0c0 || header.Version != jacocoVersion) {
				err = fmt.Errorf("format %#x of %#x: want %#x", header.Version, header.Magic, jacocoVersion)
			}
		case jacocoSession:
			var times [2]int64
			if _, err = utf(r); err == nil {
				err = binary.Read(r, binary.BigEndian, &times)
			}
		case jacocoClass:
			err = readProbes(r, executed)
		default:
			err = fmt.Errorf("a block of kind %#x", kind)
		}
		if err != nil {
			return nil, fmt.Errorf("execution data of JaCoCo: %w", err)
		}
	}
}

const (
	jacocoHeader, jacocoSession, jacocoClass = 0x01, 0x10, 0x11
	jacocoVersion                            = 0x1007
)

// readProbes reads one class: its number, its name and a bit for each probe.
func readProbes(r *bufio.Reader, executed map[string]bool) error {
	var id int64
	if err := binary.Read(r, binary.BigEndian, &id); err != nil {
		return err
	}
	name, err := utf(r)
	if err != nil {
		return err
	}
	n, err := binary.ReadUvarint(r)
	if err != nil || n > 1<<20 {
		return fmt.Errorf("%d probes of %.80q: want fewer, each with a bit", n, name)
	}
	for range (n + 7) / 8 {
		bits, err := r.ReadByte()
		if err != nil {
			return err
		}
		if bits != 0 {
			executed[name] = true
		}
	}
	return nil
}

// utf reads a text with its length before it.
func utf(r io.Reader) (string, error) {
	var length uint16
	if err := binary.Read(r, binary.BigEndian, &length); err != nil {
		return "", err
	}
	text := make([]byte, length)
	_, err := io.ReadFull(r, text)
	return string(text), err
}
