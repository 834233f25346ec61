package toolchain

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// A project that names no JDK has JAVA_HOME's, also where the machine names all that it
// has, as hosted ones do; else the PATH's.
func TestNewestJDK(t *testing.T) {
	root := t.TempDir()
	home := func(feature int) string { return filepath.Join(root, fmt.Sprint("jdk-", feature)) }
	var named []string
	for _, feature := range []int{11, 17, 99} {
		if err := os.MkdirAll(filepath.Join(home(feature), "bin"), 0o777); err != nil {
			t.Fatal(err)
		}
		for file, text := range map[string]string{"release": fmt.Sprintf("JAVA_VERSION=\"%d.0.1\"\n", feature), "bin/java" + map[bool]string{true: ".exe"}[runtime.GOOS == "windows"]: "#!/bin/sh\n"} {
			if err := os.WriteFile(filepath.Join(home(feature), file), []byte(text), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		named = append(named, fmt.Sprintf("JAVA_HOME_%d_X64=%s", feature, home(feature)))
	}
	for _, test := range []struct {
		name    string
		environ []string
		want    int
	}{
		{"a hosted machine", append(named[:3:3], "JAVA_HOME="+home(17), "PATH="+filepath.Join(home(11), "bin")), 17},
		{"JAVA_HOME alone", []string{"JAVA_HOME=" + home(11)}, 11},
		{"the PATH, of several", append(named[:3:3], "PATH="+filepath.Join(home(17), "bin")), 17},
		{"neither", named, 99},
	} {
		jdk, err := Newest(test.environ)
		if err != nil || jdk.Feature != test.want {
			t.Errorf("%s: JDK %d, %v, want %d", test.name, jdk.Feature, err, test.want)
		}
	}
}
