package classic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// A Page is what github-action-benchmark shows: the commits of each suite, in
// the order in which they were added.
type Page map[string][]string

// pageBegins what github-action-benchmark writes into its data.js.
const pageBegins = "window.BENCHMARK_DATA ="

// ReadPage reads its data.js. One that is not there is an empty page; one that
// can't be read is an error, and not an empty one.
func ReadPage(file string) (Page, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Page{}, nil
	} else if err != nil {
		return nil, err
	}
	values, ok := bytes.CutPrefix(bytes.TrimSpace(text), []byte(pageBegins))
	if !ok {
		return nil, fmt.Errorf("%s: want what github-action-benchmark writes, %s …", file, pageBegins)
	}
	var data struct {
		Entries map[string][]struct {
			Commit struct {
				ID string `json:"id"`
			} `json:"commit"`
		} `json:"entries"`
	}
	if err := json.Unmarshal(bytes.TrimSuffix(bytes.TrimSpace(values), []byte(";")), &data); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	page := Page{}
	for suite, entries := range data.Entries {
		for _, e := range entries {
			page[suite] = append(page[suite], e.Commit.ID)
		}
	}
	return page, nil
}
