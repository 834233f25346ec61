package toolchain

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// A Tool is a command that building needs.
type Tool struct {
	Name    string
	Path    string // "" where it is not installed
	Version string
	Need    string // oldest version that will do
	Help    string // how to get it
}

// Tools are what a build needs besides a JDK, looked up on the PATH.
func Tools(ctx context.Context, environ []string) []Tool {
	tools := []Tool{
		{Name: "go", Need: "1.26", Help: "go.dev/dl"},
		{Name: "mvn", Need: "3.8", Help: "apt-get install maven, or brew install maven"},
		{Name: "node", Need: "20.19", Help: "nodejs.org, version 20 or later"},
		{Name: "npm", Need: "10", Help: "comes with node"},
		{Name: "git", Need: "2.25", Help: "apt-get install git"},
	}
	for i := range tools {
		t := &tools[i]
		if t.Path = LookPath(environ, t.Name); t.Path != "" {
			t.Version = version(ctx, environ, t.Path)
		}
	}
	return tools
}

// Problem says why the tool will not do, and what would; "" where it will.
func (t Tool) Problem() string {
	switch {
	case t.Path == "":
		return fmt.Sprintf("%s is not on the PATH: %s", t.Name, t.Help)
	case t.Version == "":
		return fmt.Sprintf("%s does not tell its version: want %s or later", t.Path, t.Need)
	case compareVersions(t.Version, t.Need) < 0:
		return fmt.Sprintf("%s is version %s, want %s or later: %s", t.Path, t.Version, t.Need, t.Help)
	}
	return ""
}

var versionNumber = regexp.MustCompile(`[0-9]+(\.[0-9]+)+`)

func version(ctx context.Context, environ []string, path string) string {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	flag := "--version"
	if strings.HasSuffix(path, "/go") {
		flag = "version"
	}
	cmd := exec.CommandContext(ctx, path, flag)
	cmd.Env = environ
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return versionNumber.FindString(string(out))
}
