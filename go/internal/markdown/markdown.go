// Package markdown shows text that comes from elsewhere: a file, an artifact,
// somebody's form.
package markdown

import "strings"

// Code is a text as a code span of one line, in which it can't be a link, a
// mention or a piece of a table; "" is nothing.
func Code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + plain.Replace(s) + "`"
}

var plain = strings.NewReplacer("`", "'", "|", "¦", "\n", " ", "\r", " ")
