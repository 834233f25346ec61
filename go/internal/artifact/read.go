package artifact

import (
	"bytes"
	"fmt"

	"golang.org/x/perf/benchfmt"
)

// readResults reads a file of results once. It holds each result to check, and
// returns the file as plain leaves it; either may be nil, and without plain the
// file is returned as it is.
func readResults(text []byte, name string, check *check, plain plainer) ([]byte, error) {
	var out bytes.Buffer
	w := benchfmt.NewWriter(&out)
	lines := benchfmt.NewReader(bytes.NewReader(text), name)
	for lines.Scan() {
		var err error
		switch record := lines.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, record
		case *benchfmt.UnitMetadata:
			if plain != nil {
				err = writeUnit(w, record, name)
			}
		case *benchfmt.Result:
			if check != nil {
				err = check.one(record)
			}
			if err == nil && plain != nil {
				err = writePlain(w, record, plain)
			}
			if err != nil {
				file, line := record.Pos()
				err = fmt.Errorf("%s:%d: %w", file, line, err)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if check != nil && check.results == 0 {
		return nil, fmt.Errorf("%s: no result in it", name)
	}
	if plain == nil {
		return text, nil
	}
	return out.Bytes(), nil
}

func writeUnit(w *benchfmt.Writer, u *benchfmt.UnitMetadata, name string) error {
	if !unit.MatchString(u.OrigUnit) || !metadata.MatchString(u.Key+"="+u.Value) {
		return fmt.Errorf("%s: unit %.60q is none of a benchmark's", name, u.OrigUnit)
	}
	return w.Write(u)
}

func writePlain(w *benchfmt.Writer, r *benchfmt.Result, plain plainer) error {
	made, err := plain(r)
	if err != nil {
		return err
	}
	return w.Write(made)
}
