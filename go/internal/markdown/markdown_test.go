package markdown

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"PingPong/hops=1":         "`PingPong/hops=1`",
		"a|b":                     "`a¦b`",
		"`x` [y](z) @all":         "`'x' [y](z) @all`",
		"one\r\ntwo <b>three</b>": "`one  two <b>three</b>`",
		"a\u202eb\x1b[31m":        "`a\\u202eb\\u001b[31m`",
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

func TestPlain(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"results/pr/x.txt:3: no number", "results/pr/x.txt:3: no number"},
		{"a::b and Ümläut → 5 µs", "a::b and Ümläut → 5 µs"},
		{"::error::gone", ": :error::gone"},
		{" \t\u00a0::set-env name=PATH::x", "  \u00a0: :set-env name=PATH::x"},
		{"\u0085::error::x", `\u0085::error::x`},
		{"x ##[error]y", "x ## [error]y"},
		{"one\n::error::two\r\n##[group]three", "one ::error::two  ## [group]three"},
		{"\x1b[2J\x1b]8;;https://evil.example\x07x", `\u001b[2J\u001b]8;;https://evil.example\u0007x`},
		{"a\u202eb\u2066c\u200bd\ufeff", `a\u202eb\u2066c\u200bd\ufeff`},
		{"tag \U000e0041", `tag \U000e0041`},
		{"\xff\xfe", `\xff\xfe`},
		{"\u2028line", `\u2028line`},
		{strings.Repeat("x", 70), strings.Repeat("x", 60) + "…"},
		{strings.Repeat("x", 59) + "µm", strings.Repeat("x", 59) + "…"},
	} {
		if got := Plain(test.text, 60); got != test.want {
			t.Errorf("%q is %q, want %q", test.text, got, test.want)
		}
	}
}

// Whatever it is given, what comes out is one line that does nothing.
func FuzzPlain(f *testing.F) {
	f.Add("::error::x", 100)
	f.Add("a##[b]\x1b[0m\u202e", 5)
	f.Fuzz(func(t *testing.T, text string, most int) {
		most = min(max(0, most), 1000)
		line := Plain(text, most)
		for _, r := range line {
			if !unicode.IsGraphic(r) {
				t.Errorf("%q has %q", line, r)
			}
		}
		if !utf8.ValidString(line) || strings.Contains(line, "##[") || strings.HasPrefix(strings.TrimSpace(line), "::") {
			t.Errorf("%q", line)
		}
		if len(line) > 10*most+10 {
			t.Errorf("%d bytes of %d", len(line), most)
		}
	})
}
