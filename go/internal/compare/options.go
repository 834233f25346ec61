package compare

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"

	"github.com/cobench/cobench/go/internal/results"
)

// Options say what is compared with what. The zero value compares files.
//
// Table, Row, Col and Ignore are projections, Filter is a filter, all in the
// syntax of benchstat.
type Options struct {
	// Table splits results into tables. The default is the machine, pkg and
	// runtime, less the keys that Row or Col name. It is not benchstat's
	// ".config", in which a new toolchain or commit never meets an old one.
	Table string
	// Row splits a table into rows; ".fullname" by default.
	Row string
	// Col splits a table into columns; ".file" by default. Two words stand for
	// whole comparisons unless Table or Row is given as well:
	//
	//	side      -table goos,goarch,cpu,cores,runtime -col side -row .fullname
	//	runtime   -table goos,goarch,cpu,cores -col runtime,/exec -row .fullname
	//
	// Where the results are of several packages, both have pkg among the keys of
	// the table, since names are those in their package.
	Col string
	// Filter selects results and units; "*" by default. Failures and skips
	// that pass but for their unit are marked whatever units it selects.
	Filter string
	// Ignore are keys that may differ within a cell without a warning: round,
	// reason, unsteady, note, unranked and curve by default, which differ from sample to sample.
	Ignore string
	// Alpha is the p up to which a change counts as significant; 0 means 0.05.
	Alpha float64
	// Confidence is the level of the intervals; 0 means 0.95.
	Confidence float64
}

const (
	defaultAlpha      = 0.05
	defaultConfidence = 0.95
)

// expand writes out defaults and shorthands for results of one package or several.
func (o Options) expand(packages int) (Options, error) {
	machine := strings.Join(results.MachineKeys[:], ",")
	if packages > 1 {
		machine += "," + results.Pkg
	}
	if o.Table == "" && o.Row == "" {
		switch o.Col {
		case results.Side:
			o.Table = machine + "," + results.Runtime
		case results.Runtime:
			o.Table, o.Col = machine, results.Runtime+",/exec"
		}
	}
	if o.Row == "" {
		o.Row = ".fullname"
	}
	if o.Col == "" {
		o.Col = ".file"
	}
	if o.Table == "" {
		named := append(projectionKeys(o.Row), projectionKeys(o.Col)...)
		var keys []string
		for _, key := range append(results.MachineKeys[:len(results.MachineKeys):len(results.MachineKeys)], results.Pkg, results.Runtime) {
			if !slices.Contains(named, key) {
				keys = append(keys, key)
			}
		}
		o.Table = strings.Join(keys, ",")
	}
	if o.Filter == "" {
		o.Filter = "*"
	}
	if o.Ignore == "" {
		o.Ignore = strings.Join(results.SampleKeys, ",")
	}
	if o.Alpha == 0 {
		o.Alpha = defaultAlpha
	}
	if o.Confidence == 0 {
		o.Confidence = defaultConfidence
	}
	// The negation refuses NaN too.
	if !(o.Alpha > 0 && o.Alpha <= 1) {
		return o, fmt.Errorf("-alpha %v: want a probability above 0 and up to 1, like %v", o.Alpha, defaultAlpha)
	}
	if !(o.Confidence > 0 && o.Confidence <= 1) {
		return o, fmt.Errorf("-confidence %v: want a level above 0 and up to 1, like %v", o.Confidence, defaultConfidence)
	}
	return o, nil
}

// dottedKeys are benchproc's; any other would be looked for in vain among the
// keys of the files, which can't begin with a dot.
var dottedKeys = []string{".config", ".file", ".fullname", ".name", ".unit"}

// A projector maps results to tables, rows and columns.
type projector struct {
	filter                   *benchproc.Filter
	table, row, col, residue *benchproc.Projection
	unit                     *benchproc.Field
}

func newProjector(opt Options) (*projector, error) {
	filter, err := benchproc.NewFilter(opt.Filter)
	if err != nil {
		return nil, syntaxError("-filter", opt.Filter, err, "key:value, key:/regexp/ or key:(a OR b), joined by AND, OR, -")
	}
	p := &projector{filter: filter}
	var parser benchproc.ProjectionParser
	for _, part := range []struct {
		flag, text string
		into       **benchproc.Projection
	}{
		{"-table", opt.Table, &p.table},
		{"-row", opt.Row, &p.row},
		{"-col", opt.Col, &p.col},
		{"-ignore", opt.Ignore, new(*benchproc.Projection)},
	} {
		if part.into == &p.table {
			*part.into, p.unit, err = parser.ParseWithUnit(part.text, filter)
		} else {
			*part.into, err = parser.Parse(part.text, filter)
		}
		if err != nil {
			return nil, syntaxError(part.flag, part.text, err, "keys with commas between, each alone or as key@alpha, key@num or key@(a b)")
		}
		for _, f := range (*part.into).Fields() {
			if strings.HasPrefix(f.Name, ".") && !slices.Contains(dottedKeys, f.Name) {
				return nil, fmt.Errorf("%s %q: unknown key %s; want .config, .file, .fullname, .name, /key of a benchmark's name, or key of a file",
					part.flag, part.text, f.Name)
			}
		}
	}
	p.residue = parser.Residue()
	return p, nil
}

// syntaxError puts benchproc's message, which draws a caret under the
// expression, on one line.
func syntaxError(flag, text string, err error, want string) error {
	message, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("%s %q: %s; want %s", flag, text, strings.TrimPrefix(message, "syntax error: "), want)
}

// projectionKeys returns the keys that a projection names; none if it can't
// be parsed, which is reported where it is used.
func projectionKeys(text string) []string {
	filter, err := benchproc.NewFilter("*")
	if err != nil {
		return nil
	}
	projection, err := new(benchproc.ProjectionParser).Parse(text, filter)
	if err != nil {
		return nil
	}
	var keys []string
	for _, f := range projection.Fields() {
		keys = append(keys, f.Name)
	}
	return keys
}
