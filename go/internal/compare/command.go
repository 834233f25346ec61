package compare

import (
	"fmt"
	"strings"
)

// Command is the shell command by which stock benchstat comes to the same
// numbers. It has no filter for the unit of a single table: columns and rows
// stand in order of first appearance, which a filter changes. benchstat reads
// no gzip, so such a file needs a shell with <(…).
func (r *Report) Command() string {
	o := r.Options
	words := []string{"benchstat"}
	add := func(flag, value string) { words = append(words, flag, quote(value)) }
	add("-table", o.Table)
	add("-row", o.Row)
	add("-col", o.Col)
	add("-ignore", o.Ignore)
	if o.Filter != "*" {
		add("-filter", o.Filter)
	}
	if o.Alpha != defaultAlpha {
		add("-alpha", fmt.Sprint(o.Alpha))
	}
	if o.Confidence != defaultConfidence {
		add("-confidence", fmt.Sprint(o.Confidence))
	}
	for i, in := range r.Inputs {
		if i == 0 && strings.HasPrefix(in, "-") && in != "-" {
			words = append(words, "--")
		}
		if label, path, ok := strings.Cut(in, "="); ok && strings.HasSuffix(path, ".gz") {
			in = quote(label) + "=<(gzip -dc " + quote(path) + ")"
		} else if strings.HasSuffix(in, ".gz") {
			in = quote(in) + "=<(gzip -dc " + quote(in) + ")"
		} else {
			in = quote(in)
		}
		words = append(words, in)
	}
	return strings.Join(words, " ")
}

// quote quotes a word for a POSIX shell, if need be.
func quote(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:,=@%"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
