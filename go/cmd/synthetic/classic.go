package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/cobench/cobench/go/internal/publish"
	"github.com/cobench/cobench/go/internal/publish/shard"
)

// The data of github-action-benchmark, as its tool "customSmallerIsBetter" keeps
// it: window.BENCHMARK_DATA, one entry a commit.
type (
	classicData struct {
		LastUpdate int64                     `json:"lastUpdate"`
		RepoURL    string                    `json:"repoUrl"`
		Entries    map[string][]classicEntry `json:"entries"`
	}
	classicEntry struct {
		Commit  classicCommit  `json:"commit"`
		Date    int64          `json:"date"`
		Tool    string         `json:"tool"`
		Benches []classicBench `json:"benches"`
	}
	classicCommit struct {
		Author    classicPerson `json:"author"`
		Committer classicPerson `json:"committer"`
		ID        string        `json:"id"`
		Message   string        `json:"message"`
		Timestamp string        `json:"timestamp"`
		URL       string        `json:"url"`
	}
	classicPerson struct {
		Name string `json:"name"`
	}
	classicBench struct {
		Name  string  `json:"name"`
		Value float64 `json:"value"`
		Range string  `json:"range"`
		Unit  string  `json:"unit"`
	}
)

// classic writes the medians of the newest commits and first series as
// github-action-benchmark's page reads them, so that both show the same.
func classic(o publish.Options, data, file string, commits, series int) error {
	hashes := slices.SortedFunc(maps.Keys(o.Commits), func(a, b string) int { return o.Commits[a].Time.Compare(o.Commits[b].Time) })
	values := make([][]float64, series)
	names := make([]string, series)
	for i := range series {
		text, err := os.ReadFile(filepath.Join(data, "trends", fmt.Sprintf("%d.bin", i)))
		if err != nil {
			return err
		}
		s, err := shard.Decode(text)
		if err != nil {
			return err
		}
		names[i] = s.Runtime + " " + s.Benchmark
		for _, c := range s.Columns {
			points, err := c.Points()
			if err != nil {
				return err
			}
			for _, p := range points {
				values[i] = append(values[i], 1e9*p.Center)
			}
		}
	}
	out := classicData{RepoURL: o.Repository, Entries: map[string][]classicEntry{}}
	for i, hash := range hashes[len(hashes)-commits:] {
		c := o.Commits[hash]
		e := classicEntry{
			Commit: classicCommit{classicPerson{c.Author}, classicPerson{c.Author}, hash, c.Subject, c.Time.Format("2006-01-02T15:04:05Z"), o.Repository + "/commit/" + hash},
			Date:   c.Time.UnixMilli(), Tool: "customSmallerIsBetter",
		}
		for k := range series {
			e.Benches = append(e.Benches, classicBench{names[k], values[k][i], "± 3%", "ns/op"})
		}
		out.Entries["Benchmark"] = append(out.Entries["Benchmark"], e)
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append([]byte("window.BENCHMARK_DATA = "), text...), 0o666)
}
