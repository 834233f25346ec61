package config

import (
	"encoding/json"
	"testing"
	"time"
)

func TestParseWarmup(t *testing.T) {
	for _, test := range []struct {
		text     string
		want     Warmup
		evidence bool
	}{
		{"400ms", Fixed(Duration(400 * time.Millisecond)), false},
		{"0s", Fixed(0), false},
		{"1s..30s", Warmup{Duration(time.Second), Duration(30 * time.Second)}, true},
		{"0s..1m30s", Warmup{0, Duration(90 * time.Second)}, true},
	} {
		got, err := ParseWarmup(test.text)
		if err != nil || got != test.want || got.ByEvidence() != test.evidence || got.String() != test.text {
			t.Errorf("%s: got %v, %v", test.text, got, err)
		}
		text, _ := json.Marshal(got)
		var again Warmup
		if err := json.Unmarshal(text, &again); err != nil || again != got {
			t.Errorf("%s: %s is read as %v, %v", test.text, text, again, err)
		}
	}
	for _, text := range []string{"", "..", "1s..", "..30s", "30s..1s", "1s..1s", "1s..2s..3s", "fast"} {
		want := `"` + text + `" is no warm-up, want a time such as 400ms, or bounds such as 1s..30s`
		if _, err := ParseWarmup(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestCheckWarmup(t *testing.T) {
	evidence := Warmup{Duration(time.Second), Duration(30 * time.Second)}
	for _, kind := range Kinds {
		err := CheckWarmup(kind, evidence)
		if tells := kind.WarmsByEvidence(); tells != (err == nil) {
			t.Errorf("%s: %v", kind, err)
		}
	}
	want := "warmup 1s..30s: a process of kind go can't tell when it is warm, want a fixed time"
	if err := CheckWarmup(Go, evidence); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
