package toolchain

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// A Tool is a command that building needs.
type Tool struct {
	Name    string
	Path    string // "" where it is not installed
	Version string
	Trouble string // why it does not tell its version
	Need    string // oldest version that will do; "" is any
	Help    string // how to get it
}

// The tools that something needs besides a JDK.
var (
	goTool  = Tool{Name: "go", Need: "1.26", Help: "go.dev/dl"}
	gitTool = Tool{Name: "git", Need: "2.25", Help: "apt-get install git"}
	maven   = Tool{Name: "mvn", Need: "3.8", Help: "apt-get install maven, or brew install maven"}
)

// ForSuite are the tools that the benchmarks of a bench-config are built with.
func ForSuite() []Tool {
	return []Tool{
		goTool, maven,
		{Name: "node", Need: "20.19", Help: "nodejs.org, version 20 or later"},
		{Name: "npm", Need: "10", Help: "comes with node"},
		gitTool,
	}
}

// ForModule are those that a Go module is built with.
func ForModule() []Tool {
	own := goTool
	own.Need = "1.20" // whatever go.mod asks for, go fetches
	return []Tool{own, gitTool}
}

// ForBuild are those that a build command is known to need: its first word, unless
// that is a file of the project.
func ForBuild(command string) []Tool {
	name, _, _ := strings.Cut(command, " ")
	switch {
	case name == maven.Name:
		return []Tool{maven, gitTool}
	case strings.ContainsAny(name, "/\\=$"):
		return []Tool{gitTool}
	}
	return []Tool{{Name: name, Help: "the command that makes the jar begins with it"}, gitTool}
}

// Ask looks up tools on the PATH. They are asked for their versions in the folder
// that will be built: there an older go fetches the toolchain that go.mod names,
// and is it.
func Ask(ctx context.Context, environ []string, folder string, tools []Tool) []Tool {
	for i := range tools {
		t := &tools[i]
		if t.Path = LookPath(environ, t.Name); t.Path != "" && t.Need != "" {
			t.askVersion(ctx, environ, folder)
		}
	}
	return tools
}

// Problem says why the tool will not do, and what would; "" where it will.
func (t Tool) Problem() string {
	switch {
	case t.Path == "":
		return fmt.Sprintf("%s is not on the PATH: %s", t.Name, t.Help)
	case t.Need == "":
		return ""
	case t.Version == "":
		return fmt.Sprintf("%s prints no version: want %s or later%s", t.Path, t.Need, t.Trouble)
	case compareVersions(t.Version, t.Need) < 0:
		return fmt.Sprintf("%s is version %s, want %s or later: %s", t.Path, t.Version, t.Need, t.Help)
	}
	return ""
}

var versionNumber = regexp.MustCompile(`[0-9]+(\.[0-9]+)+`)

// askVersion takes as long as the download of a toolchain may.
func (t *Tool) askVersion(ctx context.Context, environ []string, dir string) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	flag := "--version"
	if t.Name == "go" {
		flag = "version"
	}
	path, err := filepath.Abs(t.Path) // PATH may name folders below this one
	if err != nil {
		return
	}
	cmd := exec.CommandContext(ctx, path, flag)
	cmd.Dir, cmd.Env = dir, environ
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err == nil {
		t.Version = versionNumber.FindString(string(out))
	} else if line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n"); line != "" {
		t.Trouble = ": " + line
	}
}
