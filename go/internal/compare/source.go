package compare

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/cobench/cobench/go/internal/results"
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

// Read returns the text of s.
func (s Source) Read() ([]byte, error) {
	r, err := s.Open()
	if err != nil {
		// An *os.PathError names the file.
		return nil, err
	}
	defer r.Close()
	return results.Text(s.Name, r)
}

// packages is how many the inputs have results of, as their lines say.
func packages(inputs []input) int {
	seen := map[string]bool{}
	for _, in := range inputs {
		for line := range bytes.Lines(in.data) {
			if name, ok := bytes.CutPrefix(line, []byte(results.Pkg+":")); ok {
				seen[string(bytes.TrimSpace(name))] = true
			}
		}
	}
	return len(seen)
}
