package markdown

import "testing"

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"PingPong/hops=1":         "`PingPong/hops=1`",
		"a|b":                     "`a¦b`",
		"`x` [y](z) @all":         "`'x' [y](z) @all`",
		"one\r\ntwo <b>three</b>": "`one  two <b>three</b>`",
	} {
		if got := Code(text); got != want {
			t.Errorf("Code(%q) is %s, want %s", text, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 jobs", 1: "1 job", 2: "2 jobs"} {
		if got := Count(n, "job"); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}
