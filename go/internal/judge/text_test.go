package judge

import (
	"reflect"
	"testing"
)

const rulesLine = "test=either alpha=0.01 minimum-effect=0.03 confidence=0.8 aim=0.05 coarse=0.1 aim-rounds=16 power=0.95 looks=8,16,25"

func TestRulesInOneLine(t *testing.T) {
	rules := Rules{Either, 0.01, 0.03, 0.8, 0.05, 0.1, 0.95, 16, []int{8, 16, 25}, nil}
	withUnits := rules
	withUnits.Units = []Unit{{"p99-ns", false, 0.05}, {"req/s", true, 0.03}}
	for want, rules := range map[string]Rules{rulesLine: rules, rulesLine + " units=p99-ns:lower:0.05,req/s:higher:0.03": withUnits} {
		if got := rules.String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		got, err := Parse(want)
		if err != nil || !reflect.DeepEqual(got, rules) {
			t.Errorf("%+v, %v: want %+v", got, err, rules)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for line, want := range map[string]string{
		"":                             "judging: test is missing",
		"test=student":                 `judging: unknown test "student": want either, signed-rank or mann-whitney`,
		"test=either test=either":      "judging: test stands twice",
		"alpha=x":                      "judging: alpha=x: want a number",
		"looks=1,,2":                   "judging: looks=1,,2: want a number",
		"units=p99-ns":                 "judging: units=p99-ns: want NAME:lower:EFFECT or NAME:higher:EFFECT",
		"units=p99-ns:up:0.05":         "judging: units=p99-ns:up:0.05: want NAME:lower:EFFECT or NAME:higher:EFFECT",
		"units=p99-ns:lower:x":         "judging: units=p99-ns:lower:x: want a number for the minimum effect",
		rulesLine + " units=p:lower:1": "unit p: minimum effect 1: want more than 0 and less than 0.5",
		rulesLine + " units=p:lower:0.1,p:lower:0.1": "unit p stands twice",
		rulesLine + " units=ns/op:lower:0.1":         "unit ns/op: the time of an operation is judged anyway",
		rulesLine + " units=a`b:lower:0.1":           "unit \"a`b\": want 1 to 40 letters, digits and any of _/.%-",
		"luck=1":                                     `judging: unknown rule "luck", want test, alpha, minimum-effect, confidence, aim, coarse, aim-rounds, power, looks`,
		rulesLine[:len(rulesLine)-1]:                 "look after 2 rounds follows one after 16: want them ascending from 1 on",
	} {
		if _, err := Parse(line); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(rulesLine)
	f.Add(rulesLine + " units=p99-ns:lower:0.05,req/s:higher:0.03")
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
