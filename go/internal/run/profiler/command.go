package profiler

import (
	_ "embed"
	"path/filepath"
	"strings"

	"github.com/cobench/cobench/go/internal/config"
)

// A profiler makes a command one whose process leaves a profile in a folder.
type profiler struct {
	command func(command []string, folder string, allocations bool) []string
	records bool // by the JDK's flight recorder
}

// profilers are those of the kinds that have one.
var profilers = map[config.Kind]profiler{
	config.Go:         {golang, false},
	config.GoModule:   {golang, false},
	config.JVM:        {jmh, true},
	config.JMHJar:     {jmh, true},
	config.GraalJIT:   {jmh, true},
	config.JVMHarness: {harness, true},
}

// The files of a profiled process.
const (
	goProfile         = "profile.pprof"
	jvmProfile        = "profile.jfr"
	recordingSettings = "profile.jfc"
)

//go:embed profile.jfc
var profileJFC []byte

func golang(command []string, folder string, allocations bool) []string {
	file := filepath.Join(folder, goProfile)
	if allocations {
		return append(command, "-test.memprofile="+file, "-test.memprofilerate=1")
	}
	return append(command, "-test.cpuprofile="+file)
}

// jmh records the fork alone. Appended flags would take the place of those
// that a benchmark's own annotation appends.
func jmh(command []string, folder string, _ bool) []string {
	return append(command, "-jvmArgsPrepend", strings.Join(recording(folder), " "))
}

func harness(command []string, folder string, _ bool) []string {
	return append(append([]string{command[0]}, recording(folder)...), command[1:]...)
}

// recording are the flags that make a JVM record itself. Without debug information
// between safepoints, time would be charged to the next one.
func recording(folder string) []string {
	return []string{
		"-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints",
		"-XX:StartFlightRecording=filename=" + filepath.Join(folder, jvmProfile) + ",settings=" + filepath.Join(folder, recordingSettings),
	}
}
