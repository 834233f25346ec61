package closure

import (
	"archive/zip"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// A Method is one that JMH runs.
type Method struct {
	Name       string // with class and package
	Class      string // the user's
	Generated  string // the class that JMH has made of it
	SingleShot bool   // its only mode is single shot time
	// Values is how many each parameter has; nil where the list does not tell.
	Values map[string]int
}

// ErrNoRunner says that a jar has benchmarks in it and can't run them.
var ErrNoRunner = errors.New("benchmarks, but no JMH in it to run them: want the jar into which the build packs all that they need")

// Benchmarks lists the methods in the list that JMH puts into a jar, in its
// order. It refuses a jar that has no such list, or one in an unknown form, and
// one without JMH itself: what else is not in it, no key would see.
func Benchmarks(file string) ([]Method, error) {
	archive, err := zip.OpenReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
	}
	defer archive.Close()
	list, runner := (*zip.File)(nil), false
	for _, f := range archive.File {
		switch f.Name {
		case benchmarkList:
			list = f
		case benchmarkRunner:
			runner = true
		}
	}
	switch {
	case list == nil:
		return nil, fmt.Errorf("%s: no JMH in it: %s is missing, which its annotation processor writes", filepath.Base(file), benchmarkList)
	case !runner:
		return nil, fmt.Errorf("%s: %w", filepath.Base(file), ErrNoRunner)
	}
	text, err := contentOf(list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
	}
	methods, err := readMethods(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", filepath.Base(file), benchmarkList, err)
	}
	return methods, nil
}

// readMethods reads a list: a line for each mode of a method, each field with its length before it.
func readMethods(text string) ([]Method, error) {
	var methods []Method
	index := map[string]int{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		const class, generated, method, mode = 3, 6, 9, 12
		if len(words) <= mode || words[0] != "JMH" {
			return nil, errors.New("a line in a form that is not known: want the list of JMH 1.x")
		}
		m := Method{
			Name: words[class] + "." + words[method], Class: words[class], Generated: words[generated],
			SingleShot: words[mode] == "SingleShotTime", Values: readValues(line),
		}
		if i, known := index[m.Name]; known {
			methods[i].SingleShot = methods[i].SingleShot && m.SingleShot
			continue
		}
		index[m.Name] = len(methods)
		methods = append(methods, m)
	}
	return methods, nil
}

// readValues counts the values of a method's parameters: behind an M, of each
// parameter the name and how many values there are, and those in JMH's own
// writing. Nil is a line in another form.
func readValues(line string) map[string]int {
	const mark = " M "
	at := strings.LastIndex(line, mark)
	if at < 0 {
		return nil
	}
	rest := line[at+len(mark):]
	number := func() (int, bool) {
		word, after, ok := strings.Cut(rest, " ")
		n, err := strconv.Atoi(word)
		rest = after
		return n, ok && err == nil && n >= 0
	}
	text := func() (string, bool) {
		n, ok := number()
		if !ok || n >= len(rest) || rest[n] != ' ' {
			return "", false
		}
		word := rest[:n]
		rest = rest[n+1:]
		return word, true
	}
	parameters, ok := number()
	values := map[string]int{}
	for range parameters {
		name, named := text()
		n, counted := number()
		if !ok || !named || !counted {
			return nil
		}
		for range n {
			if _, ok := text(); !ok {
				return nil
			}
		}
		values[name] = n
	}
	return values
}
