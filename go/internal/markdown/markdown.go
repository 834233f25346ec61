// Package markdown prints untrusted text (from a file, an artifact or a form)
// safely in Markdown and in logs.
package markdown

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Code is a text as a code span of one line, in which it can't be a link, a
// mention or a piece of a table; "" is nothing.
func Code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + plain.Replace(Plain(s, mostCode)) + "`"
}

// mostCode is the most bytes of a code span.
const mostCode = 4000

// Plain is a text as one line in which nothing acts: no control character, no
// escape sequence, nothing that is invisible or turns the direction of writing,
// and no command to the runner of a workflow, which looks for :: where a line
// begins and for ##[ anywhere. These are written out. What has more bytes than
// most is cut.
func Plain(text string, most int) string {
	cut := len(text) > most
	if cut {
		text = text[:most] // so that what is thrown away costs nothing
	}
	var out strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if cut && r == utf8.RuneError && !utf8.FullRuneInString(text) {
			break // cut in two
		}
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[0])
		case r == '\n' || r == '\r' || r == '\t':
			out.WriteByte(' ')
		case !unicode.IsGraphic(r) && r <= 0xffff:
			fmt.Fprintf(&out, `\u%04x`, r)
		case !unicode.IsGraphic(r):
			fmt.Fprintf(&out, `\U%08x`, r)
		default:
			out.WriteRune(r)
		}
		text = text[size:]
	}
	if cut {
		out.WriteString("…")
	}
	line := strings.ReplaceAll(out.String(), "##[", "## [")
	if begun := strings.TrimLeftFunc(line, unicode.IsSpace); strings.HasPrefix(begun, "::") {
		line = line[:len(line)-len(begun)] + ": " + begun[1:]
	}
	return line
}

var plain = strings.NewReplacer("`", "'", "|", "¦")

// Count is "1 job" or "2 jobs".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
