package reach_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/cobench/cobench/go/internal/reach"
)

// The file is of JaCoCo 0.8.14, of a program whose class A makes a B, and would make a C
// if it had arguments.
const jacocoFile = "testdata/jacoco.exec"

func TestJaCoCo(t *testing.T) {
	text, err := os.ReadFile(jacocoFile)
	if err != nil {
		t.Fatal(err)
	}
	executed, err := reach.ReadJaCoCo(bytes.NewReader(text))
	if err != nil || len(executed) != 2 || !executed["A"] || !executed["B"] {
		t.Errorf("%v, %v; want A and B", executed, err)
	}
	if twice, err := reach.ReadJaCoCo(bytes.NewReader(append(text, text...))); err != nil || len(twice) != 2 {
		t.Errorf("two runs in a file: %v, %v", twice, err)
	}
	for name, damaged := range map[string][]byte{
		"empty": nil, "cut short": text[:len(text)-1], "another format": append([]byte{1, 0xc0, 0xc0, 0x10, 0x06}, text[5:]...), "text": []byte("mode: set\n"),
	} {
		if got, err := reach.ReadJaCoCo(bytes.NewReader(damaged)); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, %q", name, got, err)
		}
	}
}

func FuzzJaCoCo(f *testing.F) {
	text, err := os.ReadFile(jacocoFile)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(text[:7])
	f.Fuzz(func(t *testing.T, text []byte) {
		if executed, err := reach.ReadJaCoCo(bytes.NewReader(text)); err != nil && executed != nil {
			t.Errorf("%v with %v", executed, err)
		}
	})
}
