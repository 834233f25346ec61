package ruler

import (
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A new number must be given when this fails: results by the old ruler are not
// comparable with those by the new one.
func TestNumber(t *testing.T) {
	source, err := os.ReadFile("kernels.go")
	if err != nil {
		t.Fatal(err)
	}
	steps := fmt.Sprint(parts, arithmeticSteps, memorySteps, channelSteps)
	got := fmt.Sprintf("%d %s %.4x", Number, Toolchain, sha256.Sum256(append(source, steps...)))
	const want = "1 go1.26 f3d191fc"
	if got != want {
		t.Errorf("the ruler is %s, and was %s: give it a new Number", got, want)
	}
}

func TestMeasure(t *testing.T) {
	r := Measure(time.Now)
	for _, k := range kernels {
		if seconds := *k.of(&r); seconds < 1e-10 || seconds > 0.1 {
			t.Errorf("%s takes %v s a step, which no machine does", k.name, seconds)
		}
	}
	if r.ID == "" {
		t.Error("a reading without an ID")
	}
}

func TestID(t *testing.T) {
	for version, want := range map[string]string{
		"go1.26": "1", "go1.26.8": "1", "go1.260": "1/go1.260", "go1.27.1": "1/go1.27.1", "devel": "1/devel",
	} {
		if got := id(version); got != want {
			t.Errorf("compiled by %s the ruler is %s, want %s", version, got, want)
		}
	}
}

// Work that a compiler could leave out is no ruler.
func TestKernels(t *testing.T) {
	if got := arithmetic(2); got != step(step(2)) {
		t.Errorf("two steps of arithmetic make %d, want %d", got, step(step(2)))
	}
	from, to := []uint64{1, 2, 3}, make([]uint64, 3)
	if got := memory(from, to, 1); got != 3 || to[0] != 1 {
		t.Errorf("%v was copied as %v", from, to)
	}
	if got := channels(1000); got != 1000 {
		t.Errorf("the ball was returned %d times, want 1000", got)
	}
}

func step(x uint64) uint64 {
	x = x*6364136223846793005 + 1442695040888963407
	return x ^ x>>29
}

func TestParse(t *testing.T) {
	readings := []Reading{{"1", 1e-9, 8e-8, 2e-7}, {"1", 1.1e-9, 9e-8, 2.5e-7}, {"1", 1.2e-9, 7e-8, 3e-7}}
	text := Format(readings)
	if want := "arithmetic=1e-09,1.1e-09,1.2e-09 memory=8e-08,9e-08,7e-08 channels=2e-07,2.5e-07,3e-07"; text != want {
		t.Errorf("Format is %q, want %q", text, want)
	}
	got, err := Parse("1", text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(readings, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got, want := Length(readings), math.Cbrt(1.1e-9*8e-8*2.5e-7); math.Abs(got/want-1) > 1e-12 {
		t.Errorf("Length is %v, want %v", got, want)
	}
	for text, want := range map[string]string{
		"":                                      "0 kernels, want 3",
		"arithmetic=1 memory=1 channels":        `channels "", want seconds above 0`,
		"arithmetic=1 memory=1,2 channels=1":    "2 readings of memory and 1 of arithmetic",
		"memory=1 arithmetic=1 channels=1":      `kernel "memory", want arithmetic=SECONDS`,
		"arithmetic=-1 memory=1 channels=1":     `arithmetic "-1", want seconds above 0`,
		"0":                                     "1 kernels, want 3",
		"arithmetic=0 memory=1 channels=1":      `arithmetic "0", want seconds above 0`,
		"arithmetic=1 memory=5e-324 channels=1": `memory "5e-324", want seconds above 0`,
		"arithmetic=1 memory=1 channels=1e300":  `channels "1e300", want seconds above 0`,
		"arithmetic=NaN memory=1 channels=1":    `arithmetic "NaN", want seconds above 0`,
		"arithmetic=1 memory=+Inf channels=1":   `memory "+Inf", want seconds above 0`,
	} {
		if _, err := Parse("1", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse of %q: %v, want %q in it", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("arithmetic=1e-09,1.1e-09 memory=8e-08,9e-08 channels=2e-07,2.5e-07")
	f.Fuzz(func(t *testing.T, text string) {
		readings, err := Parse("1", text)
		if err != nil {
			return
		}
		if l := Length(readings); math.IsNaN(l) || l < 0 {
			t.Errorf("Length of %q is %v", text, l)
		}
		if _, err := Parse("1", Format(readings)); err != nil {
			t.Errorf("what was read of %q can't be read again: %v", text, err)
		}
	})
}
