package judge

import (
	"reflect"
	"testing"
)

const rulesLine = "test=either alpha=0.01 minimum-effect=0.03 confidence=0.8 aim=0.05 coarse=0.1 aim-rounds=16 power=0.95 looks=8,16,25"

func TestRulesInOneLine(t *testing.T) {
	rules := Rules{Either, 0.01, 0.03, 0.8, 0.05, 0.1, 0.95, 16, []int{8, 16, 25}}
	if got := rules.String(); got != rulesLine {
		t.Errorf("got  %s\nwant %s", got, rulesLine)
	}
	got, err := Parse(rulesLine)
	if err != nil || !reflect.DeepEqual(got, rules) {
		t.Errorf("%+v, %v: want %+v", got, err, rules)
	}
}

func TestParseErrors(t *testing.T) {
	for line, want := range map[string]string{
		"":                           "judging: test is missing",
		"test=student":               `judging: unknown test "student": want either, signed-rank or mann-whitney`,
		"test=either test=either":    "judging: test stands twice",
		"alpha=x":                    "judging: alpha=x: want a number",
		"looks=1,,2":                 "judging: looks=1,,2: want a number",
		"luck=1":                     `judging: unknown rule "luck", want test, alpha, minimum-effect, confidence, aim, coarse, aim-rounds, power, looks`,
		rulesLine[:len(rulesLine)-1]: "look after 2 rounds follows one after 16: want them ascending from 1 on",
	} {
		if _, err := Parse(line); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(rulesLine)
	f.Fuzz(func(t *testing.T, line string) {
		rules, err := Parse(line)
		if err != nil {
			return
		}
		again, err := Parse(rules.String())
		if err != nil || !reflect.DeepEqual(again, rules) {
			t.Errorf("%q: %+v, %v", line, again, err)
		}
	})
}
