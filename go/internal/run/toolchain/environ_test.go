package toolchain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Windows names variables and programs in other ways, and its files have no
// execute bits; a folder here stands for one there.
func TestProgramsOfEachSystem(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	for path, mode := range map[string]os.FileMode{
		filepath.Join(first, "go.exe"): 0o666, filepath.Join(first, "mvn"): 0o666, filepath.Join(first, "npm.txt"): 0o666,
		filepath.Join(second, "mvn.cmd"): 0o666, filepath.Join(second, "npm.ps1"): 0o666,
		filepath.Join(second, "git"): 0o777, filepath.Join(second, "node"): 0o666,
	} {
		if err := os.WriteFile(path, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	linux, windows := system{}, system{windows: true}
	unixPath, windowsPath := "PATH="+first+":"+second, "Path="+first+";;"+second
	for _, test := range []struct {
		name    string
		system  system
		environ []string
		command string
		want    string
	}{
		{"an executable", linux, []string{unixPath}, "git", filepath.Join(second, "git")},
		{"one without execute bits", linux, []string{unixPath}, "node", ""},
		{"an ending is no matter elsewhere", linux, []string{unixPath}, "go", ""},
		{"an .exe in Path", windows, []string{windowsPath}, "go", filepath.Join(first, "go.exe")},
		{"one that is named with its ending", windows, []string{windowsPath}, "go.exe", filepath.Join(first, "go.exe")},
		{"a .cmd after a file that no ending makes a program", windows, []string{windowsPath, "PATHEXT=.COM;.EXE;.BAT;.CMD"}, "mvn", filepath.Join(second, "mvn.cmd")},
		{"PATHEXT leaves it out", windows, []string{windowsPath, "PATHEXT=.EXE"}, "mvn", ""},
		{"PATHEXT adds one, without its dot", windows, []string{windowsPath, "PathExt=EXE;PS1"}, "npm", filepath.Join(second, "npm.ps1")},
		{"nothing is executable by its bits", windows, []string{windowsPath}, "git", ""},
	} {
		if got := test.system.lookPath(test.environ, test.command); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestJDKOfWindows(t *testing.T) {
	home := t.TempDir()
	for file, text := range map[string]string{"bin/java.exe": "", "release": "IMPLEMENTOR=\"Eclipse Adoptium\"\r\nJAVA_VERSION=\"21.0.9\"\r\n"} {
		path := filepath.Join(home, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if j, err := (system{windows: true}).readJDK(home); err != nil || j.Feature != 21 || !strings.HasPrefix(j.Name, "temurin-21.0.9") {
		t.Errorf("%+v, %v", j, err)
	}
	if _, err := (system{}).readJDK(home); err == nil {
		t.Error("java.exe is a JDK of no other system")
	}
}
