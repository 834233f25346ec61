package why

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The script and the style sheet hold d3-flame-graph and the parts of d3 that it
// needs: npm run flame in site makes them.
var (
	//go:embed flame.js
	flameScript string
	//go:embed flame.css
	flameStyle string
	//go:embed flame.html
	flamePage string
)

var flame = template.Must(template.New("flame").Parse(flamePage))

// A flameNode is a frame with all that it calls. Its letters are d3-flame-graph's.
type flameNode struct {
	Name     string       `json:"n"`
	Head     float64      `json:"v"` // with what it calls
	Delta    float64      `json:"d"` // how much more that is than on base
	Children []*flameNode `json:"c,omitempty"`

	below map[string]*flameNode
}

// smallest is the part of an operation that a frame needs to be drawn, on one side.
const smallest = 0.0005

// WriteFlame writes the differential flame graph of a row's profiles: a page in one
// file, which asks for nothing from elsewhere.
func WriteFlame(w io.Writer, row Row, base, head Side) error {
	root := &flameNode{Name: "all"}
	root.add(base, func(n *flameNode, v float64) { n.Delta -= v })
	root.add(head, func(n *flameNode, v float64) { n.Head += v; n.Delta += v })
	root.prune(smallest * max(base.PerOp, head.PerOp))
	unit := strings.TrimSuffix(row.Unit, "/op")
	data, err := json.Marshal(struct { // which writes no < into the page
		Unit string     `json:"unit"`
		Root *flameNode `json:"root"`
	}{unit, root})
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(flameScript))
	number := func(v float64) string {
		return strconv.FormatFloat(v, 'f', max(0, 2-int(math.Log10(max(1, v)))), 64) + " " + unit
	}
	return flame.Execute(w, map[string]any{
		"Runtime": row.Runtime, "Benchmark": row.Benchmark, "Base": number(base.PerOp), "Head": number(head.PerOp),
		"Hash": template.HTMLAttr("sha256-" + base64.StdEncoding.EncodeToString(sum[:])),
		"Data": template.JS(data), "Script": template.JS(flameScript), "Style": template.CSS(flameStyle), // our own, and JSON
	})
}

// add adds the stacks of a side.
func (n *flameNode) add(side Side, count func(*flameNode, float64)) {
	scale := side.scale()
	for _, s := range side.Profile.stacks {
		at := n
		count(at, s.value*scale)
		for _, f := range slices.Backward(s.frames) {
			next := at.below[f.name]
			if next == nil {
				if at.below == nil {
					at.below = map[string]*flameNode{}
				}
				next = &flameNode{Name: f.name}
				at.below[f.name] = next
				at.Children = append(at.Children, next)
			}
			at = next
			count(at, s.value*scale)
		}
	}
}

// prune takes out what is too small to be seen.
func (n *flameNode) prune(least float64) {
	n.Children = slices.DeleteFunc(n.Children, func(c *flameNode) bool { return max(c.Head, c.Head-c.Delta) < least })
	for _, c := range n.Children {
		c.prune(least)
	}
}
