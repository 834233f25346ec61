package compare

import (
	"fmt"
	"strings"
)

// A note is a footnote. Its detail comes from a file and is not ours.
type note struct{ text, detail string }

func (n note) String() string {
	if n.detail == "" {
		return n.text
	}
	return n.text + ": " + n.detail
}

// notes numbers the footnotes of one table, each distinct one once.
type notes struct {
	list   []note
	number map[note]int
}

func (n *notes) add(x note) int {
	if i, ok := n.number[x]; ok {
		return i
	}
	if n.number == nil {
		n.number = make(map[note]int)
	}
	n.list = append(n.list, x)
	n.number[x] = len(n.list)
	return len(n.list)
}

// notes are the footnotes that a cell calls for.
func (c *Cell) notes() []note {
	var out []note
	samples := len(c.Values)
	if c.Failed.Count > 0 {
		out = append(out, note{fmt.Sprintf("%d of %d samples failed", c.Failed.Count, c.Failed.Count+samples), reasons(c.Failed.Reasons)})
	}
	if c.Skipped.Count > 0 {
		out = append(out, note{"skipped", reasons(c.Skipped.Reasons)})
	}
	if c.Unsteady.Count > 0 {
		out = append(out, note{fmt.Sprintf("%d of %d samples unsteady", c.Unsteady.Count, samples), reasons(kinds(c.Unsteady.Reasons))})
	}
	if c.Noted.Count > 0 {
		out = append(out, note{fmt.Sprintf("%d of %d samples", c.Noted.Count, samples), reasons(kinds(c.Noted.Reasons))})
	}
	if c.Unranked.Count > 0 {
		out = append(out, note{"not ranked", reasons(c.Unranked.Reasons)})
	}
	for _, w := range c.Warnings {
		// The keys that vary are words of a file.
		text, keys, _ := strings.Cut(w, varyIn)
		if keys != "" {
			text = strings.TrimSpace(varyIn)
		}
		out = append(out, note{text, clip(printable(keys))})
	}
	return out
}

// kinds cuts each reason at its first colon, behind which stand the numbers
// of one sample.
func kinds(list []string) []string {
	var m Mark
	for _, r := range list {
		kind, _, _ := strings.Cut(r, ":")
		m.add(0, []byte(kind))
	}
	return m.Reasons
}

func reasons(list []string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return clip(printable(list[0]))
	}
	return fmt.Sprintf("%s (and %d more reasons)", clip(printable(list[0])), len(list)-1)
}

// superscript writes n > 0 in raised digits.
func superscript(n int) string {
	const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	var out strings.Builder
	for _, d := range fmt.Sprint(n) {
		out.WriteRune([]rune(digits)[d-'0'])
	}
	return out.String()
}
