// Package columns sets text into columns on a terminal.
package columns

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Width is how many columns a text takes on a terminal: two for each wide rune, as
// of Chinese or of an emoji, and none for what is set onto the one before it.
func Width(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case wide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func wide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// Align sets the cells of lines below each other, two blanks apart, and ends each line
// with its last cell that is not empty.
func Align(lines [][]string) string {
	var widths []int
	for _, cells := range lines {
		for i, cell := range cells {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Width(cell))
		}
	}
	var out strings.Builder
	for _, cells := range lines {
		line := ""
		for i, cell := range cells {
			line += cell + strings.Repeat(" ", widths[i]-Width(cell)+2)
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String()
}
