package main

import (
	"flag"
	"testing"
)

var hosted = flag.Bool("hosted", false, "build with what hosted images have: Gradle 9 and its plugins")

// What needs a hosted image: each script is a project as its users have it.
func TestHosted(t *testing.T) {
	if !*hosted {
		t.Skip("-hosted is not given: needs Gradle 9 and the plugin portal")
	}
	runScripts(t, "testdata/hosted")
}
