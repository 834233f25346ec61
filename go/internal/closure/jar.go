package closure

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// A Jar is the classes and resources of a jar file.
type Jar struct {
	file      string
	classes   map[string][]class // by name; of several, all but one are for later JDKs
	services  []string           // the classes that META-INF/services names
	resources []resource
}

type resource struct {
	name   string
	digest [sha256.Size]byte
	lines  []string // of a list that JMH makes: one benchmark a line
}

// ReadJar refuses a file that is no jar or has a damaged class in it.
func ReadJar(file string) (*Jar, error) {
	archive, err := zip.OpenReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	defer archive.Close()
	j := &Jar{file: file, classes: map[string][]class{}}
	slices.SortFunc(archive.File, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) })
	for _, f := range archive.File {
		if strings.HasSuffix(f.Name, "/") || ignored.MatchString(f.Name) {
			continue
		}
		if err := j.add(f); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, f.Name, err)
		}
	}
	return j, nil
}

// ignored is what says how a jar was made, or is read by compilers alone.
var ignored = regexp.MustCompile(`^META-INF/(MANIFEST\.MF|maven/.*|.*\.kotlin_module|proguard/.*|com\.android\.tools/.*)$`)

var version = regexp.MustCompile(`^META-INF/versions/[0-9]+/`)

const (
	servicesFolder  = "META-INF/services/"
	benchmarkList   = "META-INF/BenchmarkList"
	benchmarkRunner = "org/openjdk/jmh/Main.class"
)

func (j *Jar) add(f *zip.File) error {
	content, err := contentOf(f)
	if err != nil {
		return err
	}
	name := version.ReplaceAllString(f.Name, "")
	if className, ok := strings.CutSuffix(name, ".class"); ok {
		c, err := readClass(content)
		if err != nil {
			return err
		}
		j.classes[className] = append(j.classes[className], c)
		return nil
	}
	r := resource{name: f.Name, digest: sha256.Sum256(content)}
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, len(content)+1)
	for lines.Scan() {
		switch {
		case strings.HasPrefix(name, servicesFolder):
			word, _, _ := strings.Cut(lines.Text(), "#")
			j.services = append(j.services, strings.ReplaceAll(strings.TrimSpace(word), ".", "/"))
		case name == benchmarkList:
			r.lines = append(r.lines, lines.Text())
		}
	}
	j.resources = append(j.resources, r)
	return lines.Err()
}

func contentOf(f *zip.File) ([]byte, error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return io.ReadAll(content)
}

// Key is that of all that the classes matched by roots can reach, by their
// names or by the jar's services; and of its resources, of which nobody can say
// who reads them, but for the benchmarks in JMH's list that belong to no root.
//
// A class is also reached by a string that is its name. One that is put
// together of several strings is not seen: a jar that does this must name it
// among the roots.
func (j *Jar) Key(roots *regexp.Regexp) (string, error) {
	names := j.reach(roots)
	if len(names) == 0 {
		return "", fmt.Errorf("%s: no class %s in it", j.file, roots)
	}
	digest := sha256.New()
	for _, name := range names {
		for _, c := range j.classes[name] {
			fmt.Fprintf(digest, "class %s %x\n", name, sha256.Sum256(c.code))
		}
	}
	for _, r := range j.resources {
		if r.name != benchmarkList {
			fmt.Fprintf(digest, "resource %s %x\n", r.name, r.digest)
			continue
		}
		for _, line := range r.lines {
			if own, err := listed(line, roots); err != nil {
				return "", fmt.Errorf("%s: %s: %w", j.file, r.name, err)
			} else if own {
				fmt.Fprintf(digest, "benchmark %q\n", line)
			}
		}
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// reach names the classes of the jar that the roots reach, and the roots; none
// where there is no root.
func (j *Jar) reach(roots *regexp.Regexp) []string {
	reached := map[string]bool{}
	var names []string
	reach := func(name string) {
		if _, here := j.classes[name]; here && !reached[name] {
			reached[name] = true
			names = append(names, name)
		}
	}
	for name := range j.classes {
		if roots.MatchString(name) {
			reach(name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	for _, name := range j.services {
		reach(name)
	}
	for i := 0; i < len(names); i++ {
		for _, c := range j.classes[names[i]] {
			for _, name := range c.names {
				reach(name)
			}
			for _, word := range c.words {
				reach(strings.ReplaceAll(word, ".", "/"))
			}
		}
	}
	slices.Sort(names)
	return names
}

// listed tells whether a line of JMH's list is of a benchmark of the roots. Each
// field stands with its length: "JMH S 31 cobench.benchmarks.BoundedBuffer …".
func listed(line string, roots *regexp.Regexp) (bool, error) {
	if !strings.HasPrefix(line, "JMH ") {
		return true, nil // of a form that is not known: it counts for all
	}
	words := strings.Fields(line)
	if len(words) < 4 {
		return false, errors.New("a line that ends early")
	}
	return roots.MatchString(strings.ReplaceAll(words[3], ".", "/")), nil
}
