// Package markdown shows text that comes from elsewhere: a file, an artifact,
// somebody's form; and small things in the same places.
package markdown

import (
	"fmt"
	"strings"
)

// Code is a text as a code span of one line, in which it can't be a link, a
// mention or a piece of a table; "" is nothing.
func Code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + plain.Replace(s) + "`"
}

var plain = strings.NewReplacer("`", "'", "|", "¦", "\n", " ", "\r", " ")

// Count is "1 job" or "2 jobs".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
