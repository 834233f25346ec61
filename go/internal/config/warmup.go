package config

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/invopop/jsonschema"
)

// A Warmup is how long a process warms up before it is measured: for a fixed
// time such as 400ms, or within bounds such as 1s..30s, until it is warm.
type Warmup struct{ Least, Most Duration }

// Fixed returns a warm-up that takes so long, whatever the process does.
func Fixed(d Duration) Warmup { return Warmup{d, d} }

// ByEvidence tells whether the process decides when it is warm.
func (w Warmup) ByEvidence() bool { return w.Most > w.Least }

func (w Warmup) String() string {
	if !w.ByEvidence() {
		return w.Least.String()
	}
	return w.Least.String() + ".." + w.Most.String()
}

// ParseWarmup reads a warm-up.
func ParseWarmup(s string) (Warmup, error) {
	least, most, bounds := strings.Cut(s, "..")
	if !bounds {
		most = least
	}
	var w Warmup
	var err error
	if w.Least, err = ParseDuration(least); err == nil {
		w.Most, err = ParseDuration(most)
	}
	if err != nil || bounds && w.Most <= w.Least {
		return Warmup{}, fmt.Errorf("%q is no warm-up, want a time such as 400ms, or bounds such as 1s..30s", s)
	}
	return w, nil
}

// CheckWarmup reports a warm-up longer than a job may last, or one by evidence
// of a kind that gives none.
func CheckWarmup(kind Kind, w Warmup) error {
	if err := CheckDuration("warmup", w.Least, 0); err != nil {
		return err
	}
	if err := CheckDuration("warmup", w.Most, 0); err != nil {
		return err
	}
	if w.ByEvidence() && !kind.WarmsByEvidence() {
		return fmt.Errorf("warmup %v: a process of kind %s can't tell when it is warm, want a fixed time", w, kind)
	}
	return nil
}

// UnmarshalYAML takes a warm-up as it is spelled.
func (w *Warmup) UnmarshalYAML(node ast.Node) error {
	token := node.GetToken()
	parsed, err := ParseWarmup(token.Value)
	if err != nil {
		return &yaml.SyntaxError{Message: err.Error(), Token: token}
	}
	*w = parsed
	return nil
}

// UnmarshalJSON takes a warm-up as it is spelled, in quotes.
func (w *Warmup) UnmarshalJSON(src []byte) error {
	var s string
	if err := json.Unmarshal(src, &s); err != nil {
		return err
	}
	parsed, err := ParseWarmup(s)
	*w = parsed
	return err
}

// MarshalJSON writes a warm-up as it is spelled.
func (w Warmup) MarshalJSON() ([]byte, error) { return json.Marshal(w.String()) }

// JSONSchema describes a Warmup to editors.
func (Warmup) JSONSchema() *jsonschema.Schema {
	const duration = `([0-9]+(\.[0-9]+)?(ms|s|m|h))+`
	return &jsonschema.Schema{Type: "string", Pattern: `^` + duration + `(\.\.` + duration + `)?$`}
}
