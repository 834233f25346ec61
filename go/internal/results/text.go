package results

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
)

// mostUnpacked is what a file may have, unpacked.
const mostUnpacked = 1 << 30

// Text reads a file whole, plain or packed. It refuses one that is empty or cut
// short; a last line without its end is taken for that, since what is left of a
// number is a number.
func Text(name string, r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, named(name, err)
	}
	if text, err = Unpack(name, text); err != nil {
		return nil, err
	}
	if len(text) == 0 {
		return nil, fmt.Errorf("%s: empty file: want results in the Go benchmark format", name)
	}
	if text[len(text)-1] != '\n' {
		return nil, fmt.Errorf("%s:%d: truncated file: the last line has no end", name, 1+bytes.Count(text, []byte{'\n'}))
	}
	return text, nil
}

// Unpack is the content of a file, which may be a gzip file: its name or its
// first bytes tell.
func Unpack(name string, data []byte) ([]byte, error) {
	if !strings.HasSuffix(name, ".gz") && !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: not a gzip file: %w", name, err)
	}
	text, err := io.ReadAll(io.LimitReader(z, mostUnpacked+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("%s: truncated gzip file: %w", name, err)
	case err != nil:
		return nil, fmt.Errorf("%s: damaged gzip file: %w", name, err)
	case len(text) > mostUnpacked:
		return nil, fmt.Errorf("%s: more than %d bytes, unpacked", name, mostUnpacked)
	}
	return text, nil
}

// named prefixes an error with the name unless it says it already.
func named(name string, err error) error {
	if strings.Contains(err.Error(), name) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}
