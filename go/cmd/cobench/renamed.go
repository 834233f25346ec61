package main

import (
	"github.com/cobench/cobench/go/internal/config"
	"github.com/cobench/cobench/go/internal/results"
)

// renames are what a project says its benchmarks were called before.
func renames(p config.Project) results.Renames {
	var all results.Renames
	for _, r := range p.Renamed {
		all = append(all, results.Rename{From: r.From, To: r.To, Package: r.Package})
	}
	return all
}
