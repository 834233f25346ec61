package closure

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Two modes of one method, and one with parameters: a text of two values, one of
// them empty, as JMH writes them.
const list = `JMH S 5 p.Sum S 17 p.jmh_generated.S S 3 sum S 14 SingleShotTime E A 1 1 1 E E E E E E E E E E E E E E E E E 
JMH S 5 p.Sum S 17 p.jmh_generated.S S 3 sum S 11 AverageTime E A 1 1 1 E E E E E E E E E E E E E E E E E 
JMH S 7 p.Words S 17 p.jmh_generated.W S 5 count S 14 SingleShotTime E A 1 1 1 E E E E E E E E E E E E E M 2 4 kind 1 8 BBA===== 4 text 2 16 hBwLAIGAgAwYAA== 0  E E E 
`

func TestBenchmarks(t *testing.T) {
	const other = "org/openjdk/jmh/Main.class"
	path := pack(t, map[string]string{benchmarkList: list, other: ""})
	methods, err := Benchmarks(path)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range methods {
		got = append(got, fmt.Sprintf("%s %s %s %v %v", m.Name, m.Class, m.Generated, m.SingleShot, m.Values))
	}
	want := "p.Sum.sum p.Sum p.jmh_generated.S false map[]\np.Words.count p.Words p.jmh_generated.W true map[kind:1 text:2]"
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	for want, files := range map[string]map[string]string{
		"project.jar: no JMH in it: META-INF/BenchmarkList is missing, which its annotation processor writes":               {other: ""},
		"project.jar: benchmarks, but no JMH in it to run them: want the jar into which the build packs all that they need": {benchmarkList: list},
		"project.jar: META-INF/BenchmarkList: a line in a form that is not known: want the list of JMH 1.x":                 {benchmarkList: "JMH S 5 p.Sum", other: ""},
	} {
		if _, err := Benchmarks(pack(t, files)); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := os.WriteFile(path, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Benchmarks(path); err == nil || err.Error() != "project.jar: zip: not a valid zip file" {
		t.Errorf("%v, want what is wrong with the file", err)
	}
}

// Whatever a list says, it is read or refused, and no method is there twice.
func FuzzReadMethods(f *testing.F) {
	f.Add(list)
	f.Add("JMH S 5 p.Sum S 3 p.G S 3 sum S 2 ss M 1 4 text 99999999999 ")
	f.Fuzz(func(t *testing.T, text string) {
		methods, err := readMethods(text)
		seen := map[string]bool{}
		for _, m := range methods {
			if seen[m.Name] || err != nil {
				t.Errorf("%+v twice, or with %v", m, err)
			}
			seen[m.Name] = true
			for name, n := range m.Values {
				if n < 0 || n > len(text) {
					t.Errorf("%d values of %s", n, name)
				}
			}
		}
	})
}
