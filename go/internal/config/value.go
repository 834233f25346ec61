package config

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/invopop/jsonschema"
)

// A Value is a parameter's value as it is spelled in a benchmark's name.
type Value string

// UnmarshalYAML takes a word or a whole number, in its own spelling.
func (v *Value) UnmarshalYAML(node ast.Node) error {
	switch n := node.(type) {
	case *ast.StringNode:
		*v = Value(n.Value)
	case *ast.IntegerNode:
		*v = Value(n.Token.Value)
	default:
		// Left to the range check, which knows the place and what is wanted.
		*v = Value(node.GetToken().Value)
	}
	return nil
}

// JSONSchema describes a Value to editors.
func (Value) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, {Type: "integer"}}}
}

// A Duration is a time such as 200ms or 1m30s.
type Duration time.Duration

// Round returns d to the second.
func (d Duration) Round() Duration { return Duration(time.Duration(d).Round(time.Second)) }

func (d Duration) String() string { return time.Duration(d).String() }

// ParseDuration reads a duration as Go spells it.
func ParseDuration(s string) (Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, fmt.Errorf("%q is not a duration, want one such as 200ms or 1m30s", s)
	}
	return Duration(d), nil
}

// UnmarshalYAML takes a duration as Go spells it.
func (d *Duration) UnmarshalYAML(node ast.Node) error {
	token := node.GetToken()
	parsed, err := ParseDuration(token.Value)
	if err != nil {
		return &yaml.SyntaxError{Message: err.Error(), Token: token}
	}
	*d = parsed
	return nil
}

// UnmarshalJSON takes a duration as Go spells it, in quotes.
func (d *Duration) UnmarshalJSON(src []byte) error {
	var s string
	if err := json.Unmarshal(src, &s); err != nil {
		return err
	}
	parsed, err := ParseDuration(s)
	*d = parsed
	return err
}

// MarshalJSON writes a duration as Go spells it.
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(d.String()) }

// JSONSchema describes a Duration to editors.
func (Duration) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`}
}
