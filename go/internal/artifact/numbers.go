package artifact

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/cobench/cobench/go/internal/plan"
	"github.com/cobench/cobench/go/internal/results"
)

// Unsaid stands for what a process, or whoever made the artifact, has said in
// words.
const Unsaid = "the run's own log says why"

// A plainer makes a result of which nothing is left but numbers and names: what a
// stranger's artifact may have a say in. The words of a failure are left out; a
// name or a key that could be anything else is refused.
type plainer func(*benchfmt.Result) (*benchfmt.Result, error)

// plainerOf is the one for a plan's results. Names of the suite have the shape
// that plans give. Somebody's own benchmarks may be called anything and count
// anything: their names are written in letters that mean nothing to Markdown, with
// %XX in place of the others, and what nobody judges by is left out.
func plainerOf(p plan.Plan) plainer {
	if p.Project.Finds() {
		return plainProjectResult
	}
	return plainResult
}

var (
	benchmarkName = regexp.MustCompile(`^[A-Z][A-Za-z0-9]{0,49}(/[a-z][a-z0-9-]{0,29}=[A-Za-z0-9.-]{1,29}){0,15}(-[0-9]{1,4})?$`)
	unit          = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9/.-]{0,39}$`)
	metadata      = regexp.MustCompile(`^(better=(lower|higher)|assume=(nothing|exact))$`)
	number        = regexp.MustCompile(`^[0-9.e+-]{1,30}$`)
	token         = regexp.MustCompile(`^[a-z0-9][A-Za-z0-9.+_-]{0,79}$`)
	model         = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 ()@.,/_+-]{0,199}$`)
	rules         = regexp.MustCompile(`^[A-Za-z0-9=.,:/_% -]{1,1000}$`)
	count         = regexp.MustCompile(`^[0-9]{1,6}$`)
	duration      = regexp.MustCompile(`^[0-9a-z.]{1,30}$`)
	unreached     = regexp.MustCompile(`^not$`)
	date          = regexp.MustCompile(`^[0-9TZ:+-]{20,25}$`)
)

// mostValue is of any unit, and more than anything that is measured.
const mostValue = 1e60

// keys are what is kept of where a result comes from, each in its shape.
var keys = map[string]*regexp.Regexp{
	results.OS: token, results.Arch: token, results.CPU: model, results.Cores: number, results.Profile: token, results.Alpha: number, results.MinimumEffect: number,
	results.Date: date, results.Job: token, results.Judging: rules, results.Commit: token, results.Side: token, results.Runtime: token, results.Toolchain: model,
	results.Round: number, results.Alike: token, results.Reach: unreached, results.Budget: duration, results.Changed: count, results.Unexecuted: count,
}

// made are the keys whose values are names of what people make and sell: their
// words are held to a vocabulary.
var made = map[string]bool{results.CPU: true, results.Toolchain: true}

// longestMade is of such a name, with numbers in place of its words.
const longestMade = 200

// said are words of which only that they are there is kept.
var said = map[string]bool{results.Reason: true, results.Unsteady: true, results.Note: true, results.Unranked: true}

// longestName is of a project's benchmark or package, in bytes.
const longestName = 300

// named are the keys whose values are names that a project gives.
var named = map[string]bool{results.Pkg: true, results.Qualifier: true, results.Was: true}

// projectUnits are what is kept of a project's values.
var projectUnits = map[string]bool{results.NsPerOp: true, results.BytesPerOp: true, results.AllocsPerOp: true, results.Failures: true, results.Skips: true}

func plainProjectResult(r *benchfmt.Result) (*benchfmt.Result, error) {
	var kept []benchfmt.Value
	for _, v := range r.Values {
		if projectUnits[cmp.Or(v.OrigUnit, v.Unit)] {
			kept = append(kept, v)
		}
	}
	plain, err := plainNumbers(&benchfmt.Result{Name: r.Name, Iters: r.Iters, Config: r.Config, Values: kept})
	if err != nil {
		return nil, err
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("benchmark %.60q: want a result in ns/op", r.Name)
	}
	if plain.Name, err = plainName(r.Name); err != nil {
		return nil, err
	}
	for _, c := range r.Config {
		if c.Key == results.Blind {
			if c.Value, err = plainFunctions(c.Value); err != nil {
				return nil, err
			}
			plain.Config = append(plain.Config, c)
		}
		if named[c.Key] {
			if c.Value, err = plainName(c.Value); err != nil {
				return nil, err
			}
			plain.Config = append(plain.Config, c)
		}
	}
	return plain, nil
}

// mostFunctions is how many functions a result names.
const mostFunctions = 20

// plainFunctions are the names of functions, each as a project's other names are
// written. A star, as a method's receiver has it, is left out: it means something to
// Markdown.
func plainFunctions(names []byte) ([]byte, error) {
	list := bytes.Fields(names)
	if len(list) > mostFunctions {
		return nil, fmt.Errorf("%s: %d names: want %d at most", results.Blind, len(list), mostFunctions)
	}
	for i, name := range list {
		plain, err := plainName(bytes.ReplaceAll(name, []byte("*"), nil))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", results.Blind, err)
		}
		list[i] = plain
	}
	return bytes.Join(list, []byte(" ")), nil
}

// plainName writes %XX for each byte of a name that could be more than a letter
// of it somewhere. What is a name of this kind stays as it is.
func plainName(name []byte) ([]byte, error) {
	var out []byte
	for _, b := range name {
		if 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || strings.IndexByte("-_./=,:+#%()", b) >= 0 {
			out = append(out, b)
		} else {
			out = fmt.Appendf(out, "%%%02X", b)
		}
	}
	most := longestName
	if bytes.Equal(out, name) { // it may have come this way before
		most *= len("%XX")
	}
	if len(name) == 0 || len(name) > most {
		return nil, fmt.Errorf("%.60q: want a name of %d bytes at most", name, longestName)
	}
	return out, nil
}

func plainResult(r *benchfmt.Result) (*benchfmt.Result, error) {
	if !benchmarkName.MatchString(string(r.Name)) {
		return nil, fmt.Errorf("benchmark %.60q: want a name such as MatMul/n=100/exec=default-2", r.Name)
	}
	return plainNumbers(r)
}

// plainNumbers is a result without a word in it, but for its name.
func plainNumbers(r *benchfmt.Result) (*benchfmt.Result, error) {
	plain := &benchfmt.Result{Name: r.Name, Iters: r.Iters}
	for _, c := range r.Config {
		switch shape := keys[c.Key]; {
		case said[c.Key]:
			plain.Config = append(plain.Config, benchfmt.Config{Key: c.Key, Value: []byte(Unsaid), File: true})
		case shape == nil: // of no use to a report
		case !shape.Match(c.Value):
			return nil, fmt.Errorf("%s: %.60q: want %v", c.Key, c.Value, shape)
		case made[c.Key]:
			c.Value = []byte(plainWords(string(c.Value)))
			if len(c.Value) > longestMade {
				return nil, fmt.Errorf("%s: %.60q: want a name of known words", c.Key, c.Value)
			}
			plain.Config = append(plain.Config, c)
		default:
			plain.Config = append(plain.Config, c)
		}
	}
	for _, v := range r.Values {
		name, value := v.Unit, v.Value
		if v.OrigUnit != "" {
			name, value = v.OrigUnit, v.OrigValue
		}
		if !unit.MatchString(name) || !(math.Abs(value) <= mostValue) || name == results.NsPerOp && value < 0 {
			return nil, fmt.Errorf("%s: %v %.60q: want a number, not negative for a time, and a unit", r.Name, value, name)
		}
		plain.Values = append(plain.Values, v)
	}
	return plain, nil
}
