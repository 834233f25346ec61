package report

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema is the JSON Schema of a Document. It says nothing against fields that are
// not in it: a later report may have more.
func Schema() ([]byte, error) {
	verdict := &jsonschema.Schema{Type: "string"}
	for _, v := range slices.Concat(Verdicts, AllocationVerdicts) {
		verdict.Enum = append(verdict.Enum, string(v))
	}
	s, err := jsonschema.For[Document](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{reflect.TypeFor[Verdict](): verdict}})
	if err != nil {
		return nil, err
	}
	s.Schema, s.Title = "https://json-schema.org/draft/2020-12/schema", "What cobench bench and cobench report print with -format json"
	open(s)
	text, err := json.MarshalIndent(s, "", "  ")
	return append(text, '\n'), err
}

// open takes away what forbids further fields.
func open(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if len(s.Properties) > 0 {
		s.AdditionalProperties = nil
	}
	for _, p := range s.Properties {
		open(p)
	}
	open(s.Items)
}
