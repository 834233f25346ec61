package artifact_test

import (
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/artifact"
)

// Functions that a stranger's change touches are named by him: what could be more than
// a letter of a name is written otherwise, and a sentence is too long.
func TestFunctionsAreNames(t *testing.T) {
	text := func(names string) []byte {
		return []byte("changed-functions: 3\nunexecuted-functions: 2\nunexecuted: " + names + "\nbudget: 5m0s\nreach: not\nBenchmarkX 1 5 ns/op\n")
	}
	plain, err := artifact.ProjectNumbers(text("codec.(*T).Flush m.`@you`"), "results.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"unexecuted: codec.(T).Flush m.%60%40you%60\n", "changed-functions: 3\n", "unexecuted-functions: 2\n", "budget: 5m0s\n", "reach: not\n"} {
		if !strings.Contains(string(plain), want) {
			t.Errorf("no %q in\n%s", want, plain)
		}
	}
	for name, names := range map[string]string{"many": strings.Repeat("a.F ", 21), "long": "a." + strings.Repeat("F", 1000), "nothing but a star": "*"} {
		if plain, err := artifact.ProjectNumbers(text(names), "results.txt"); err == nil {
			t.Errorf("%s: taken:\n%s", name, plain)
		}
	}
	for _, line := range []string{"changed-functions: -1", "unexecuted-functions: 1e9", "reach: yes, click here", "budget: <b>"} {
		if _, err := artifact.ProjectNumbers([]byte(line+"\nBenchmarkX 1 5 ns/op\n"), "results.txt"); err == nil {
			t.Errorf("%s: taken", line)
		}
	}
}
