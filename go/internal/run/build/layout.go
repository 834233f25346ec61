package build

import (
	"fmt"
	"os"
	"path/filepath"
)

const inertFile = "kotlin/workloads/src/main/kotlin/cobench/workloads/Inert.kt"

// lay gives a side's Kotlin another layout by a class that nobody uses: other
// constants, another order in a jar and in an executable, and the same code to
// run. Go's linker has a flag for that.
func lay(source string, layout int) error {
	if layout == 0 {
		return nil
	}
	file := filepath.Join(source, filepath.FromSlash(inertFile))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	text := fmt.Sprintf("package cobench.workloads\n\n/** Nobody uses it. */\ninternal class Inert%d {\n    fun layout(): Long = %dL\n}\n", layout, layout)
	return os.WriteFile(file, []byte(text), 0o666)
}
