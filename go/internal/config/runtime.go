package config

import (
	"fmt"
	"slices"
	"strings"
)

type runtimesFile struct {
	Runners  []Runner  `yaml:"runners,omitempty"`
	Groups   []Group   `yaml:"groups,omitempty"`
	Runtimes []Runtime `yaml:"runtimes"`
}

// A Runtime is what executes a workload.
type Runtime struct {
	Name  string   `yaml:"name" json:"name" jsonschema:"pattern=^[a-z][a-z0-9-]*$"`
	Kind  Kind     `yaml:"kind" json:"kind"`
	Doc   string   `yaml:"doc" json:"doc"`
	JDK   int      `yaml:"jdk,omitempty" json:"jdk,omitempty" jsonschema:"minimum=17" jsonschema_description:"The JDK's feature version, for the kinds that need one."`
	Flags []string `yaml:"flags" json:"flags" jsonschema_description:"Given to the process that is measured."`
}

func (r Runtime) name() string { return r.Name }

// A Kind is a way to build and start a runtime's processes. A runtime is
// configuration; a kind is code.
type Kind string

// The kinds of runtime.
const (
	Go           Kind = "go"            // a test binary of testing.B
	JVM          Kind = "jvm"           // HotSpot with its own compilers, under JMH
	GraalJIT     Kind = "graal-jit"     // HotSpot with Graal's compiler, under JMH
	NativeImage  Kind = "native-image"  // the harness, compiled by GraalVM
	KotlinNative Kind = "kotlin-native" // the harness, compiled by konanc
	JVMHarness   Kind = "jvm-harness"   // the harness on HotSpot, to hold it against JMH
	JVMAOT       Kind = "jvm-aot"       // the harness on HotSpot with an AOT cache, for cold starts
)

// The kinds of what is found in somebody's project, and so never configured.
const (
	GoModule Kind = "go-module" // test binaries of a Go module's packages
	JMHJar   Kind = "jmh-jar"   // a jar that a build command makes, under JMH
)

// Kinds are all the kinds of runtime that bench-config knows.
var Kinds = []Kind{Go, JVM, GraalJIT, NativeImage, KotlinNative, JVMHarness, JVMAOT}

// NeedsJDK tells whether a kind's runtimes name a JDK.
func (k Kind) NeedsJDK() bool { return k != Go && k != KotlinNative }

// ColdOnly tells whether a kind is there for its start alone: once warm, it is as another.
func (k Kind) ColdOnly() bool { return k == JVMAOT }

// WarmsByEvidence tells whether a kind's processes can tell when they are warm.
// The testing package only repeats, and a project's own jar knows nothing of us.
func (k Kind) WarmsByEvidence() bool {
	return slices.Contains([]Kind{JVM, GraalJIT, NativeImage, KotlinNative, JVMHarness}, k)
}

// Languages are the ones that a kind's workloads are written in.
func (k Kind) Languages() []string {
	switch k {
	case Go:
		return []string{"go"}
	case KotlinNative:
		return []string{"kotlin"}
	}
	return []string{"kotlin", "jvm"}
}

func (c Config) checkRuntimes(f *file) error {
	if err := unique(f, "runtime", "runtimes", c.Runtimes, Runtime.name); err != nil {
		return err
	}
	for i, r := range c.Runtimes {
		at := fmt.Sprintf("runtimes[%d]", i)
		if !slices.Contains(Kinds, r.Kind) {
			return f.errorf(at+".kind", "%v", unknown("kind", string(r.Kind), kindNames()))
		}
		if r.Kind.NeedsJDK() != (r.JDK > 0) {
			return f.errorf(at, "runtime %q: jdk belongs to every kind but %s and %s, and only there", r.Name, Go, KotlinNative)
		}
		for j, flag := range r.Flags {
			if !strings.HasPrefix(flag, "-") || strings.ContainsAny(flag, " \t\n") {
				return f.errorf(fmt.Sprintf("%s.flags[%d]", at, j), "flag %q: want one word that begins with a dash", flag)
			}
		}
	}
	return nil
}

func kindNames() []string {
	var names []string
	for _, k := range Kinds {
		names = append(names, string(k))
	}
	return names
}
