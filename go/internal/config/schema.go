package config

import (
	"encoding/json"

	"github.com/invopop/jsonschema"
)

// Schemas returns the JSON Schema of each file of bench-config, by the
// schema's file name. Editors complete and check the YAML with them.
func Schemas() (map[string][]byte, error) {
	reflector := jsonschema.Reflector{FieldNameTag: "yaml", Anonymous: true, ExpandedStruct: true}
	schemas := map[string][]byte{}
	for name, root := range map[string]any{
		"workloads.json": workloadsFile{},
		"runtimes.json":  runtimesFile{},
		"profiles.json":  profilesFile{},
		"costs.json":     costsFile{},
	} {
		text, err := json.MarshalIndent(reflector.Reflect(root), "", "  ")
		if err != nil {
			return nil, err
		}
		schemas[name] = append(text, '\n')
	}
	return schemas, nil
}

// JSONSchema lists the kinds for editors.
func (Kind) JSONSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, k := range Kinds {
		s.Enum = append(s.Enum, k)
	}
	return s
}
