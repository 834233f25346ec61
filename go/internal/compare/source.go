package compare

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// A Source is one file of results.
type Source struct {
	// Name stands in errors; it is the path of a file.
	Name string
	// Label is the value of the key .file.
	Label string
	Open  func() (io.ReadCloser, error)
}

// Files makes sources of arguments as benchstat takes them: a path, label=path,
// or "-" for stdin. A path given twice gets the labels path#0 and path#1.
func Files(args []string, stdin io.Reader) []Source {
	sources := make([]Source, len(args))
	times := make(map[string]int)
	for i, arg := range args {
		label, path, labelled := strings.Cut(arg, "=")
		if !labelled {
			path = arg
			times[path]++
		}
		sources[i] = Source{Name: path, Label: label, Open: func() (io.ReadCloser, error) {
			if path == "-" {
				return io.NopCloser(stdin), nil
			}
			return os.Open(path)
		}}
	}
	seen := make(map[string]int)
	for i, arg := range args {
		if !strings.Contains(arg, "=") && times[arg] > 1 {
			sources[i].Label = fmt.Sprintf("%s#%d", arg, seen[arg])
			seen[arg]++
		}
	}
	return sources
}

// argument is how benchstat is told to read s.
func (s Source) argument() string {
	if s.Label == s.Name && !strings.Contains(s.Name, "=") {
		return s.Name
	}
	return s.Label + "=" + s.Name
}

// An input is a source read and unpacked.
type input struct {
	name, label string
	data        []byte
}

func load(sources []Source) ([]input, error) {
	if len(sources) == 0 {
		return nil, fmt.Errorf("no file to compare: want one or more files in the Go benchmark format")
	}
	inputs := make([]input, len(sources))
	for i, s := range sources {
		data, err := s.Read()
		if err != nil {
			return nil, err
		}
		inputs[i] = input{s.Name, s.Label, data}
	}
	return inputs, nil
}

// Read returns the text of s, which it refuses if it is empty or cut short. A gzip file is known by its name or its first
// bytes. A last line without its end is taken for a file cut short: what is
// left of a number is a number.
func (s Source) Read() ([]byte, error) {
	r, err := s.Open()
	if err != nil {
		// An *os.PathError names the file.
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, named(s.Name, err)
	}
	if data, err = Unpack(s.Name, data); err != nil {
		return nil, err
	}
	if len(data) == 0 {
		return nil, fmt.Errorf("%s: empty file: want results in the Go benchmark format", s.Name)
	}
	if data[len(data)-1] != '\n' {
		return nil, fmt.Errorf("%s:%d: truncated file: the last line has no end", s.Name, 1+bytes.Count(data, []byte{'\n'}))
	}
	return data, nil
}

// mostBytes is what a file of results may have, unpacked.
const mostBytes = 1 << 30

// Unpack is the content of a file, which may be a gzip file: its name or its
// first bytes tell.
func Unpack(name string, data []byte) ([]byte, error) {
	if !strings.HasSuffix(name, ".gz") && !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: no gzip file: %w", name, err)
	}
	text, err := io.ReadAll(io.LimitReader(z, mostBytes+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("%s: truncated gzip file: %w", name, err)
	case err != nil:
		return nil, fmt.Errorf("%s: damaged gzip file: %w", name, err)
	case len(text) > mostBytes:
		return nil, fmt.Errorf("%s: more than %d bytes, unpacked", name, mostBytes)
	}
	return text, nil
}

// named prefixes err with name unless it says it already.
func named(name string, err error) error {
	if strings.Contains(err.Error(), name) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// packages is how many the inputs have results of, as their lines say.
func packages(inputs []input) int {
	seen := map[string]bool{}
	for _, in := range inputs {
		for line := range bytes.Lines(in.data) {
			if name, ok := bytes.CutPrefix(line, []byte("pkg:")); ok {
				seen[string(bytes.TrimSpace(name))] = true
			}
		}
	}
	return len(seen)
}
