package config_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/cobench/cobench/go/internal/config"
)

var update = flag.Bool("update", false, "write the schemas to bench-config/schema")

const benchConfig = "../../../bench-config"

func TestSchemasAreUpToDate(t *testing.T) {
	schemas, err := config.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range schemas {
		file := filepath.Join(benchConfig, "schema", name)
		if *update {
			if err := os.WriteFile(file, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the Go types say: go test ./internal/config -update", file)
		}
	}
}

// An editor that follows the schema must accept what Load accepts.
func TestFilesFollowTheirSchemas(t *testing.T) {
	for _, name := range []string{"workloads", "runtimes", "profiles", "costs"} {
		schema, err := jsonschema.NewCompiler().Compile(filepath.Join(benchConfig, "schema", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(filepath.Join(benchConfig, name+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := yaml.Unmarshal(src, &value); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s.yaml: %v", name, err)
		}
	}
}
