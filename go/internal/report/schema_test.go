package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/cobench/cobench/go/internal/report"
)

// The schema is served with the site's documents.
const schemaFile = "../../../site/public/schema/report.json"

func TestSchemaIsUpToDate(t *testing.T) {
	want, err := report.Schema()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.MkdirAll(filepath.Dir(schemaFile), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(schemaFile, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the Go types say: go test ./internal/report -update", schemaFile)
	}
}

// What is printed follows the schema, by another library's validator; and what lacks a
// field or has another verdict does not.
func TestDocumentsFollowTheSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	check := func(text []byte) error {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(value)
	}
	golden, err := os.ReadFile("testdata/report.json")
	if err != nil {
		t.Fatal(err)
	}
	f := newFixture()
	f.allocating("A-2", 18, 1.3, 0.003, func(int) string { return "0 B/op 0 allocs/op" }, func(int) string { return "16 B/op 1 allocs/op" })
	f.rounds("go", "B-2", 2, 1, 0.1)
	f.mark("go", "head", "C-2", "skips", "no time")
	r, err := report.Read(source(f.String()))
	if err != nil {
		t.Fatal(err)
	}
	var judged, files bytes.Buffer
	if err := report.WriteJSON(&judged, r); err != nil {
		t.Fatal(err)
	}
	text := printed([]string{"A"}, map[string][]float64{"A": {1, 2, 3}})
	if err := report.WriteJSON(&files, unpaired(t, text, text)); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"golden": golden, "judged": judged.Bytes(), "files": files.Bytes()} {
		if err := check(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, wrong := range [][2]string{{`"version"`, `"vers"`}, {`"verdict": "`, `"verdict": "very `}, {`"benchmark": "`, `"benchmark": 1, "x": "`}} {
			if err := check(bytes.Replace(text, []byte(wrong[0]), []byte(wrong[1]), 1)); err == nil {
				t.Errorf("%s: %s for %s follows the schema", name, wrong[1], wrong[0])
			}
		}
		if err := check(bytes.Replace(text, []byte("{"), []byte(`{"later": 1,`), 1)); err != nil {
			t.Errorf("%s: a further field: %v", name, err)
		}
	}
}
