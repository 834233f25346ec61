package upgrade

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cobench/cobench/go/internal/plan"
)

// A pomFile is a pom.xml as text, with the places in it where versions stand. Its
// own text is edited: a plugin of Maven's that does so changes a property only where it
// has resolved all that the build needs.
type pomFile struct {
	path       string
	text       []byte
	properties []pomVersion
	uses       []pomUse
}

// A pomVersion is a property, or the version of a use: from and to are bytes of the text.
type pomVersion struct {
	name     string // of the property
	text     string
	from, to int
}

// A pomUse is a dependency, a plugin, or a processor of annotations.
type pomUse struct {
	group, name string
	version     *pomVersion
	after       int // the end of its name's element
}

var pomProperty = regexp.MustCompile(`^\$\{([^{}]+)\}$`)

// Poms gives a dependency another version in all the pom.xml below a folder: where
// its version stands, or the property that is its version. What is upgraded may be a
// property too. A dependency whose version another file gives, as a parent or a BOM from
// elsewhere does, gets one of its own.
func Poms(folder string, u plan.Upgrade) error {
	poms, err := pomsBelow(folder)
	if err != nil {
		return err
	}
	properties, edited := map[string]bool{}, 0
	for _, p := range poms {
		for _, v := range p.properties {
			properties[v.name] = true
		}
	}
	wanted := map[string]bool{u.What: properties[u.What]} // properties to change
	versioned := false
	for _, p := range poms {
		for _, use := range p.usesOf(u.What) {
			versioned = versioned || use.version != nil
			if use.version == nil {
				continue
			}
			if name := pomProperty.FindStringSubmatch(use.version.text); name != nil && properties[name[1]] {
				wanted[name[1]] = true
			}
		}
	}
	for _, p := range poms {
		n, err := p.edit(u, wanted, versioned)
		if err != nil {
			return err
		}
		edited += n
	}
	if edited == 0 {
		return errors.New("no pom.xml names it: want a dependency such as kotlinx-coroutines-core, GROUP:NAME, or a property such as kotlin.version")
	}
	return nil
}

// usesOf are those of a name, with or without its group.
func (p pomFile) usesOf(what string) []pomUse {
	return slices.DeleteFunc(slices.Clone(p.uses), func(use pomUse) bool { return use.name != what && use.group+":"+use.name != what })
}

// edit writes the file with the upgrade, and tells how many places of it that changes.
func (p pomFile) edit(u plan.Upgrade, properties map[string]bool, versioned bool) (int, error) {
	var places []pomVersion
	for _, v := range p.properties {
		if properties[v.name] {
			places = append(places, pomVersion{"", u.Version, v.from, v.to})
		}
	}
	for _, use := range p.usesOf(u.What) {
		switch v := use.version; {
		case v == nil && !versioned:
			places = append(places, pomVersion{"", "<version>" + u.Version + "</version>", use.after, use.after})
		case v == nil:
		default:
			if name := pomProperty.FindStringSubmatch(v.text); name == nil || !properties[name[1]] {
				places = append(places, pomVersion{"", u.Version, v.from, v.to})
			}
		}
	}
	if len(places) == 0 {
		return 0, nil
	}
	slices.SortFunc(places, func(a, b pomVersion) int { return b.from - a.from })
	text := p.text
	for _, v := range places { // from the end: what stands before keeps its place
		text = slices.Concat(text[:v.from], []byte(v.text), text[v.to:])
	}
	return len(places), os.WriteFile(p.path, text, 0o666)
}

func pomsBelow(folder string) ([]pomFile, error) {
	var poms []pomFile
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && path != folder && (strings.HasPrefix(e.Name(), ".") || e.Name() == "target" || e.Name() == "node_modules"):
			return filepath.SkipDir
		case e.Name() != "pom.xml" || !e.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		p, err := parsePom(text)
		if err != nil {
			below, _ := filepath.Rel(folder, path)
			return fmt.Errorf("%s: %w", filepath.ToSlash(below), err)
		}
		p.path = path
		poms = append(poms, p)
		return nil
	})
	return poms, err
}

// parsePom finds the places of versions in a pom.xml.
func parsePom(text []byte) (pomFile, error) {
	p := pomFile{text: text}
	ascii := text
	if !utf8.Valid(text) { // names and versions are ASCII in any encoding
		ascii = nil
		for _, b := range text {
			ascii = append(ascii, min(b, '~'))
		}
	}
	d := xml.NewDecoder(bytes.NewReader(ascii))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var path []string
	var uses []*pomUse // that are open
	begun := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return p, nil
		} else if err != nil {
			return p, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			path = append(path, t.Name.Local)
			begun = int(d.InputOffset())
			if isUse(t.Name.Local) {
				uses = append(uses, &pomUse{})
			}
		case xml.EndElement:
			p.end(path, uses, begun, int(d.InputOffset()), ascii)
			if isUse(t.Name.Local) {
				p.uses = append(p.uses, *uses[len(uses)-1])
				uses = uses[:len(uses)-1]
			}
			path = path[:len(path)-1]
		}
	}
}

func isUse(element string) bool {
	return element == "dependency" || element == "plugin" || element == "path"
}

// end takes an element whose content began at a byte, and that ends before another.
func (p *pomFile) end(path []string, uses []*pomUse, begun, ended int, text []byte) {
	if len(path) < 2 {
		return
	}
	name, parent := path[len(path)-1], path[len(path)-2]
	to := begun + bytes.IndexByte(text[begun:ended], '<')
	if to < begun {
		return // <empty/>
	}
	content := strings.TrimSpace(string(text[begun:to]))
	if content == "" {
		return
	}
	v := pomVersion{name, content, begun, to}
	switch {
	case parent == "properties":
		p.properties = append(p.properties, v)
	case !isUse(parent):
	case name == "groupId":
		uses[len(uses)-1].group = content
	case name == "artifactId":
		uses[len(uses)-1].name, uses[len(uses)-1].after = content, ended
	case name == "version":
		uses[len(uses)-1].version = &v
	}
}
