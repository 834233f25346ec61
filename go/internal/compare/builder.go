package compare

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"github.com/cobench/cobench/go/internal/results"
)

// A builder sorts results into tables.
type builder struct {
	*projector
	reader benchfmt.Reader
	drafts map[benchproc.Key]*draft
	groups map[string]*group
	// withheld are failures and skips that the filter refused, to be asked
	// about again when the units are known.
	withheld []*benchfmt.Result
}

// A group is the tables that differ in their unit alone.
type group struct {
	machine  [][]byte // the values of results.MachineKeys
	position string   // of its first result
	drafts   []*draft
	columns  map[benchproc.Key]*Column
	marks    map[place]*marks
}

// A draft is a table being filled.
type draft struct {
	key      benchproc.Key
	unit     string
	origUnit string // as read, "" if that is the same
	group    *group
	cells    map[place]*draftCell
}

type place struct{ row, col benchproc.Key }

type draftCell struct {
	values   []float64
	unsteady Mark
	noted    Mark
	unranked Mark
	// residues are the distinct rests of the results' keys, by which to warn
	// of different benchmarks in one cell.
	residues []benchproc.Key
	seen     map[benchproc.Key]bool
}

type marks struct{ failed, skipped Mark }

func newBuilder(opt Options) (*builder, error) {
	p, err := newProjector(opt)
	if err != nil {
		return nil, err
	}
	return &builder{projector: p, drafts: make(map[benchproc.Key]*draft), groups: make(map[string]*group)}, nil
}

func (b *builder) addAll(inputs []input) error {
	for _, in := range inputs {
		if err := b.addInput(in); err != nil {
			return err
		}
	}
	b.addWithheld()
	return nil
}

func (b *builder) addInput(in input) error {
	b.reader.Reset(bytes.NewReader(in.data), in.name, ".file", in.label)
	count := 0
	var syntax *benchfmt.SyntaxError
	more := 0
	for b.reader.Scan() {
		switch rec := b.reader.Result().(type) {
		case *benchfmt.SyntaxError:
			if syntax == nil {
				syntax = rec
			} else {
				more++
			}
		case *benchfmt.Result:
			count++
			if err := b.addFiltered(numbersOf(rec)); err != nil {
				return err
			}
		}
	}
	if err := b.reader.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%w: want lines below %d bytes", err, bufio.MaxScanTokenSize)
	} else if err != nil {
		return err
	}
	switch {
	case syntax != nil && more > 0:
		return fmt.Errorf("%w (and %d more lines)", syntax, more)
	case syntax != nil:
		return syntax
	case count == 0:
		return fmt.Errorf("%s: no result in it: want lines like \"BenchmarkX 1 123 ns/op\"", in.name)
	}
	return nil
}

// numbersOf takes out of a result what is not a finite number and so compares with
// nothing, and notes it: the others have nothing to do with it. A result that has
// no other value is one that failed.
func numbersOf(res *benchfmt.Result) *benchfmt.Result {
	odd := func(v benchfmt.Value) bool { return math.IsNaN(v.Value) || math.IsInf(v.Value, 0) }
	if !slices.ContainsFunc(res.Values, odd) {
		return res
	}
	res = res.Clone() // what is set in the reader's own stays for those after it
	var lost []string
	for _, v := range res.Values {
		if odd(v) {
			lost = append(lost, fmt.Sprintf("%v %s is not a finite number", v.Value, cmp.Or(v.OrigUnit, v.Unit)))
		}
	}
	res.Values = slices.DeleteFunc(res.Values, odd)
	text := strings.Join(lost, ", ")
	if len(res.Values) == 0 {
		res.Values = []benchfmt.Value{{Value: 1, Unit: results.Failures}}
		res.SetConfig(results.Reason, text)
		return res
	}
	if note := res.GetConfig(results.Note); note != "" {
		text = note + ", " + text
	}
	res.SetConfig(results.Note, text)
	return res
}

func position(res *benchfmt.Result) string {
	file, line := res.Pos()
	return fmt.Sprintf("%s:%d", file, line)
}

// addFiltered adds what the filter leaves of res.
func (b *builder) addFiltered(res *benchfmt.Result) error {
	match, err := b.filter.Match(res)
	if err != nil {
		return err
	}
	if !match.All() {
		for i, v := range res.Values {
			if results.IsMark(v.Unit) && !match.Test(i) {
				clone := res.Clone()
				clone.Values = []benchfmt.Value{v}
				b.withheld = append(b.withheld, clone)
			}
		}
	}
	if !match.Apply(res) {
		return nil
	}
	return b.add(res)
}

func (b *builder) add(res *benchfmt.Result) error {
	tables := b.table.ProjectValues(res)
	at := place{b.row.Project(res), b.col.Project(res)}
	residue := b.residue.Project(res)
	unsteady, noted, unranked := results.Get(res, results.Unsteady), results.Get(res, results.Note), results.Get(res, results.Unranked)
	var checked *group
	for i, v := range res.Values {
		d := b.drafts[tables[i]]
		if d == nil {
			d = b.newDraft(tables[i], res)
			d.origUnit = v.OrigUnit
		}
		if d.group != checked {
			checked = d.group
			if err := d.group.enter(res, at.col); err != nil {
				return err
			}
		}
		cell := d.cells[at]
		if cell == nil {
			cell = new(draftCell)
			d.cells[at] = cell
		}
		cell.values = append(cell.values, v.Value)
		cell.addResidue(residue)
		if results.IsMark(v.Unit) {
			d.group.mark(at, v, results.Get(res, results.Reason))
			continue
		}
		for _, m := range []struct {
			to   *Mark
			text []byte
		}{{&cell.unsteady, unsteady}, {&cell.noted, noted}, {&cell.unranked, unranked}} {
			if len(m.text) > 0 {
				m.to.add(1, m.text)
			}
		}
	}
	return nil
}

func (b *builder) newDraft(key benchproc.Key, res *benchfmt.Result) *draft {
	// A key without its empty values, since a later result may add fields to
	// all keys.
	var id strings.Builder
	for _, f := range b.table.FlattenedFields() {
		if value := key.Get(f); f != b.unit && value != "" {
			fmt.Fprintf(&id, "%s:%q ", f.Name, value)
		}
	}
	g := b.groups[id.String()]
	if g == nil {
		g = &group{position: position(res), columns: make(map[benchproc.Key]*Column), marks: make(map[place]*marks)}
		for _, k := range results.MachineKeys {
			g.machine = append(g.machine, bytes.Clone(results.Get(res, k)))
		}
		b.groups[id.String()] = g
	}
	d := &draft{key: key, unit: key.Get(b.unit), group: g, cells: make(map[place]*draftCell)}
	g.drafts = append(g.drafts, d)
	b.drafts[key] = d
	return d
}

// addWithheld marks the cells of failures and skips that would have passed
// the filter with another unit: -filter .unit:ns/op is to hide no failure.
func (b *builder) addWithheld() {
	// A filter may name the unit as read (ns/op) or tidied (sec/op).
	units := make(map[string]string)
	for _, d := range b.drafts {
		units[d.unit] = d.origUnit
	}
	for _, res := range b.withheld {
		mark := res.Values[0]
		for unit, orig := range units {
			if results.IsMark(unit) {
				continue
			}
			res.Values[0].Unit, res.Values[0].OrigUnit = unit, orig
			if match, err := b.filter.Match(res); err != nil || !match.Any() {
				continue
			}
			d := b.drafts[b.table.ProjectValues(res)[0]]
			if d == nil {
				continue
			}
			at := place{b.row.Project(res), b.col.Project(res)}
			if d.group.enter(res, at.col) == nil {
				d.group.mark(at, mark, results.Get(res, results.Reason))
			}
			break
		}
	}
}

// enter notes the environment of res in its column and refuses a result of
// another machine: its numbers say more about the machine than about the code.
func (g *group) enter(res *benchfmt.Result, col benchproc.Key) error {
	for i, key := range results.MachineKeys {
		if !bytes.Equal(g.machine[i], results.Get(res, key)) {
			return fmt.Errorf("%s: machine %q in one table with %q of %s: want %s in -table, or a -filter for one machine",
				position(res), results.MachineOf(res), g.machineOf(), g.position, strings.Join(results.MachineKeys[:], ","))
		}
	}
	c := g.columns[col]
	if c == nil {
		c = new(Column)
		g.columns[col] = c
	}
	addDistinct(&c.Toolchains, results.Get(res, results.Toolchain))
	addDistinct(&c.Commits, results.Get(res, results.Commit))
	return nil
}

func (g *group) machineOf() string {
	return results.MachineWords(string(g.machine[0]), string(g.machine[1]), string(g.machine[2]), string(g.machine[3]))
}

func (g *group) mark(at place, v benchfmt.Value, reason []byte) {
	m := g.marks[at]
	if m == nil {
		m = new(marks)
		g.marks[at] = m
	}
	// The value counts: a line may stand for several samples.
	if v.Value <= 0 {
		return
	}
	count := int(math.Ceil(min(v.Value, 1e9)))
	if v.Unit == results.Failures {
		m.failed.add(count, reason)
	} else {
		m.skipped.add(count, reason)
	}
}

func (m *Mark) add(count int, reason []byte) {
	m.Count += count
	addDistinct(&m.Reasons, reason)
}

func addDistinct(list *[]string, value []byte) {
	if len(value) == 0 {
		return
	}
	for _, have := range *list {
		if have == string(value) {
			return
		}
	}
	*list = append(*list, string(value))
}

func (c *draftCell) addResidue(k benchproc.Key) {
	if n := len(c.residues); n > 0 && c.residues[n-1] == k || c.seen[k] {
		return
	}
	if len(c.residues) > 0 {
		if c.seen == nil {
			c.seen = map[benchproc.Key]bool{c.residues[0]: true}
		}
		c.seen[k] = true
	}
	c.residues = append(c.residues, k)
}

// tables finishes the drafts, in benchstat's order.
func (b *builder) tables() []*Table {
	keys := make([]benchproc.Key, 0, len(b.drafts))
	for k := range b.drafts {
		keys = append(keys, k)
	}
	benchproc.SortKeys(keys)
	var tables []*Table
	main := make(map[*group]*draft)
	for _, k := range keys {
		d := b.drafts[k]
		if results.IsMark(d.unit) {
			continue
		}
		if main[d.group] == nil || d.unit == results.SecPerOp {
			main[d.group] = d
		}
	}
	for _, k := range keys {
		d := b.drafts[k]
		if main[d.group] == nil {
			// Nothing was measured, so what failed gets a table of its own.
			main[d.group] = &draft{key: k, group: d.group}
			tables = append(tables, b.finish(main[d.group], true))
		}
		tables = append(tables, b.finish(d, main[d.group] == d))
	}
	return tables
}

func (b *builder) finish(d *draft, marked bool) *Table {
	units := b.reader.Units()
	t := &Table{Unit: d.unit, Machine: d.group.machineOf(), Better: units.GetBetter(d.unit), Base: -1}
	if m := units.Get(d.unit, "assume"); m != nil {
		t.Exact = m.Value == "exact"
	}
	for _, f := range b.table.FlattenedFields() {
		if f != b.unit {
			t.Key = append(t.Key, Setting{f.Name, d.key.Get(f)})
		}
	}
	rows, cols, measured := make(map[benchproc.Key]bool), make(map[benchproc.Key]bool), make(map[benchproc.Key]bool)
	for at := range d.cells {
		rows[at.row], cols[at.col], measured[at.col] = true, true, true
	}
	if marked {
		for at := range d.group.marks {
			rows[at.row], cols[at.col] = true, true
		}
	}
	for _, f := range b.col.FlattenedFields() {
		t.ColumnKeys = append(t.ColumnKeys, f.Name)
	}
	colKeys := sortedKeys(cols)
	for i, col := range colKeys {
		if t.Base < 0 && measured[col] {
			t.Base = i
		}
		c := Column{Toolchains: d.group.columns[col].Toolchains, Commits: d.group.columns[col].Commits}
		for _, f := range b.col.FlattenedFields() {
			c.Values = append(c.Values, col.Get(f))
		}
		t.Columns = append(t.Columns, c)
	}
	for _, row := range sortedKeys(rows) {
		r := Row{Name: row.StringValues(), Cells: make([]Cell, len(colKeys))}
		for i, col := range colKeys {
			at := place{row, col}
			if c := d.cells[at]; c != nil {
				r.Cells[i].Values, r.Cells[i].Unsteady, r.Cells[i].Noted, r.Cells[i].Unranked = c.values, c.unsteady, c.noted, c.unranked
				if w := c.warning(); w != "" {
					r.Cells[i].Warnings = append(r.Cells[i].Warnings, w)
				}
			}
			if m := d.group.marks[at]; marked && m != nil {
				r.Cells[i].Failed, r.Cells[i].Skipped = m.failed, m.skipped
			}
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

const varyIn = "benchmarks vary in "

func (c *draftCell) warning() string {
	var names []string
	for _, f := range benchproc.NonSingularFields(c.residues) {
		names = append(names, f.Name)
	}
	if names == nil {
		return ""
	}
	return varyIn + strings.Join(names, ", ")
}

func sortedKeys(set map[benchproc.Key]bool) []benchproc.Key {
	keys := make([]benchproc.Key, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	benchproc.SortKeys(keys)
	return keys
}

// checkKeys refuses what would quietly give a meaningless table: a filter
// that nothing passes, and keys that no result has.
func (b *builder) checkKeys(inputs []input) error {
	if len(b.drafts) == 0 {
		if why := nothingMeasured(inputs); why != "" {
			return errors.New(why)
		}
		return fmt.Errorf("no result passes -filter and the fixed orders of the projections; the results have the %s", inventory(inputs))
	}
	// Machine, pkg and runtime are in the default table whether or not the
	// files have them, as /exec is in the columns of -col runtime; a name
	// without -N has no /gomaxprocs.
	optional := append([]string{results.Pkg, results.Runtime}, results.MachineKeys[:]...)
	missing := func(flag string, p *benchproc.Projection, may []string, keys func(*draft) []benchproc.Key) error {
		for _, f := range p.Fields() {
			if f.IsTuple || strings.HasPrefix(f.Name, ".") || slices.Contains(may, f.Name) {
				continue
			}
			found := false
			for _, d := range b.drafts {
				found = found || slices.ContainsFunc(keys(d), func(k benchproc.Key) bool { return k.Get(f) != "" })
			}
			if !found {
				return fmt.Errorf("%s: no result has the key %s; the results have the %s", flag, f.Name, inventory(inputs))
			}
		}
		return nil
	}
	if err := missing("-table", b.table, optional, func(d *draft) []benchproc.Key { return []benchproc.Key{d.key} }); err != nil {
		return err
	}
	side := func(pick func(place) benchproc.Key) func(*draft) []benchproc.Key {
		return func(d *draft) (keys []benchproc.Key) {
			for at := range d.cells {
				keys = append(keys, pick(at))
			}
			return keys
		}
	}
	nameKeys := []string{"/exec", "/gomaxprocs"}
	if err := missing("-row", b.row, nameKeys, side(func(at place) benchproc.Key { return at.row })); err != nil {
		return err
	}
	return missing("-col", b.col, nameKeys, side(func(at place) benchproc.Key { return at.col }))
}

// nothingMeasured says why there is no number in the results, or "" if there is one.
func nothingMeasured(inputs []input) string {
	first, count := "", 0
	var r benchfmt.Reader
	for _, in := range inputs {
		r.Reset(bytes.NewReader(in.data), in.name)
		for r.Scan() {
			res, ok := r.Result().(*benchfmt.Result)
			if !ok {
				continue
			}
			if slices.ContainsFunc(res.Values, func(v benchfmt.Value) bool { return !results.IsMark(v.Unit) }) {
				return ""
			}
			if count++; count == 1 {
				first = fmt.Sprintf("%s: %s", res.Name, res.GetConfig(results.Reason))
			}
		}
	}
	switch count {
	case 0:
		return ""
	case 1:
		return "nothing was measured: " + first
	}
	return fmt.Sprintf("nothing was measured, in %d tries: %s", count, first)
}

// inventory lists the keys and units of all results for an error.
func inventory(inputs []input) string {
	keys, units := make(map[string]bool), make(map[string]bool)
	var r benchfmt.Reader
	for _, in := range inputs {
		r.Reset(bytes.NewReader(in.data), in.name)
		for r.Scan() {
			res, ok := r.Result().(*benchfmt.Result)
			if !ok {
				continue
			}
			for _, c := range res.Config {
				keys[c.Key] = true
			}
			_, parts := res.Name.Parts()
			for _, part := range parts {
				if key, _, ok := bytes.Cut(part, []byte("=")); ok {
					keys[string(key)] = true
				}
			}
			for _, v := range res.Values {
				units[v.Unit] = true
			}
		}
	}
	return fmt.Sprintf("keys %s and the units %s", list(keys), list(units))
}

func list(set map[string]bool) string {
	var names []string
	for name := range set {
		names = append(names, name)
	}
	slices.Sort(names)
	const most = 40
	if len(names) > most {
		names = append(names[:most], "…")
	}
	if names == nil {
		return "(none)"
	}
	return strings.Join(names, " ")
}
