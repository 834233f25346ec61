package main

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
)

const (
	maxFailures = 5
	maxFailure  = 100 // bytes
)

// A failure is why requests failed, and how many.
type failure struct {
	Error string `json:"error"`
	Count int    `json:"count"`
}

// failures counts requests by why they failed.
type failures map[string]int

// most returns the most frequent ones, at most maxFailures.
func (f failures) most() []failure {
	all := []failure{} // in JSON an empty list, not null
	for _, text := range slices.Sorted(maps.Keys(f)) {
		all = append(all, failure{text, f[text]})
	}
	slices.SortStableFunc(all, func(a, b failure) int { return cmp.Compare(b.Count, a.Count) })
	return all[:min(len(all), maxFailures)]
}

var (
	request = regexp.MustCompile(`^Post "[^"]*": `)
	address = regexp.MustCompile(`127\.0\.0\.1:\d+(->127\.0\.0\.1:\d+)?:? ?`)
)

// short leaves out of an error what differs from request to request, so that
// the same errors count as the same.
func short(text string) string {
	// By where it was when the time was over, net/http words it in four ways.
	if strings.Contains(text, "Client.Timeout") || strings.HasSuffix(text, "context deadline exceeded") {
		return "timed out"
	}
	text = address.ReplaceAllString(request.ReplaceAllString(text, ""), "")
	if len(text) > maxFailure {
		text = strings.ToValidUTF8(text[:maxFailure], "") + "…"
	}
	return text
}
