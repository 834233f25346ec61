package why_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cobench/cobench/go/internal/why"
)

// codec escapes words for some seconds. Its functions are large enough not to be one.
const codec = `package org.x;

public class Codec {
    static int escape(char[] text, char[] into) {
        int n = 0;
        for (char c : text) {
            if (c == '"' || c == '\\') into[n++] = '\\';
            into[n++] = c;
        }
        //PLANT
        return n;
    }

    static int hash(char[] text, int n) {
        int h = 17;
        for (int i = 0; i < n; i++) h = (h ^ text[i]) * 16777619 >>> 1;
        return h;
    }

    static int sort(char[] text, int n) {
        int[] counts = new int[128];
        for (int i = 0; i < n; i++) counts[text[i]]++;
        int sum = 0;
        for (int i = 0; i < 128; i++) sum = sum * 31 + counts[i];
        return sum;
    }

    public static void main(String[] args) {
        char[] text = "a \"quoted\" word and a \\ slash, and some more of all that ".repeat(4).toCharArray(), into = new char[1000];
        long end = System.nanoTime() + 4_000_000_000L;
        int sum = 0;
        while (System.nanoTime() < end) {
            for (int i = 0; i < 1000; i++) {
                int n = escape(text, into);
                sum += hash(into, n) + sort(into, n);
            }
        }
        System.out.println(sum);
    }
}
`

const planted = "for (int i = 1; i < 300; i++) into[n & 511] = (char) (into[n & 511] * i % 91 + 32);"

// A real JVM's recording names the method that somebody has slowed down.
func TestPlantedOnTheJVM(t *testing.T) {
	javac, err := exec.LookPath("javac")
	if testing.Short() || !*real || err != nil {
		t.Skip("-real is not given, or there is no javac")
	}
	home := filepath.Dir(javac)
	settings, err := filepath.Abs("../run/profiler/profile.jfc")
	if err != nil {
		t.Fatal(err)
	}
	sides := map[string]why.Side{}
	sources := map[string]string{"base": codec, "head": strings.Replace(codec, "//PLANT", planted, 1)}
	for name, source := range sources {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "Codec.java"), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
		var out []byte
		for _, command := range [][]string{
			{javac, "-d", dir, filepath.Join(dir, "Codec.java")},
			{filepath.Join(home, "java"), "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints", "-XX:StartFlightRecording=filename=" + filepath.Join(dir, "profile.jfr") + ",settings=" + settings, "-cp", dir, "org.x.Codec"},
			{filepath.Join(home, "jfr"), "print", "--json", "--stack-depth", "64", "--events", "jdk.ExecutionSample", filepath.Join(dir, "profile.jfr")},
		} {
			cmd := exec.Command(command[0], command[1:]...)
			cmd.Stderr = os.Stderr
			if out, err = cmd.Output(); err != nil {
				t.Fatal(command, err)
			}
		}
		p, err := why.ReadJFR(out, why.Time, 3*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		sides[name] = why.Side{Profile: p, PerOp: map[string]float64{"base": 1000, "head": 2000}[name]}
	}
	moved := why.Compare(sides["base"], sides["head"])
	diff := why.ReadDiff("diff --git java/org/x/Codec.java java/org/x/Codec.java\n--- java/org/x/Codec.java\n+++ java/org/x/Codec.java\n@@ -10 +10 @@\n", nil)
	diff.Mark(moved, sides["base"].Profile, sides["head"].Profile, func(side, _ string) []byte { return []byte(sources[side]) })
	if len(moved) == 0 || moved[0].Name != "org.x.Codec.escape" || !moved[0].InDiff || moved[0].File != "java/org/x/Codec.java" || moved[0].Line != 10 {
		t.Errorf("%+v", moved)
	}
	t.Logf("%+v", moved)
}
